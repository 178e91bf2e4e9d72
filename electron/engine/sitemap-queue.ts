import { counted } from '../../shared/counted.ts';
import { size } from '../fetch/problem.ts';
import { isRetryableStatus, retryDelayMs } from '../fetch/retry.ts';
import type { FetchedPage, FetchProblem, FetchResult } from '../fetch/types.ts';
import type { NewEvent, NewRequest } from './ports/ledger.ts';
import type { FoundSitemap } from './ports/run-share.ts';
import { requestFor, type RequestPlan } from './requests.ts';
import { resolveUrl } from './resolve.ts';
import { claimUrls, originOf } from './rules.ts';
import { decodeRobots, maxRobotsBytes, parseRobots, robotsFromStatus } from './robots.ts';
import type { DomainMatcher } from './domains.ts';
import { looksLikeSitemap } from './sitemap-kind.ts';
import { readSitemap, sitemapLimits, type SitemapEntry } from './sitemap.ts';

/** Maximum nesting of sitemap indexes: the protocol has one level, some sites two. */
const maxLevel = 3;
/** Maximum number of files of a run. Full ones would have fifty million URLs. */
const maxFiles = 1000;

/** A sitemap to read. */
export interface SitemapFile {
  url: string;
  kind: 'sitemap' | 'robots';
  origin: string;
  /** 1 for those that robots.txt names, plus one for each index above it. */
  level: number;
  /** Whether it is at the usual place and was not named anywhere. */
  guessed: boolean;
  tries: number;
  /** Earliest time to read it, see `Clock`. */
  dueAt: number;
}

/** What determines the requests for the URLs of a sitemap. */
export type SitemapPlan = RequestPlan & { domains: DomainMatcher };

/** What the sitemap queue needs from the crawl. */
export interface SitemapDependencies {
  plan: SitemapPlan;
  retryTimes: number;
  retryStatuses: readonly number[];
  /** @param tries number of earlier tries */
  fetch(url: string, tries: number): Promise<FetchResult>;
  /** Returns why robots.txt forbids the file, or null. */
  refusedByRobots(url: string): string | null;
  admit(requests: readonly NewRequest[]): Promise<number>;
  /** Stores the sitemaps that are found, for the session that reads them; null or left out: this one reads what it finds. */
  offer?: ((sitemaps: readonly FoundSitemap[]) => Promise<void>) | null;
  record(events: readonly NewEvent[]): Promise<void>;
  /** Records that something is queued at an origin from the given time on (0: at once). */
  markPending(origin: string, dueAt: number): void;
  /** See `Clock`. */
  now(): number;
  date(): number;
  random(): number;
}

/**
 * The sitemaps of a run that have yet to be read, by origin. Held in memory only: when a run is resumed, the sitemaps are read
 * again, and the ledger drops the URLs that it has (decision 0105).
 */
export class SitemapQueue {
  readonly #deps: SitemapDependencies;
  readonly #files = new Map<string, SitemapFile[]>();
  readonly #known = new Set<string>();
  /** Origins whose last turn was a sitemap: the next one is a page's. */
  readonly #served = new Set<string>();
  #offered: FoundSitemap[] = [];
  #full = false;

  constructor(deps: SitemapDependencies) {
    this.#deps = deps;
  }

  /** Adds the Sitemap lines of a start origin's robots.txt, or the usual place if there are none. */
  addFromRobots(origin: string, sitemaps: readonly string[]): void | Promise<void> {
    const named = sitemaps.flatMap((written) => {
      const resolved = resolveUrl(written, `${origin}/`);
      return resolved.ok ? [resolved.url] : [];
    });
    for (const url of named) this.#find({ url, level: 1, of: origin, guessed: false });
    if (named.length === 0) {
      this.#find({ url: `${origin}/sitemap.xml`, level: 1, of: origin, guessed: true });
    }
    return this.#offerFound();
  }

  /** Adds sitemaps that sessions of the run have found. */
  addFound(sitemaps: readonly FoundSitemap[]): void {
    for (const { url, level, guessed } of sitemaps) this.#add(url, 'sitemap', level, guessed);
  }

  /** Adds a start URL that an earlier session has read: it may be an index with files that have yet to be read. */
  addStartUrl(url: string): void {
    if (looksLikeSitemap(url)) this.#add(url, 'sitemap', 1);
  }

  /** Reads a start URL that turned out to be a sitemap, unless it is read as a named one. */
  async readStartUrl(url: string, { body, wasCut = false }: FetchedPage): Promise<void> {
    if (this.#known.has(url)) return;
    this.#known.add(url);
    const file = {
      url,
      kind: 'sitemap',
      origin: originOf(url),
      level: 1,
      guessed: false,
      tries: 0,
      dueAt: 0,
    } as const;
    await this.#takeFrom(file, body, wasCut);
  }

  /** Fetches robots.txt for its Sitemap lines alone, in runs that do not obey it. */
  askRobots(origin: string): void {
    this.#add(`${origin}/robots.txt`, 'robots', 0);
  }

  /**
   * Returns the sitemap of an origin to read now; null if there is none, or if it is the turn of a page.
   * @param pagesWait whether there are pages that could have the turn
   */
  take(origin: string, pagesWait: boolean): SitemapFile | null {
    const files = this.#files.get(origin);
    if (files === undefined) return null;
    if (pagesWait && this.#served.delete(origin)) return null;
    const at = files.findIndex(({ dueAt }) => dueAt <= this.#deps.now());
    const [file] = at === -1 ? [] : files.splice(at, 1);
    if (file === undefined) return null;
    if (files.length === 0) this.#files.delete(origin);
    else this.#deps.markPending(origin, 0);
    this.#served.add(origin);
    return file;
  }

  /** Whether some have yet to be read. */
  get areLeft(): boolean {
    return this.#files.size > 0;
  }

  /**
   * Returns the sitemap of any origin to read now; or, if none is due, the time at which one will be; or null.
   * @param isBusy whether a sitemap of an origin is being read
   */
  takeAny(isBusy: (origin: string) => boolean): SitemapFile | { at: number } | null {
    const now = this.#deps.now();
    let soonest = Infinity;
    for (const [origin, files] of this.#files) {
      if (isBusy(origin)) continue;
      for (const file of files) soonest = Math.min(soonest, file.dueAt);
      const file = soonest <= now ? this.take(origin, false) : null;
      if (file !== null) return file;
    }
    return soonest === Infinity ? null : { at: soonest };
  }

  /** Reads a file and admits the URLs in it. Rejects only if the ledger does. */
  async read(file: SitemapFile): Promise<void> {
    const refusal = file.kind === 'robots' ? null : this.#deps.refusedByRobots(file.url);
    if (refusal !== null) return this.#report(file, `was not read: ${refusal}`);
    const result = await this.#deps.fetch(file.url, file.tries);
    if (!result.ok) {
      if (result.problem.code === 'aborted') return;
      if (result.problem.transient && this.#again(file, null, {}, result.problem.retry)) return;
      return this.#failed(file, result.problem.message);
    }
    const { status, headers, body, wasCut = false } = result.page;
    if (isRetryableStatus(status, this.#deps.retryStatuses) && this.#again(file, status, headers)) return;
    if (file.kind === 'robots') {
      const isThere = robotsFromStatus(status) === 'parse';
      const text = isThere ? decodeRobots(body.subarray(0, maxRobotsBytes)) : '';
      await this.addFromRobots(file.origin, parseRobots(text, body.byteLength > maxRobotsBytes).sitemaps);
    } else if (status === 404 || status === 410) {
      await this.#report(
        file,
        file.guessed ? 'does not exist, and robots.txt names none.' : 'does not exist.',
      );
    } else if (status < 200 || status >= 300) {
      await this.#failed(file, `the server answered ${status}.`);
    } else {
      await this.#takeFrom(file, body, wasCut);
    }
  }

  async #takeFrom(file: SitemapFile, body: Uint8Array, wasCut: boolean): Promise<void> {
    const counts = { taken: 0, fresh: 0 };
    const dropped = new Map<string, number>();
    const take = async (entries: SitemapEntry[]): Promise<void> => {
      const absolute = entries.map((entry) => ({ ...entry, url: absoluteUrl(entry, file.url) }));
      for (const { kind, url } of absolute) {
        if (kind === 'sitemap') this.#find({ url, level: file.level + 1, of: null, guessed: false });
      }
      const pages = absolute.filter(({ kind }) => kind === 'page').map(({ url }) => url);
      const { plan } = this.#deps;
      const claims = claimUrls(plan.rules, pages, plan.domains);
      for (const { reason } of claims.dropped) dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
      counts.taken += claims.claimed.length;
      const requests = claims.claimed.map((url) => requestFor(plan, url, 1, null));
      if (requests.length > 0) counts.fresh += await this.#deps.admit(requests);
    };
    const report = await readSitemap(body, take, sitemapLimits, wasCut);
    await this.#offerFound();
    const { pages, sitemaps } = report;
    const larger = `is larger than DOWNLOAD_MAXSIZE (${size(body.byteLength)}); the rest was not read`;
    const problem = wasCut ? larger : report.problem;
    const parts = [...dropped].map(([reason, count]) => `${count} ${reason}`);
    const held = [
      sitemaps > 0 ? counted(sitemaps, 'sitemap') : '',
      pages > 0 || sitemaps === 0
        ? `${counted(pages, 'URL')}, of which the rules took ${counts.taken} (${counts.fresh} new)`
        : '',
    ].filter((part) => part !== '');
    const but = parts.length === 0 ? '' : ` Dropped: ${parts.join(', ')}.`;
    await this.#report(file, `holds ${held.join(' and ')}.${but}`);
    if (problem !== null) await this.#report(file, `${problem}.`, 'sitemap-problem');
  }

  #find(found: FoundSitemap): void {
    if (this.#deps.offer === null || this.#deps.offer === undefined) this.addFound([found]);
    else this.#offered.push(found);
  }

  #offerFound(): Promise<void> | undefined {
    const offered = this.#offered;
    if (offered.length === 0) return undefined;
    this.#offered = [];
    return this.#deps.offer?.(offered);
  }

  #add(url: string, kind: SitemapFile['kind'], level: number, guessed = false): void {
    if (this.#known.has(url)) return;
    const file = { url, kind, origin: originOf(url), level, guessed, tries: 0, dueAt: 0 };
    if (this.#known.size >= maxFiles) {
      if (!this.#full) this.#note(file, `and those after it were not read: ${maxFiles} are read in a run.`);
      this.#full = true;
      return;
    }
    this.#known.add(url);
    if (level > maxLevel) this.#note(file, `was not read: indexes are followed ${maxLevel} levels deep.`);
    else if (this.#deps.plan.domains.allows(url)) this.#queue(file);
    else this.#note(file, 'was not read: it is outside allowed_domains.');
  }

  #queue(file: SitemapFile): void {
    const files = this.#files.get(file.origin);
    if (files === undefined) this.#files.set(file.origin, [file]);
    else files.push(file);
    this.#deps.markPending(file.origin, file.dueAt);
  }

  /** Returns a file to the queue for another try; false if its tries are used up. */
  #again(
    file: SitemapFile,
    status: number | null,
    headers: Record<string, string>,
    { afterMs = 0, always = false, unsent = false }: Partial<NonNullable<FetchProblem['retry']>> = {},
  ): boolean {
    const { tries } = file;
    if (tries >= this.#deps.retryTimes && !always) return false;
    const now = this.#deps.date();
    const backoff = retryDelayMs({ tries, status, headers, now, random: () => this.#deps.random() });
    const delay = always ? afterMs : Math.max(afterMs, backoff);
    this.#queue({ ...file, tries: unsent ? tries : tries + 1, dueAt: this.#deps.now() + delay });
    return true;
  }

  async #failed(file: SitemapFile, reason: string): Promise<void> {
    if (file.kind === 'robots') await this.addFromRobots(file.origin, []);
    await this.#report(file, `could not be read: ${reason}`, 'sitemap-problem');
  }

  #report(file: SitemapFile, message: string, kind = 'sitemap'): Promise<void> {
    const what = file.kind === 'robots' ? '' : 'The sitemap ';
    return this.#deps.record([{ kind, url: file.url, message: `${what}${file.url} ${message}` }]);
  }

  /** Records an event without waiting; a failing ledger rejects its next call. */
  #note(file: SitemapFile, message: string): void {
    this.#report(file, message, 'sitemap-problem').catch(() => undefined);
  }
}

/** Resolves a URL: the protocol requires absolute ones, but some sites write relative ones. */
function absoluteUrl({ url }: SitemapEntry, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return url;
  const resolved = resolveUrl(url, base);
  return resolved.ok ? resolved.url : url;
}
