import { problem } from '../fetch/problem.ts';
import { hostRefusal, proxiedHostRefusal } from '../fetch/address.ts';
import type { FetchProblem, Hop } from '../fetch/types.ts';
import type { GivenDocument, RenderRequest } from './types.ts';

/** Why a rendering ended before it had a page. */
export class RenderStop extends Error {
  override readonly name = 'RenderStop';
  readonly problem: FetchProblem;
  /** `page`: the tab is as good as before; else it is not to be used again. */
  readonly fault: 'page' | 'crash' | 'hang' | 'browser' | 'download';

  constructor(reason: FetchProblem, fault: RenderStop['fault'] = 'page') {
    super(reason.message);
    this.problem = reason;
    this.fault = fault;
  }
}

/** What is decided about a document that the page asks for. */
export type Decision =
  | { kind: 'give'; document: GivenDocument }
  | { kind: 'go-on' }
  /** `stop`: it ends the visit; null: it has nothing to do with it. */
  | { kind: 'refuse'; stop: RenderStop | null };

export interface VisitLimits {
  allowPrivate: boolean;
  maxRedirects: number;
  maxUrlLength: number;
}

/** The documents that one rendering goes through: the first, redirects, and where scripts lead. */
export class Visit {
  readonly request: RenderRequest;
  /** Redirects and the like so far; their status is filled in at the end. */
  readonly hops: Hop[] = [];
  /** The last document's answer; null: none yet. */
  answer: { status: number; headers: Record<string, string> } | null = null;
  consoleErrors = 0;
  /** Told when `onHop` is asked, which may take its time, and when it has answered. */
  onWait: { begin: () => void; end: () => void } | null = null;
  /** Documents that have arrived. */
  arrivals = 0;
  readonly #limits: VisitLimits;
  /** Statuses by URL, to tell what led to what. */
  readonly #statuses = new Map<string, number>();
  #given: GivenDocument | null;
  #current: string;
  readonly #passed: Set<string>;
  #documents = 0;
  #begun = false;

  constructor(request: RenderRequest, limits: VisitLimits) {
    this.request = request;
    this.#limits = limits;
    this.#given = request.document;
    this.#current = withoutHash(request.url);
    this.#passed = new Set([this.#current]);
  }

  /** URL of the document that is there, or on its way. */
  get url(): string {
    return this.#current;
  }

  /** The redirects with the statuses that were seen. */
  get history(): Hop[] {
    return this.hops.map(({ url }) => ({ url, status: this.#statuses.get(url) ?? 200 }));
  }

  /** Notes the answer to a document's request. @returns whether it is the document itself, and no redirect */
  answered(url: string, status: number, headers: Record<string, string>): boolean {
    this.#statuses.set(withoutHash(url), status);
    if (status >= 300 && status < 400 && headers['location'] !== undefined) return false;
    // What was given came with more than the browser was handed.
    const isGiven = this.request.document !== null && this.#documents === 0;
    if (!isGiven) this.answer = { status, headers };
    return !isGiven;
  }

  /** Whether its first document was asked for. */
  get hasBegun(): boolean {
    return this.#begun;
  }

  /**
   * Judges the next document; `onHop` may take its time.
   * @param alone no other page is in the tab that might have asked for it
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
    if (this.#documents > maxRedirects + 1) {
      const message = `${withoutHash(this.request.url)} went on to another page more than ${maxRedirects} times, which is the limit.`;
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
      const message = `${from} goes on to a URL of ${url.length} characters; the limit is ${maxUrlLength}.`;
      return problem('bad-redirect', message);
    }
    const refuse = this.request.proxy === null ? hostRefusal : proxiedHostRefusal;
    const address = allowPrivate ? null : refuse(parsed.hostname);
    if (address !== null) return problem('blocked-address', address);
    if (this.#passed.has(url) || this.#clearsItself(parsed)) return null;
    const refusal = await this.#askedOnHop(url);
    if (refusal !== null) return refusal;
    this.#passed.add(url);
    return null;
  }

  async #askedOnHop(url: string): Promise<FetchProblem | null> {
    this.onWait?.begin();
    try {
      const refusal = (await this.request.onHop?.(url)) ?? null;
      return refusal === null ? null : problem('blocked-hop', refusal);
    } finally {
      this.onWait?.end();
    }
  }

  /** Challenges send the browser round their own site; only where it ends up is judged. */
  #clearsItself({ origin }: URL): boolean {
    return this.request.challenge !== undefined && origin === new URL(this.request.url).origin;
  }

  /** Why the page that came of it is not to be used, where that could not be judged on the way; else null. */
  async arrivalRefusal(): Promise<FetchProblem | null> {
    return this.#passed.has(this.#current) ? null : this.#askedOnHop(this.#current);
  }
}

export function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
