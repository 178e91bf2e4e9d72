import { formRoad } from '../../shared/roads.ts';
import type { FileSettings } from '../../shared/spider/settings.ts';
import type { BodyPart, FetchedPage, FetchProblem, FetchResult } from '../fetch/types.ts';
import { isRetryableStatus, retryDelayMs } from '../fetch/retry.ts';
import type {
  ClaimedRequest,
  CompletedPage,
  FetchFacts,
  NewEvent,
  StoredPage,
  UnfinishedPage,
} from './ports/ledger.ts';
import type { Likeness } from './likeness.ts';
import { expired, keptLogin, loginPage, loginUrl, type LoginDependencies } from './login-page.ts';
import {
  mayBeRendered,
  mayUseStoredPage,
  readPage,
  type ReadPage,
  type RenderDependencies,
} from './rendered-page.ts';
import { FileReceiver, type KeepChunk } from './file-request.ts';
import { sitemapKindOf } from './sitemap-kind.ts';
import { bodyOf, factsOf, fetchUnlessUnchanged, type RevisitDependencies } from './revisit.ts';

/** Outcome of one request; `Recorder` writes it to the ledger. */
export type RequestOutcome =
  | { kind: 'complete'; page: CompletedPage; status: number; likeness: Likeness | null }
  | { kind: 'fail'; page: UnfinishedPage; status: number | null; likeness?: Likeness }
  | { kind: 'skip'; page: UnfinishedPage; status: number | null }
  | { kind: 'retry'; page: UnfinishedPage; status: number | null; delayMs: number; wholeOrigin: boolean }
  /**
   * The request returns to the queue unchanged. `delayMs`: delay of all requests to its origin. `isKeptLogin`: its cached answer is a
   * login page, which says nothing of the login now.
   */
  | { kind: 'release'; delayMs?: number; isExpired?: boolean; isKeptLogin?: boolean };

/** How long a request is put off that leads to a host which has no turn to give, in milliseconds. */
const putOffMs = 5000;

/** What the processing of a request needs from the crawl. */
export interface RequestDependencies extends RevisitDependencies, RenderDependencies, LoginDependencies {
  /** Returns why a page behind redirects is not extracted again, or null; see `Ledger.alreadyExtracted`. */
  alreadyExtracted(page: Pick<FetchedPage, 'finalUrl' | 'hops'>): Promise<string | null>;
  retryStatuses: readonly number[] | null;
  /** Reads a start URL that is a sitemap or a feed; null if these are not read (USE_SITEMAP). */
  readSitemap: ((page: FetchedPage) => Promise<void>) | null;
  /** Whether to compute the likeness of a page without an item. */
  wantsLikeness: boolean;
  /** Fetches a file. */
  fetchFile(url: string, part: BodyPart): Promise<FetchResult>;
  /** Stores a chunk of the file that the request receives. */
  keepChunk: KeepChunk;
  files: FileSettings;
  /** See `Clock`. */
  date: () => number;
  random: () => number;
}

/** Facts recorded in the ledger for every request with a response. */
interface Answered {
  id: string;
  facts: FetchFacts & { fetchedAt: number };
  events: NewEvent[];
}

/** Processes one request: fetches it, then runs the stages of `page.ts`. Never rejects because of a site. */
export async function processRequest(
  request: ClaimedRequest,
  deps: RequestDependencies,
): Promise<RequestOutcome> {
  if (request.isFile === true) return processFile(request, deps);
  const { validators, ...unconditional } = request;
  const asked = validators === undefined || mayUseStoredPage(request, deps) ? request : unconditional;
  const { result, stored } = await fetchUnlessUnchanged(asked, deps);
  if (!result.ok) return unreceived(request, result.problem, deps);

  const { page } = result;
  const answered = answeredBy(request, page, stored, deps);
  const isRead = page.status < 400 && deps.ways.repeated === null;
  const login = loginUrl(page, deps) ?? (isRead ? null : await loginPage(request, page, deps));
  if (login !== null) return login;
  if (deps.ways.repeated !== null) return asRepeated(request.id, deps.ways.repeated, answered.events);
  const refused = afterBadStatus(request, page, stored !== null, answered, deps);
  if (refused !== null) return refused;
  if (page.hops.length > 0 && request.callback !== null && request.depth > 0) {
    const reason = await deps.alreadyExtracted(page);
    if (reason !== null)
      return (await loginPage(request, page, deps)) ?? extractedBefore(answered, reason, page.status);
  }
  if (deps.readSitemap !== null && request.depth === 0 && sitemapKindOf(page.body) !== null) {
    await deps.readSitemap(page);
    const nothing = { ...answered, items: [], links: [], page: null };
    return { kind: 'complete', page: nothing, status: page.status, likeness: null };
  }
  return processAnswer(request, page, stored, answered, deps);
}

/** The outcome of a request without an answer; a redirect to the login tells that that has expired. */
function unreceived(
  request: ClaimedRequest,
  problem: FetchProblem,
  deps: RequestDependencies,
): RequestOutcome {
  if (problem.code === 'blocked-hop' && deps.ways.isKeptLogin) return keptLogin;
  const isExpired = problem.code === 'blocked-hop' && (deps.login?.reached() ?? null) !== null;
  return isExpired ? expired : afterProblem(request, problem, [], deps);
}

/** Processes the request for a file, which is kept as it is. */
async function processFile(request: ClaimedRequest, deps: RequestDependencies): Promise<RequestOutcome> {
  const receiver = new FileReceiver(deps.files, deps.keepChunk);
  const result = await deps.fetchFile(request.url, receiver.part);
  if (receiver.isLost) return { kind: 'release' };
  if (!result.ok) return unreceived(request, result.problem, deps);
  const { page } = result;
  if (deps.login?.meetsUrl(page.finalUrl) === true) return expired;
  const answered = answeredBy(request, page, null, deps);
  const refused = afterBadStatus(request, page, false, answered, deps);
  if (refused !== null) return refused;
  const file = receiver.read(page);
  const nothing = { ...answered, links: [], page: null };
  if (typeof file === 'string')
    return { kind: 'fail', page: { ...nothing, reason: file }, status: page.status };
  return { kind: 'complete', page: { ...nothing, items: [], file }, status: page.status, likeness: null };
}

/** What is recorded of a response. */
function answeredBy(
  request: ClaimedRequest,
  page: FetchedPage,
  stored: StoredPage | null,
  { date }: Pick<RequestDependencies, 'date'>,
): Answered {
  const fetchedAt = Math.round(page.cachedAt ?? date());
  const events = page.hops.map(({ url, status, refreshSeconds }): NewEvent => {
    const message =
      refreshSeconds === undefined
        ? `Redirected with status ${status}.`
        : `Redirected by a meta refresh after ${refreshSeconds} s.`;
    return { kind: 'redirected', url, message };
  });
  return { id: request.id, facts: { ...factsOf(page, stored, request), fetchedAt }, events };
}

/** Returns the outcome of an unsuccessful status, a retry or a failure; null if the page may be processed. */
function afterBadStatus(
  { tries, depth, message: sent }: ClaimedRequest,
  { status, headers, finalUrl }: FetchedPage,
  isUnchanged: boolean,
  answered: Answered,
  deps: RequestDependencies,
): RequestOutcome | null {
  const failed = (reason: string) => ({ ...answered, reason, page: null, links: [] });
  const reason =
    status === 405 ? wrongMethod(sent?.method ?? 'GET', finalUrl, headers) : `The server answered ${status}.`;
  if (!isRetryableStatus(status, deps.retryStatuses)) {
    const isGood = isUnchanged || (status >= 200 && status < 300);
    if (isGood) return null;
    // RFC 9110, section 15.5.2: a server that wants a login says which.
    if (depth === 0 && status === 401 && headers['www-authenticate'] !== undefined) {
      const message = `The start URL ${finalUrl} asks for a login (status 401).`;
      answered.events.push({ kind: 'login-wall', url: finalUrl, message });
    }
    return { kind: 'fail', page: failed(reason), status };
  }
  if (tries >= deps.retryTimes) {
    const gaveUp = tries === 0 ? reason : `The server answered ${status}, ${tries + 1} times in all.`;
    return { kind: 'fail', page: failed(gaveUp), status };
  }
  const delayMs = retryDelayMs({ tries, status, headers, now: deps.date(), random: deps.random });
  const wholeOrigin = headers['retry-after'] !== undefined;
  return { kind: 'retry', page: failed(reason), status, delayMs, wholeOrigin };
}

/** What an answer 405 says (RFC 9110, section 15.5.6), and what sends a request that the server may take. */
function wrongMethod(method: string, url: string, { allow }: FetchedPage['headers']): string {
  const taken = (allow ?? '')
    .split(',')
    .map((name) => name.trim().toUpperCase())
    .filter((name) => /^(?:GET|POST|PUT|PATCH)$/.test(name));
  const instead = taken.length === 0 ? '' : `; it takes ${taken.join(' or ')} there`;
  const road =
    method === 'GET'
      ? `start_requests, and form in the follow of iterate, send a form by POST. ${formRoad(url)}`
      : 'Set another method.';
  return `The server answered 405: it takes no ${method} at this address${instead}. ${road}`;
}

function extractedBefore(answered: Answered, reason: string, status: number): RequestOutcome {
  const facts = { ...answered.facts, answeredBy: 'memory' as const };
  return { kind: 'skip', page: { ...answered, facts, reason, page: null, links: [] }, status };
}

/** Processes the page that was received, or the stored one in its place. */
async function processAnswer(
  request: ClaimedRequest,
  page: FetchedPage,
  stored: StoredPage | null,
  answered: Answered,
  deps: RequestDependencies,
): Promise<RequestOutcome> {
  const { facts, events } = answered;
  const { status } = page;
  const input = {
    id: request.id,
    url: page.finalUrl,
    ...bodyOf(page, stored),
    fetchedAt: facts.fetchedAt,
    depth: request.depth,
    priority: request.priority,
    callback: request.callback,
    follow: request.follow,
    wantsLikeness: deps.wantsLikeness,
    ...(request.message === undefined ? {} : { message: request.message }),
    ...(page.headers['link'] === undefined ? {} : { linkHeader: page.headers['link'] }),
    ...(request.depth === 0 && page.hops.length > 0 ? { isRedirectedStart: true } : {}),
  };
  const read: ReadPage = mayBeRendered(page, deps)
    ? await readPage(input, page, request, deps, events)
    : { ok: true, output: await deps.process(input), finalUrl: page.finalUrl };
  if (!read.ok && read.problem.code === 'blocked-hop' && (deps.login?.reached() ?? null) !== null)
    return expired;
  if (!read.ok) return withFacts(afterProblem(request, read.problem, events, deps), facts);
  const { items, rows, links, failure, empty, likeness, loginExpired } = read.output;
  if (loginExpired !== undefined && stored !== null) {
    // What an earlier run has stored is a login page, and by that date the page itself has not changed.
    const { validators: _validators, ...anew } = request;
    return processRequest(anew, deps);
  }
  if (deps.login !== null && (loginExpired !== undefined || deps.login.isLoginUrl(read.finalUrl))) {
    if (page.fromCache === true) return keptLogin;
    deps.login.meetsUrl(read.finalUrl);
    deps.login.met(loginExpired ?? '');
    return expired;
  }
  if (deps.ways.repeated !== null) return asRepeated(request.id, deps.ways.repeated, events);
  const kept = read.output.page;
  facts.finalUrl = read.finalUrl;
  if (read.rendered === true) facts.rendered = true;
  if (stored !== null && kept !== null) kept.encoding = stored.encoding;
  events.push(...read.output.events);
  if (failure !== null) {
    const failed = { ...answered, reason: failure, page: kept, links };
    return { kind: 'fail', page: failed, status, ...(likeness === undefined ? {} : { likeness }) };
  }
  if (empty !== null) events.push({ kind: 'no-rows', url: read.finalUrl, message: empty });
  const completed = { ...answered, items, rows, reason: empty, links, page: kept };
  return { kind: 'complete', page: completed, status, likeness: likeness ?? null };
}

/** The outcome of a request whose page belongs to another one. */
const asRepeated = (id: string, reason: string, events: NewEvent[]): RequestOutcome => ({
  kind: 'skip',
  page: { id, facts: null, reason, events, page: null, links: [] },
  status: null,
});

/** Adds the facts of the fetch to the outcome of a page that could not be rendered. */
function withFacts(outcome: RequestOutcome, facts: FetchFacts): RequestOutcome {
  return outcome.kind === 'fail' || outcome.kind === 'skip' || outcome.kind === 'retry'
    ? { ...outcome, page: { ...outcome.page, facts } }
    : outcome;
}

function afterProblem(
  request: ClaimedRequest,
  problem: FetchProblem,
  events: NewEvent[],
  deps: RequestDependencies,
): RequestOutcome {
  if (problem.code === 'aborted') return { kind: 'release' };
  if (problem.retry?.unsent === true) return { kind: 'release', delayMs: problem.retry.afterMs };
  const unfinished: UnfinishedPage = {
    id: request.id,
    facts: null,
    reason: problem.message,
    events,
    page: null,
    links: [],
  };
  if (problem.code === 'blocked-hop' && deps.ways.isPutOff)
    return { kind: 'retry', page: unfinished, status: null, delayMs: putOffMs, wholeOrigin: false };
  if (problem.code === 'blocked-hop') return { kind: 'skip', page: unfinished, status: null };
  const { afterMs = 0, always = false, wholeOrigin = false } = problem.retry ?? {};
  if (always) return { kind: 'retry', page: unfinished, status: null, delayMs: afterMs, wholeOrigin };
  if (!problem.transient || request.tries >= deps.retryTimes) {
    // A challenge is a refusal, like status 403.
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

/**
 * Adds events about retries to an outcome. The end of a request is recorded with the request itself; a retry would leave no
 * trace.
 */
export function withRetryEvents(
  { page, status, delayMs, wholeOrigin }: Extract<RequestOutcome, { kind: 'retry' }>,
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

/** Whether the response came from the HTTP cache, so that the site was not contacted. */
export function isReplayed(outcome: RequestOutcome): boolean {
  return outcome.kind !== 'release' && outcome.page.facts?.answeredBy === 'cache';
}
