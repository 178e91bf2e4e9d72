import { readSettings, type CrawlSettings } from '../../../../shared/spider/settings.ts';
import { builtInCallback, type Spider } from '../../../../shared/spider/schema.ts';
import { explainUrl, type Explanation } from '../../../engine/explain.ts';
import { planCrawl, processPage, type CrawlPlan } from '../../../engine/page.ts';
import type { PageOutput } from '../../../engine/page-types.ts';
import type { NewEvent } from '../../../engine/ports/ledger.ts';
import { readPage } from '../../../engine/rendered-page.ts';
import { fetchRobots } from '../../../engine/robots-file.ts';
import type { Robots } from '../../../engine/robots.ts';
import type { FetchedPage, FetchProblem } from '../../../fetch/types.ts';
import { HostError } from '../../errors.ts';
import { privateAdvice } from '../capture/page-session.ts';
import { createCrawlSetup, type CrawlSetup } from '../crawl/crawl-setup.ts';
import { planBrowser } from '../crawl/run-browser.ts';
import { keepCookies, openLoginOf } from '../crawl/run-login.ts';
import { planRoutes } from '../crawl/run-routes.ts';
import type { OpenedLogin } from '../logins/logins.ts';

/** The spider of a session, with the settings of its project and its arguments in place. */
export interface ScrapeSpider {
  dataDir: string;
  project: string;
  spider: Spider;
  allowPrivate: boolean;
  proxyChannel: string | null;
}

/** What a page has given. */
export interface Scraped {
  url: string;
  callback: string | null;
  reason: string;
  rendered: boolean;
  fetchedAt: number;
  output: Pick<PageOutput, 'items' | 'rows' | 'failure' | 'empty'>;
  notes: string[];
}

/** How long the rules of a site are taken as known, in milliseconds. */
const robotsKeptFor = 10 * 60_000;

/**
 * Takes single pages as a crawl of one spider would: its client, proxies, browser, login, robots.txt and domains, and the
 * code that processes the pages of a crawl. Connections stay open from one page to the next.
 */
export class ScrapeSession {
  readonly #of: ScrapeSpider;
  readonly #settings: CrawlSettings;
  readonly #plan: CrawlPlan;
  readonly #setup: CrawlSetup;
  readonly #login: OpenedLogin | null;
  readonly #robots = new Map<string, { at: number; rules: Promise<Robots | string> }>();
  readonly #stop = new AbortController();
  #notes: string[] = [];

  /** @throws HostError `no-proxy`, `no-browser`, `unknown-login`, `no-keychain` */
  static async open(of: ScrapeSpider): Promise<ScrapeSession> {
    const settings = readSettings(of.spider.settings);
    return new ScrapeSession(of, settings, await openLoginOf(of, settings));
  }

  private constructor(of: ScrapeSpider, settings: CrawlSettings, login: OpenedLogin | null) {
    const { dataDir, project, spider, allowPrivate, proxyChannel } = of;
    const proxies = planRoutes({ dataDir }, project, settings);
    this.#of = of;
    this.#settings = settings;
    this.#plan = planCrawl(spider, settings);
    this.#login = login;
    this.#setup = createCrawlSetup({
      dataDir,
      project,
      settings,
      allowPrivate,
      proxyChannel,
      browser: planBrowser({ dataDir }, settings),
      routes: proxies === null ? null : { proxies, state: null, memory: { keep: async () => undefined } },
      cache: null,
      login,
      record: async (events) => this.#note(events),
      stop: this.#stop.signal,
    });
  }

  /**
   * Takes one page. @param forced the callback that is to take it; null: that of a crawl
   * @throws HostError `bad-url`, `outside-domains`, `not-allowed`, `fetch-failed`, `login-expired`, `cancelled`
   */
  async page(address: string, forced: string | null, signal: AbortSignal): Promise<Scraped> {
    const { url, decision } = this.#decide(address, forced);
    const { origin } = new URL(url);
    await this.#requireAllowed(url, origin);
    if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    this.#notes = [];
    const result = await this.#setup.fetch(url, (hop) => this.#refusal(hop));
    if (!result.ok) throw failure(result.problem);
    const scraped = await this.#take(result.page, decision, signal);
    this.#keepLogin();
    return scraped;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#setup.close();
  }

  #decide(address: string, forced: string | null): { url: string; decision: Decision } {
    const explained = explainUrl(this.#of.spider, address);
    const { url, decision, reason } = explained;
    if (decision === 'invalid') throw new HostError('bad-url', reason, 'Give an http(s) address.');
    if (!this.#plan.domains.allows(url))
      throw new HostError(
        'outside-domains',
        `${url} is outside the allowed_domains of "${this.#of.spider.name}".`,
        'Choose a spider of that site, or add the domain to this one.',
      );
    if (forced !== null) return { url, decision: { callback: forced, reason: `"${forced}" was asked for.` } };
    return { url, decision: { callback: callbackOf(this.#of.spider, explained), reason } };
  }

  async #take(page: FetchedPage, { callback, reason }: Decision, signal: AbortSignal): Promise<Scraped> {
    const events: NewEvent[] = [];
    const { finalUrl, body, headers, hops, status } = page;
    const fetchedAt = Date.now();
    const contentType = headers['content-type'] ?? null;
    const isGood = status < 400;
    const read = await readPage(
      {
        ...nowhere,
        url: finalUrl,
        body,
        contentType,
        fetchedAt,
        callback,
        isRedirectedStart: hops.length > 1,
        ...(isGood ? {} : { onlyLogin: true }),
      },
      page,
      {
        ...nowhere,
        url: finalUrl,
        callback,
        fingerprint: '',
        origin: '',
        rule: null,
        parent: null,
        tries: 0,
      },
      {
        process: async (input) => processPage(this.#plan, input),
        browser: this.#browser(signal),
        listing: null,
        retryTimes: 0,
      },
      events,
    );
    if (!read.ok) throw failure(read.problem);
    const { output } = read;
    if (output.loginExpired !== undefined) throw this.#expired(output.loginExpired);
    if (!isGood)
      throw new HostError('fetch-failed', `The site answered with status ${status}.`, null, {
        reason: 'status',
        status,
      });
    this.#note([...events, ...output.events]);
    const { items, rows, failure: failed, empty } = output;
    const why = failed ?? empty ?? reason;
    const isEmpty = items.length === 0 && rows.length === 0;
    return {
      url: read.finalUrl,
      callback,
      reason: isEmpty ? why : reason,
      rendered: read.rendered === true,
      fetchedAt,
      output: { items, rows, failure: failed, empty },
      notes: this.#notes,
    };
  }

  #browser(signal: AbortSignal) {
    const { pages } = this.#setup.browser;
    if (pages === null) return null;
    const refuse = async (url: string): Promise<string | null> =>
      signal.aborted ? 'The time is over.' : this.#refusal(url);
    return { when: pages.when, render: (page: FetchedPage) => pages.render(page, refuse) };
  }

  #refusal(url: string): string | null {
    return this.#plan.domains.allows(url)
      ? null
      : `It redirects to ${url}, which is outside allowed_domains.`;
  }

  async #requireAllowed(url: string, origin: string): Promise<void> {
    const { obeyRobots, userAgent } = this.#settings;
    if (!obeyRobots) return;
    const rules = await this.#rulesOf(origin);
    const why =
      typeof rules === 'string'
        ? rules
        : rules.allows(userAgent, url)
          ? null
          : 'robots.txt does not allow it.';
    if (why === null) return;
    throw new HostError(
      'not-allowed',
      `${url} is not fetched: ${why}`,
      'ROBOTSTXT_OBEY false ignores robots.txt.',
    );
  }

  #rulesOf(origin: string): Promise<Robots | string> {
    const known = this.#robots.get(origin);
    if (known !== undefined && performance.now() - known.at < robotsKeptFor) return known.rules;
    const rules = fetchRobots(origin, (file) => this.#setup.fetch(file, () => null), Date.now).then(
      (answer) => {
        if (answer.rules === null) this.#robots.delete(origin);
        return answer.rules ?? answer.message;
      },
    );
    this.#robots.set(origin, { at: performance.now(), rules });
    return rules;
  }

  #expired(why: string): HostError {
    const { name } = this.#settings.session ?? { name: '' };
    return new HostError(
      'login-expired',
      `The login ${name} has expired. ${why}`,
      `Log in again under the name ${name}, then try again.`,
      { login: name },
    );
  }

  #keepLogin(): void {
    if (this.#login === null) return;
    const problem = keepCookies(this.#login, this.#setup.http.cookies?.list() ?? []);
    if (problem !== null) this.#notes.push(problem);
  }

  #note(events: readonly NewEvent[]): void {
    this.#notes.push(...events.flatMap(({ message }) => message ?? []));
  }
}

interface Decision {
  callback: string | null;
  reason: string;
}

/** The place of a page that stands alone: no links are looked for. */
const nowhere = { id: '', depth: 0, priority: 0, follow: false } as const;

function callbackOf(spider: Spider, { decision, rule }: Explanation): string | null {
  if (decision !== 'extract') return null;
  return rule === null ? builtInCallback : (spider.rules?.[rule]?.callback ?? null);
}

function failure({ code, message }: FetchProblem): HostError {
  if (code === 'aborted') return new HostError('cancelled', 'It was cancelled.');
  const advice = code === 'blocked-address' ? privateAdvice : null;
  return new HostError('fetch-failed', message, advice, { reason: code });
}
