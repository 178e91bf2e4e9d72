import { fingerprintRequest, fingerprintUrl, fingerprintWith } from '../engine/fingerprint.ts';
import { startPrints } from '../engine/seeds.ts';
import { completeItem, extendTravelling, type TravellingValues } from '../engine/merge-item.ts';
import { createOffline, readKeptPage, type OfflineExtractor, type ReadPage } from '../engine/offline.ts';
import type { NewItem, NewRow } from '../engine/ports/ledger.ts';
import type { PageQueries } from '../store/pages/page-queries.ts';
import type { RequestQueries, RequestRow } from '../store/requests/request-queries.ts';
import type { Spider } from '../../shared/spider/schema.ts';

/** The ports in which causes are looked for. */
export interface EvidencePorts {
  requests: Pick<RequestQueries, 'find' | 'get' | 'message' | 'rowsTo'>;
  pages: Pick<PageQueries, 'ofRequest'>;
}

/** A run with the spider that it used: settings and arguments of the run are in place. */
export interface EvidenceRun {
  id: string;
  spider: Spider;
  /** Whether it rendered every page in a browser. */
  rendered: boolean;
  /** Why it ended before its work was done, for example "was stopped"; null: it ended by itself. */
  cutShort: string | null;
}

/** A stored page as it was read. */
export interface KeptText {
  text: string;
  read: ReadPage;
}

/** Parsed pages and results that are kept: neighbours ask for the same ones. */
const maxKept = 12;
/** Pages that lead to one page, at most, whose rows are asked for values. */
const maxSources = 3;
/** Pages of rows on the way to a page, at most. */
const maxLevels = 3;

/** A run whose stored pages and spider answer questions. */
export class RunEvidence {
  readonly run: EvidenceRun;
  readonly #ports: EvidencePorts;
  readonly #offline: OfflineExtractor;
  readonly #pages = new Map<string, Promise<KeptText | null>>();
  readonly #items = new Map<string, Promise<NewItem[] | null>>();

  constructor(run: EvidenceRun, ports: EvidencePorts) {
    this.run = run;
    this.#ports = ports;
    this.#offline = createOffline(run.spider);
  }

  request(id: string): Promise<RequestRow> {
    return this.#ports.requests.get(id);
  }

  /** The request of this run for the same page as one of another run; null: there is none. */
  async counterpart({ url, method, callback, run, id }: RequestRow): Promise<RequestRow | null> {
    const { requests } = this.#ports;
    if (run === this.run.id) return requests.get(id);
    const fingerprint = fingerprintRequest(url, method === undefined ? null : await requests.message(id));
    const second = await requests.find(this.run.id, fingerprintWith(fingerprint, callback));
    return second ?? (await requests.find(this.run.id, fingerprint));
  }

  /** The stored page of a request of this run; null: none is stored. */
  page(request: RequestRow): Promise<KeptText | null> {
    return kept(this.#pages, request.id, async () => {
      const page = await this.#ports.pages.ofRequest(request.id);
      if (page === null) return null;
      const { url, html, kind, fetchedAt } = page;
      const facts = { kind, contentType: request.contentType, fetchedAt: Date.parse(fetchedAt) };
      return { text: html, read: readKeptPage({ url, text: html, ...facts, rendered: this.run.rendered }) };
    });
  }

  /**
   * What this run's spider makes of the page of a request of `pages`, with the values of the rows that lead to it. Null: the page is not
   * stored.
   */
  items(pages: RunEvidence, request: RequestRow): Promise<NewItem[] | null> {
    return kept(this.#items, `${pages.run.id} ${request.id}`, async () => {
      const page = await pages.page(request);
      if (page === null) return null;
      const { items } = this.#offline.extract(page.read, await this.#callbackFor(request));
      const ways = await this.#waysTo(pages, request, maxLevels);
      return ways.length === 0
        ? items
        : items.flatMap((item) => ways.map((along) => completeItem(item, along)));
    });
  }

  /** Whether this run's spider finds a way from the page of a request of `pages` to a URL. Null: the page is not stored. */
  async leadsTo(pages: RunEvidence, from: RequestRow, url: string): Promise<boolean | null> {
    const page = await pages.page(from);
    if (page === null) return null;
    const wanted = fingerprintUrl(url);
    const { links, rows } = this.#offline.extract(page.read, await this.#callbackFor(from));
    return links.some((link) => fingerprintUrl(link.url) === wanted) || rows.some((row) => isTo(row, wanted));
  }

  /** Whether the spider names a URL as one to start with. */
  startsWith(url: string): boolean {
    return startPrints(this.run.spider).has(fingerprintUrl(url));
  }

  /** Whether a rule of the spider takes the page of a URL. */
  takes(url: string): boolean {
    return this.#offline.callbackFor(url).callback !== null;
  }

  /** The callback that the page of a request has in this run, or would have. */
  async #callbackFor(request: RequestRow): Promise<string | null> {
    const own = await this.counterpart(request);
    return own === null ? this.#offline.callbackFor(request.url).callback : own.callback;
  }

  /** Values of the rows that lead to a page, one for each way. */
  async #waysTo(pages: RunEvidence, request: RequestRow, levels: number): Promise<TravellingValues[]> {
    if (levels === 0) return [];
    const { rows } = await this.#ports.requests.rowsTo(request.id, maxSources);
    const sources = new Set(rows.map(({ from }) => from.id));
    if (request.parent !== null) sources.add(request.parent);
    const wanted = fingerprintUrl(request.url);
    const ways: TravellingValues[] = [];
    for (const source of sources) {
      const from = await this.#ports.requests.get(source);
      const page = await pages.page(from);
      if (page === null) continue;
      const found = this.#offline.extract(page.read, await this.#callbackFor(from)).rows;
      const leading = found.filter((row) => isTo(row, wanted));
      if (leading.length === 0) continue;
      const earlier = await this.#waysTo(pages, from, levels - 1);
      for (const row of leading)
        ways.push(...(earlier.length === 0 ? [row] : earlier.map((along) => extendTravelling(along, row))));
    }
    return ways;
  }
}

const isTo = ({ request }: NewRow, fingerprint: string): boolean =>
  request !== null && fingerprintUrl(request.url) === fingerprint;

/** A value that is made once; the oldest one is forgotten. */
function kept<T>(values: Map<string, T>, name: string, make: () => T): T {
  const known = values.get(name);
  if (known !== undefined) return known;
  const made = make();
  values.set(name, made);
  const [oldest] = values.keys();
  if (values.size > maxKept && oldest !== undefined) values.delete(oldest);
  return made;
}
