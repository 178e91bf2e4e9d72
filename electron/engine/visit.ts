import type { FetchedPage, FetchProblem } from '../fetch/types.ts';
import { isRetryableStatus, retryDelayMs } from '../fetch/retry.ts';
import type { ClaimedRequest, CompletedPage, FetchFacts, NewEvent, UnfinishedPage } from './ledger.ts';
import type { Likeness } from './likeness.ts';
import { mayBeShown, mayRecall, readPage, type ReadPage, type ShowDependencies } from './shown-page.ts';
import { sitemapKindOf } from './sitemap-kind.ts';
import { bodyOf, factsOf, fetchUnlessUnchanged, type RevisitDependencies } from './revisit.ts';

/** What became of one visit; the scheduler tells it to the ledger. */
export type VisitOutcome =
  | { kind: 'complete'; page: CompletedPage; status: number; likeness: Likeness | null }
  | { kind: 'fail'; page: UnfinishedPage; status: number | null; likeness?: Likeness }
  | { kind: 'skip'; page: UnfinishedPage; status: number | null }
  | { kind: 'retry'; page: UnfinishedPage; status: number | null; delayMs: number; wholeOrigin: boolean }
  /** It goes back as it was. `holdOffMs`: nothing else of its site is to be tried sooner. */
  | { kind: 'release'; holdOffMs?: number };

export interface VisitDependencies extends RevisitDependencies, ShowDependencies {
  /** Why the page of this URL is not to be extracted again, or null; see `Ledger.alreadyExtracted`. */
  alreadyExtracted(url: string): Promise<string | null>;
  retryStatuses: readonly number[] | null;
  /** Reads a start URL that is a sitemap or a feed; null: they are not read (USE_SITEMAP). */
  readSitemap: ((page: FetchedPage) => Promise<void>) | null;
  /** Whether the likeness of a page without an item is wanted. */
  wantsLikeness: boolean;
  /** See `Clock`. */
  date: () => number;
  random: () => number;
}

/** One request from the network to its outcome: fetch, then the stages of `page.ts`. Never rejects for what a site does. */
export async function visit(request: ClaimedRequest, deps: VisitDependencies): Promise<VisitOutcome> {
  const { remembered, ...unknown } = request;
  const asked = remembered === undefined || mayRecall(request, deps) ? request : unknown;
  const { result, stored } = await fetchUnlessUnchanged(asked, deps);
  const events: NewEvent[] = [];
  if (!result.ok) return afterProblem(request, result.problem, events, deps);

  const { page } = result;
  const facts = factsOf(page, stored, request);
  const base = { id: request.id, facts, events };
  for (const hop of page.hops) {
    events.push({ kind: 'redirected', url: hop.url, message: `Redirected with status ${hop.status}.` });
  }
  if (isRetryableStatus(page.status, deps.retryStatuses)) {
    const reason = `The server answered ${page.status}.`;
    if (request.tries >= deps.retryTimes) {
      const times = request.tries + 1;
      const gaveUp = times === 1 ? reason : `The server answered ${page.status}, ${times} times in all.`;
      return { kind: 'fail', page: { ...base, reason: gaveUp, page: null, links: [] }, status: page.status };
    }
    const delayMs = retryDelayMs({
      tries: request.tries,
      status: page.status,
      headers: page.headers,
      now: deps.date(),
      random: deps.random,
    });
    const wholeOrigin = page.headers['retry-after'] !== undefined;
    const outcome = { ...base, reason, page: null, links: [] };
    return { kind: 'retry', page: outcome, status: page.status, delayMs, wholeOrigin };
  }
  if (stored === null && (page.status < 200 || page.status >= 300)) {
    const reason = `The server answered ${page.status}.`;
    return { kind: 'fail', page: { ...base, reason, page: null, links: [] }, status: page.status };
  }
  if (page.hops.length > 0 && request.callback !== null && request.depth > 0) {
    const reason = await deps.alreadyExtracted(page.finalUrl);
    if (reason !== null) {
      const skipped = { ...base, facts: { ...facts, answeredBy: 'memory' as const } };
      return { kind: 'skip', page: { ...skipped, reason, page: null, links: [] }, status: page.status };
    }
  }

  if (deps.readSitemap !== null && request.depth === 0 && sitemapKindOf(page.body) !== null) {
    await deps.readSitemap(page);
    return {
      kind: 'complete',
      page: { ...base, items: [], links: [], page: null },
      status: page.status,
      likeness: null,
    };
  }

  const input = {
    id: request.id,
    url: page.finalUrl,
    ...bodyOf(page, stored),
    depth: request.depth,
    callback: request.callback,
    follow: request.follow,
    wantsLikeness: deps.wantsLikeness,
  };
  const read: ReadPage = mayBeShown(page, deps)
    ? await readPage(input, page, request, deps, events)
    : { ok: true, output: await deps.process(input), finalUrl: page.finalUrl };
  if (!read.ok) return withFacts(afterProblem(request, read.problem, events, deps), facts);
  const { output } = read;
  facts.finalUrl = read.finalUrl;
  if (stored !== null && output.page !== null) output.page.encoding = stored.encoding;
  events.push(...output.events);
  if (output.failure !== null) {
    const { failure: reason, page: html, links } = output;
    const { likeness } = output;
    const failed = { ...base, reason, page: html, links };
    return {
      kind: 'fail',
      page: failed,
      status: page.status,
      ...(likeness === undefined ? {} : { likeness }),
    };
  }
  const items = output.item === null ? [] : [output.item];
  return {
    kind: 'complete',
    page: { ...base, items, links: output.links, page: output.page },
    status: page.status,
    likeness: output.likeness ?? null,
  };
}

/** The page was answered, but could not be shown. */
function withFacts(outcome: VisitOutcome, facts: FetchFacts): VisitOutcome {
  return outcome.kind === 'fail' || outcome.kind === 'skip' || outcome.kind === 'retry'
    ? { ...outcome, page: { ...outcome.page, facts } }
    : outcome;
}

function afterProblem(
  request: ClaimedRequest,
  problem: FetchProblem,
  events: NewEvent[],
  deps: VisitDependencies,
): VisitOutcome {
  if (problem.code === 'aborted') return { kind: 'release' };
  if (problem.retry?.unsent === true) return { kind: 'release', holdOffMs: problem.retry.afterMs };
  const unfinished: UnfinishedPage = {
    id: request.id,
    facts: null,
    reason: problem.message,
    events,
    page: null,
    links: [],
  };
  if (problem.code === 'blocked-hop') return { kind: 'skip', page: unfinished, status: null };
  const { afterMs = 0, always = false, wholeOrigin = false } = problem.retry ?? {};
  if (always) return { kind: 'retry', page: unfinished, status: null, delayMs: afterMs, wholeOrigin };
  if (!problem.transient || request.tries >= deps.retryTimes) {
    // A challenge says "go away" as 403 does.
    const status = problem.code === 'challenge' ? 403 : null;
    return { kind: 'fail', page: unfinished, status };
  }
  const backoffMs = retryDelayMs({
    tries: request.tries,
    status: null,
    headers: {},
    now: deps.date(),
    random: deps.random,
  });
  const delayMs = Math.max(afterMs, backoffMs);
  return { kind: 'retry', page: unfinished, status: null, delayMs, wholeOrigin };
}

/** What is said of a request that is tried again. Its end will be read off the request; this would be forgotten. */
export function withRetryEvents(
  { page, status, delayMs, wholeOrigin }: Extract<VisitOutcome, { kind: 'retry' }>,
  { url, tries }: ClaimedRequest,
  origin: string,
): UnfinishedPage {
  const seconds = `${(delayMs / 1000).toFixed(1)} s`;
  const retried = { kind: 'retried', url, message: `${page.reason} Try ${tries + 2} follows in ${seconds}.` };
  const throttled = { kind: 'throttled', url, message: `${origin} asks to wait ${seconds} (Retry-After).` };
  return {
    ...page,
    events: [...page.events, retried, ...(wholeOrigin && status !== null ? [throttled] : [])],
  };
}

/** Whether the answer came out of the cache: nobody asked the site. */
export function isReplayed(outcome: VisitOutcome): boolean {
  return outcome.kind !== 'release' && outcome.page.facts?.answeredBy === 'cache';
}
