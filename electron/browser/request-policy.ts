import { problem } from '../fetch/problem.ts';
import { hostRefusal, proxiedHostRefusal } from '../fetch/address.ts';
import type { FetchProblem, Hop } from '../fetch/types.ts';
import type { GivenDocument, Paging, RenderRequest } from './types.ts';

/** Ends a rendering without a page. */
export class RenderStop extends Error {
  override readonly name = 'RenderStop';
  readonly problem: FetchProblem;
  /** After `page` and `download` the tab can be reused; otherwise it is closed. */
  readonly fault: 'page' | 'crash' | 'hang' | 'browser' | 'download';

  constructor(reason: FetchProblem, fault: RenderStop['fault'] = 'page') {
    super(reason.message);
    this.problem = reason;
    this.fault = fault;
  }
}

/** The decision about a document request of the page. */
export type Decision =
  | { kind: 'give'; document: GivenDocument }
  | { kind: 'go-on' }
  /** The page stays as it is. */
  | { kind: 'stay' }
  /** `stop` ends the rendering; null: the request belongs to an earlier page. */
  | { kind: 'refuse'; stop: RenderStop | null };

/** Limits for the documents of a rendering. */
export interface RequestLimits {
  allowPrivate: boolean;
  maxRedirects: number;
  maxUrlLength: number;
}

/** A place of the page among its navigations. */
export interface PolicyMark {
  url: string;
  arrivals: number;
  hops: number;
  answer: RequestPolicy['answer'];
}

/** Decides about the document requests of one rendering (the first, redirects, navigation by script), and records its hops. */
export class RequestPolicy {
  readonly request: RenderRequest;
  /** Redirects and navigations so far, with status 0; `history` has their statuses. */
  readonly hops: Hop[] = [];
  /** Response to the last document request; null: none yet. */
  answer: { status: number; headers: Record<string, string> } | null = null;
  consoleErrors = 0;
  /** Called before and after `onHop`, which may take long. */
  onWait: { begin: () => void; end: () => void } | null = null;
  /** Number of documents that the browser has navigated to. */
  arrivals = 0;
  /** Time spent in `onHop` so far, in milliseconds. */
  askedMs = 0;
  #asking = 0;
  readonly #limits: RequestLimits;
  /** Statuses by URL, for the hops. */
  readonly #statuses = new Map<string, number>();
  #given: GivenDocument | null;
  #current: string;
  readonly #passed: Set<string>;
  #documents = 0;
  /** Number of documents before the last step of a list. */
  #documentsBefore = 0;
  /** Counts redirects from here on. */
  countAnew(): void {
    this.#documentsBefore = this.#documents;
  }

  /** Why a document was refused while a list is paged through; null: none was. */
  #refused: string | null = null;
  #refusePage: Paging['refuse'] | null = null;
  #begun = false;

  constructor(request: RenderRequest, limits: RequestLimits) {
    this.request = request;
    this.#limits = limits;
    this.#given = request.document;
    this.#current = withoutHash(request.url);
    this.#passed = new Set([this.#current]);
  }

  /** URL of the current document, or of the one being requested. */
  get url(): string {
    return this.#current;
  }

  /** The hops with the statuses that the site sent; 200 where the browser navigated by script. */
  get history(): Hop[] {
    return this.hops.map(({ url }) => ({ url, status: this.#statuses.get(url) ?? 200 }));
  }

  /** Records the response to a document request. @returns whether it is the document itself and not a redirect */
  answered(url: string, status: number, headers: Record<string, string>): boolean {
    this.#statuses.set(withoutHash(url), status);
    if (status >= 300 && status < 400 && headers['location'] !== undefined) return false;
    // The given document has more headers than the browser received.
    const isGiven = this.request.document !== null && this.#documents === 0;
    if (!isGiven) this.answer = { status, headers };
    return !isGiven;
  }

  /** Whether a navigation waits for the answer of `onHop`. */
  get isAsking(): boolean {
    return this.#asking > 0;
  }

  /** Where the page is now, for `restore`. */
  mark(): PolicyMark {
    return { url: this.#current, arrivals: this.arrivals, hops: this.hops.length, answer: this.answer };
  }

  /**
   * Begins to page through a list, where a refused document does not end the rendering, and redirects are counted for each click;
   * null: it ends.
   */
  page(refuse: Paging['refuse'] | null): void {
    this.#refusePage = refuse;
  }

  /** Why a document was refused while a list is paged through; null: none was. */
  get refused(): string | null {
    return this.#refused;
  }

  /** Forgets a navigation that led to no document. */
  restore({ url, hops, answer }: PolicyMark): void {
    this.#current = url;
    this.hops.length = hops;
    this.answer = answer;
  }

  /** Whether the first document has been requested. */
  get hasBegun(): boolean {
    return this.#begun;
  }

  /**
   * Decides about the next document request. Waits for `onHop`.
   * @param alone no earlier page is in the tab that may have sent the request
   */
  async decide(target: string, alone: boolean): Promise<Decision> {
    const url = withoutHash(target);
    if (!this.#begun) {
      if (!alone && URL.parse(url)?.href !== URL.parse(this.#current)?.href) {
        return { kind: 'refuse', stop: null };
      }
      this.#begun = true;
      if (this.#given === null) return { kind: 'go-on' };
      const document = this.#given;
      this.#given = null;
      this.answer = { status: document.status, headers: { ...document.headers } };
      return { kind: 'give', document };
    }
    this.#documents += 1;
    const refusal = await this.#refusal(url);
    if (refusal !== null && this.#refusePage !== null) {
      this.#refused = refusal.message;
      return { kind: 'stay' };
    }
    if (refusal !== null) return { kind: 'refuse', stop: new RenderStop(refusal) };
    if (url !== this.#current) {
      this.hops.push({ url: this.#current, status: 0 });
      this.#current = url;
    }
    return { kind: 'go-on' };
  }

  async #refusal(url: string): Promise<FetchProblem | null> {
    const { maxRedirects, maxUrlLength, allowPrivate } = this.#limits;
    const from = this.#current;
    if (this.#documents - this.#documentsBefore > maxRedirects + 1) {
      const message = `${withoutHash(this.request.url)} redirected more than ${maxRedirects} times in the browser, which is the limit.`;
      return problem('too-many-redirects', message);
    }
    const parsed = URL.parse(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
      return problem(
        'bad-redirect',
        `${from} goes on to ${shortened(url)}, but only http and https are fetched.`,
      );
    }
    if (url.length > maxUrlLength) {
      const message = `${from} redirects to a URL of ${url.length} characters; the limit is ${maxUrlLength}.`;
      return problem('bad-redirect', message);
    }
    const refuse = this.request.proxy === null ? hostRefusal : proxiedHostRefusal;
    const address = allowPrivate ? null : refuse(parsed.hostname);
    if (address !== null) return problem('blocked-address', address);
    const isOfList = this.#refusePage !== null;
    if ((this.#passed.has(url) && !isOfList) || this.#clearsItself(parsed)) return null;
    const refusal = await this.#askedOnHop(url);
    if (refusal !== null) return refusal;
    if (!isOfList) this.#passed.add(url);
    return null;
  }

  async #askedOnHop(url: string): Promise<FetchProblem | null> {
    const ask = this.#refusePage ?? this.request.onHop;
    this.#asking += 1;
    try {
      const refusal = await this.waiting(async () => (await ask?.(url)) ?? null);
      return refusal === null ? null : problem('blocked-hop', refusal);
    } finally {
      this.#asking -= 1;
    }
  }

  /** Waits for what the crawl decides; the time does not count for the limits of the page. */
  async waiting<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    this.onWait?.begin();
    try {
      return await work();
    } finally {
      this.askedMs += performance.now() - began;
      this.onWait?.end();
    }
  }

  /** Challenges navigate within their own site; only the final page is checked, by `arrivalRefusal`. */
  #clearsItself({ origin }: URL): boolean {
    return this.request.challenge !== undefined && origin === new URL(this.request.url).origin;
  }

  /** Returns why the final page must not be used, if that was not decided before; else null. */
  async arrivalRefusal(): Promise<FetchProblem | null> {
    return this.#passed.has(this.#current) ? null : this.#askedOnHop(this.#current);
  }
}

/** Returns the URL without its fragment. */
export function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
