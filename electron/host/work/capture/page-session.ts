import type { RequestMessage } from '../../../../shared/request-message.ts';
import type { Advice } from '../../../../shared/contract/advice.ts';
import type { Paging } from '../../../browser/types.ts';
import { isHtml } from '../../../fetch/page-kind.ts';
import type { FetchedPage, FetchProblem, FetchResult } from '../../../fetch/types.ts';
import { readSettings, type CrawlSettings } from '../../../../shared/spider/settings.ts';
import { compileDomains, type DomainMatcher } from '../../../engine/domains.ts';
import { actedOn, listingAt, savedListPages, type ActedOn } from '../../../engine/acted-on.ts';
import { joinPages } from '../../../engine/list-pages.ts';
import type { Robots } from '../../../engine/robots.ts';
import { fetchRobots } from '../../../engine/robots-file.ts';
import type { Listing } from '../../../../shared/spider/listings.ts';
import type { Settings } from '../../../../shared/spider/settings-schema.ts';
import { AnswerCollection, type NetworkAnswer } from '../../../../shared/network-answer.ts';
import { browserAdvice, searchBrowser } from '../browser.ts';
import { HostError } from '../../errors.ts';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { proxyPlan } from '../../data/proxies.ts';
import { extraOptions } from '../crawl/run-routes.ts';
import { createCrawlSetup, type CrawlSetup } from '../crawl/crawl-setup.ts';
import { keepCookies, openLoginOf } from '../crawl/run-login.ts';
import type { OpenedLogin } from '../logins/logins.ts';
import type { BrowserPlan } from '../crawl/run-browser.ts';
import type { KeptPicture } from '../../../store/pages/picture-queries.ts';
import { collectPictures, pictureLimits } from '../pictures/collect-pictures.ts';
import { collectSheets, sheetLimits } from '../styles/collect-sheets.ts';
import { expiredLogin } from './expired-login.ts';
import type { GetFile } from './collect-files.ts';
import { withFiles, type FileKind } from './page-files.ts';

/** A page to capture. */
export interface CaptureRequest {
  dataDir: string;
  /** Project whose proxies may be used. */
  project: string;
  /** Settings of the spider that the page is for. */
  settings: Settings;
  url: string;
  /** What is sent besides the URL; left out: nothing. */
  message?: RequestMessage;
  /** Whether loopback and private addresses are allowed. */
  allowPrivate: boolean;
  /** Domains that the page may not leave, where it redirects or its scripts lead on; null or left out: it may lead anywhere. */
  within?: readonly string[] | null;
  /** Whether to render it in a browser; null: if the settings render every page. The first page of a list always is. */
  browser: boolean | null;
  /** Channel for asking the system for proxies; left out: environment variables are used. */
  proxyChannel?: string | null;
}

/** Stage of a capture. */
export type CaptureStage = 'fetching' | 'rendering' | 'styles' | 'pictures';

/** Observes and cancels a capture. */
export interface CaptureObserver {
  signal: AbortSignal;
  onStage?: (stage: CaptureStage) => void;
}

/** A captured page. */
export interface CapturedPage {
  body: Uint8Array;
  contentType: string | null;
  /** URL after redirects, including redirects by script. */
  url: string;
  /** Whether a browser has rendered it. */
  rendered: boolean;
  /** Warnings, in sentences. */
  notes: string[];
  /** The answers of JSON that its scripts got; empty where no browser has rendered it. */
  answers: NetworkAnswer[];
  /** What was done on it in the browser; null: nothing. */
  acted: ActedOn | null;
}

/** Limits for a page that a person adds: larger in bytes than for a crawl, with a shorter timeout in milliseconds. */
const limits = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/** What to do where an address is not public. */
export const privateAdvice: Advice = {
  hint: 'Allow private addresses for this page, if it is yours.',
  action: { action: 'allow-private' },
};

/** Statuses by which a site refuses one proxy but not another. */
const refusals: ReadonlySet<number> = new Set([403, 429, 503]);

/** Whether these settings render every page in a browser. */
function rendersAll(settings: Settings): boolean {
  return readSettings(settings).extractorOrder?.[0] === 'browser';
}

/**
 * Captures pages like a crawl with the same settings: headers, cookies, proxies, browser, challenges. Delays and robots.txt do not
 * apply to a single page requested by a person.
 */
export class PageSession {
  readonly #request: CaptureRequest;
  readonly #observer: CaptureObserver;
  readonly #settings: CrawlSettings;
  readonly #setup: CrawlSetup;
  readonly #login: OpenedLogin | null;
  readonly #notes: string[] = [];
  readonly #answers = new AnswerCollection();
  /** null: the page may lead anywhere. */
  readonly #domains: DomainMatcher | null;
  /** By origin. */
  readonly #robots = new Map<string, Promise<{ rules: Robots | null; problem: string | null }>>();
  /** Proxy by which the page was fetched; null: none. */
  #proxyId: string | null = null;
  #isExpired = false;

  /**
   * Opens a session, with the login that the settings name.
   * @param given a login in its place
   * @throws HostError `outside-domains`; `no-browser` when one is requested and none was found; `unknown-login`, `no-keychain`
   */
  static async open(
    request: CaptureRequest,
    observer: CaptureObserver,
    given?: OpenedLogin,
  ): Promise<PageSession> {
    const login = given ?? (await openLoginOf(request, readSettings(request.settings)));
    return new PageSession(request, observer, login);
  }

  private constructor(request: CaptureRequest, observer: CaptureObserver, login: OpenedLogin | null) {
    const { dataDir, project, settings, url, allowPrivate, within = null } = request;
    this.#domains = within === null ? null : compileDomains(within);
    if (this.#refusal(url) !== null)
      throw outsideDomains(`${url} is outside the allowed_domains of the spider.`);
    this.#request = request;
    this.#observer = observer;
    this.#login = login;
    const read = readSettings(settings);
    // Without cookies, sites that set one and redirect would loop.
    this.#settings = { ...read, ...limits, perOrigin: 1, cookies: true };
    this.#setup = createCrawlSetup({
      dataDir,
      project,
      settings: this.#settings,
      allowPrivate,
      proxyChannel: request.proxyChannel ?? null,
      browser: { ...planFor(request, read), onAnswer: (answer) => this.#answers.add(answer) },
      routes: null,
      cache: null,
      login,
      record: async (events) => void this.#notes.push(...events.flatMap(({ message }) => message ?? [])),
      stop: observer.signal,
    });
  }

  /** Fetches or renders the page. @throws HostError `outside-domains`, `fetch-failed`, `no-proxy`, `login-expired`, `cancelled` */
  async page(): Promise<CapturedPage> {
    return this.captured(this.#good(await this.answer()));
  }

  /** What the site answers, whatever its status. @throws HostError `no-proxy` */
  answer(): Promise<FetchResult> {
    this.#observer.onStage?.('fetching');
    return this.#byAnyWay();
  }

  /** Why robots.txt forbids the page to a crawl with these settings, in one sentence; null: it does not. */
  async forbidden(): Promise<string | null> {
    if (this.#settings.obeyRobots) this.#observer.onStage?.('fetching');
    return this.forbids(this.#request.url);
  }

  /** The same for any URL. The robots.txt of a host is fetched once. */
  async forbids(address: string): Promise<string | null> {
    const { obeyRobots, userAgent } = this.#settings;
    const url = URL.parse(address);
    if (!obeyRobots || url === null) return null;
    let asked = this.#robots.get(url.origin);
    if (asked === undefined) {
      asked = this.#askRobots(url.origin);
      this.#robots.set(url.origin, asked);
    }
    const { rules, problem } = await asked;
    if (rules === null) return problem;
    return rules.allows(userAgent, url.href) ? null : "The site's robots.txt does not allow it.";
  }

  /** `problem`: why nothing of a host may be read; where it cannot be reached, the page has the better message. */
  async #askRobots(origin: string): Promise<{ rules: Robots | null; problem: string | null }> {
    let isAnswered = false;
    const fetch = async (file: string): Promise<FetchResult> => {
      const result = await this.#setup.fetch(file, () => null);
      isAnswered = result.ok;
      return result;
    };
    const { rules, message } = await fetchRobots(origin, fetch, Date.now);
    return { rules, problem: isAnswered ? message : null };
  }

  /**
   * Takes an answer as the page, rendered where the settings or the request ask for it.
   * @throws HostError `fetch-failed`, `login-expired`, `cancelled`
   */
  async captured(page: FetchedPage): Promise<CapturedPage> {
    const { onStage } = this.#observer;
    this.#proxyId = page.proxyId ?? null;
    for (const { url, refreshSeconds } of page.hops) {
      if (refreshSeconds !== undefined) this.#notes.push(`The meta refresh of ${url} was followed.`);
    }
    this.requireLogin(page);
    const contentType = page.headers['content-type'] ?? null;
    const plain = {
      body: page.body,
      contentType,
      url: page.finalUrl,
      rendered: 'rendering' in page,
      acted: null,
    };
    const { pages } = this.#setup.browser;
    if (pages === null || plain.rendered || !isHtml(contentType, page.body)) {
      return { ...plain, notes: this.#notes, answers: this.#answers.answers };
    }
    onStage?.('rendering');
    const { url: requested } = this.#request;
    const listing = listingAt(this.#settings, requested);
    const list = listing === null ? {} : { paging: pagingOf(listing, page.finalUrl) };
    const shown = await pages.render(page, async (hop) => this.#refusal(hop), list);
    if (!shown.ok) throw this.failure(shown.problem);
    this.requireLogin(shown.page);
    const { headers, finalUrl: url, rendering } = shown.page;
    this.#notes.push(...rendering.notes);
    if (rendering.refused > 0) this.#notes.push(refused(rendering.refused));
    if (listing !== null && listing.maxPages > savedListPages) this.#notes.push(notWhole(listing));
    return {
      body: shown.page.list === undefined ? shown.page.body : joinPages(shown.page.list),
      contentType: headers['content-type'] ?? null,
      url,
      rendered: true,
      notes: this.#notes,
      answers: this.#answers.answers,
      acted: actedOn(this.#settings, { url, requested }, rendering.notes),
    };
  }

  /**
   * Fetches the style sheets of a page, by the same proxy and with its cookies.
   * @param of the page: its URL (null: unknown) and encoding
   */
  async sheets(links: readonly string[], of: { url: string | null; encoding: string }): Promise<KeptSheet[]> {
    if (links.length === 0) return [];
    const { signal, onStage } = this.#observer;
    onStage?.('styles');
    const how = { limits: sheetLimits, accept: 'text/css,*/*;q=0.1' };
    return this.#withFiles(of.url, how, (get) =>
      collectSheets(links, { get, encoding: of.encoding, signal }),
    );
  }

  /** Fetches pictures of a page, by the same proxy and with its cookies. @param page its URL; null: unknown */
  async pictures(links: readonly string[], page: string | null): Promise<KeptPicture[]> {
    if (links.length === 0) return [];
    const { signal, onStage } = this.#observer;
    onStage?.('pictures');
    const accept = 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5';
    return this.#withFiles(page, { limits: pictureLimits, accept }, (get) =>
      collectPictures(links, { get, signal }),
    );
  }

  /** Looks whether the site asks for a login, though there is one. @throws HostError `login-expired` */
  requireLogin({ finalUrl, hops, status, headers, body }: FetchedPage): void {
    const { session } = this.#settings;
    if (session === null || this.#login === null) return;
    const why = expiredLogin(session.signal, {
      asked: this.#request.url,
      urls: [...hops.slice(1).map(({ url }) => url), finalUrl],
      status,
      body,
      contentType: headers['content-type'] ?? null,
    });
    if (why === null) return;
    this.#isExpired = true;
    throw new HostError(
      'login-expired',
      `The login ${session.name} has expired. ${why}`,
      {
        hint: `Log in again under the name ${session.name}, then try again.`,
        action: { action: 'log-in', login: session.name, url: this.#request.url },
      },
      { login: session.name },
    );
  }

  async close(): Promise<void> {
    await this.#setup.close();
    // The site has replaced the cookies of an expired login by those of nobody.
    if (this.#login === null || this.#isExpired) return;
    const problem = keepCookies(this.#login, this.#setup.http.cookies?.list() ?? []);
    if (problem !== null) this.#notes.push(problem);
  }

  #withFiles<T>(page: string | null, kind: FileKind, work: (get: GetFile) => Promise<T>): Promise<T> {
    const { dataDir, project, allowPrivate } = this.#request;
    const of = { dataDir, project, allowPrivate, page, proxyId: this.#proxyId };
    return withFiles({ ...of, settings: this.#settings, setup: this.#setup }, kind, work);
  }

  /** Why the page must not lead to a URL, in one sentence; null: it may. */
  #refusal(hop: string): string | null {
    return this.#domains?.allows(hop) === false
      ? `The page leads to ${hop}, which is outside the allowed_domains of the spider.`
      : null;
  }

  /** Tries the allowed proxies in order until the site does not refuse. */
  async #byAnyWay(): Promise<FetchResult> {
    const { dataDir, project, url, message } = this.#request;
    const { allowed, proxies } = proxyPlan({ dataDir }, project, this.#settings.proxyTiers);
    const ways = allowed.flatMap((tier) => (tier === 'direct' ? [null] : proxies[tier].slice(0, 1)));
    const fetch = this.#setup.fetchThrough;
    const options = extraOptions(message, undefined);
    const onHop = (hop: string): string | null => this.#refusal(hop);
    let result = await fetch(ways[0] ?? null, url, onHop, options);
    for (const way of ways.slice(1)) {
      if (!isRefused(result)) break;
      result = await fetch(way, url, onHop, options);
    }
    return result;
  }

  #good(result: FetchResult): FetchedPage {
    if (!result.ok) throw this.failure(result.problem);
    const { status } = result.page;
    if (status < 400) return result.page;
    this.requireLogin(result.page);
    throw new HostError(
      'fetch-failed',
      `The site answered with status ${status}.`,
      'Open the address in a browser to see why.',
      { reason: 'status', status },
    );
  }

  /** The error that stands for a problem of the fetch. */
  failure({ code, message }: FetchProblem): HostError {
    if (this.#observer.signal.aborted) return new HostError('cancelled', 'It was cancelled.');
    if (code === 'blocked-hop') return outsideDomains(message);
    const advice = code === 'blocked-address' ? privateAdvice : null;
    return new HostError('fetch-failed', message, advice, { reason: code });
  }
}

function planFor({ dataDir, browser, settings, url }: CaptureRequest, crawl: CrawlSettings): BrowserPlan {
  const { challenge } = crawl;
  // A list has no next page elsewhere, whatever is asked for.
  const isWanted = listingAt(crawl, url) !== null || (browser ?? rendersAll(settings));
  const when = isWanted ? 'all' : null;
  if (!isWanted && challenge === 'off') return { executable: null, when, warning: null };
  const { found, problem } = searchBrowser(dataDir);
  if (found === null && isWanted) {
    throw new HostError('no-browser', `There is no browser to show the page: ${problem}`, browserAdvice());
  }
  return { executable: found?.executable ?? null, when, warning: null };
}

function isRefused(result: FetchResult): boolean {
  return result.ok ? refusals.has(result.page.status) : result.problem.code === 'proxy';
}

/** How a list is paged through for a person: no crawl has to wait, and only documents of its own host are opened. */
function pagingOf(listing: Listing, pageUrl: string): Paging {
  const { host } = new URL(pageUrl);
  return {
    ...listing,
    maxPages: Math.min(listing.maxPages, savedListPages),
    beforeClick: () => Promise.resolve(),
    isLastTry: true,
    isWanted: () => true,
    refuse: (url) => (URL.parse(url)?.host === host ? null : 'It is on another host.'),
  };
}

const outsideDomains = (message: string): HostError =>
  new HostError(
    'outside-domains',
    message,
    'That site was asked for nothing. If it is meant, add it to allowed_domains.',
  );

const notWhole = ({ label, maxPages }: Listing): string =>
  `${label}: at most ${savedListPages} pages are saved; a run reads up to ${maxPages}.`;

function refused(count: number): string {
  const what = count === 1 ? 'One request' : `${count} requests`;
  return `${what} of the page to private addresses ${count === 1 ? 'was' : 'were'} refused.`;
}
