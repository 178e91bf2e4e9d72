import type { FetchResult } from '../fetch/types.ts';
import type { NewEvent, UnfinishedPage } from './ports/ledger.ts';
import { robotsUnread } from './lasting-refusal.ts';
import type { Origin, Origins } from './origins.ts';
import { fetchRobots } from './robots-file.ts';
import type { Robots } from './robots.ts';

/** What `RobotsPolicy` needs from the crawl. */
export interface RobotsDependencies {
  /** ROBOTSTXT_OBEY. */
  obey: boolean;
  /** Maximum Crawl-delay that is respected, in milliseconds; a host that requires more is not crawled. */
  maxCrawlDelayMs: number;
  /** The user agent to which the rules apply. */
  userAgent: string;
  retryTimes: number;
  origins: Origins;
  /** @param tries number of earlier tries */
  fetch(url: string, tries: number): Promise<FetchResult>;
  /** Waits until a request may be sent to an origin, by a request that is in flight. */
  pass(origin: Origin): Promise<void>;
  record(events: readonly NewEvent[]): Promise<void>;
  /** Called with the sitemaps that the file of an origin names. Its pages wait for an answer that is to come. */
  found(origin: string, sitemaps: readonly string[]): void | Promise<void>;
  /** Whether the crawl is stopping, so that nothing is retried. */
  stopping(): boolean;
  /** See `Clock`. */
  now(): number;
  date(): number;
  random: () => number;
}

/** Shortest Crawl-delay that is reported, in seconds: with it the run seems to stand still. */
const minReportedDelay = 10;

/** Why a request is not sent. */
export interface Refusal {
  kind: 'fail' | 'skip';
  page: UnfinishedPage;
  status: null;
}

/** Fetches the robots.txt of each site before its pages, and applies its rules. */
export class RobotsPolicy {
  readonly #deps: RobotsDependencies;
  readonly #asked = new Map<string, Promise<boolean>>();

  constructor(deps: RobotsDependencies) {
    this.#deps = deps;
  }

  /** Whether the file of an origin has yet to be fetched. */
  isClosed(origin: Origin): boolean {
    return this.#deps.obey && origin.robots === 'unknown';
  }

  /**
   * Fetches the file of an origin; concurrent callers share one request. Afterwards the origin has its rules, or the reason why
   * they are not available, or a later time for another try.
   * @returns whether the site was contacted, and not the HTTP cache
   */
  ask(origin: Origin): Promise<boolean> {
    let asked = this.#asked.get(origin.name);
    if (asked === undefined) {
      origin.robots = 'asking';
      asked = this.#ask(origin).finally(() => this.#asked.delete(origin.name));
      this.#asked.set(origin.name, asked);
    }
    return asked;
  }

  async #ask(origin: Origin): Promise<boolean> {
    const { retryTimes, origins, random } = this.#deps;
    let asked = true;
    const fetch = async (url: string): Promise<FetchResult> => {
      const result = await this.#deps.fetch(url, origin.robotsTries);
      asked = !(result.ok && result.page.fromCache === true);
      return result;
    };
    const answer = await fetchRobots(origin.name, fetch, () => this.#deps.date());
    const tries = origin.robotsTries;
    const unsent = 'unsent' in answer && answer.unsent;
    if (!unsent) origin.robotsTries += 1;
    const again = 'retryAfterMs' in answer && (answer.always || tries < retryTimes);
    if (again && (unsent || !this.#deps.stopping())) {
      origins.delay(origin, this.#deps.now() + answer.retryAfterMs(tries, random));
      origin.robots = 'unknown';
      return asked;
    }
    const { rules } = answer;
    const messages = [answer.message];
    if (rules === null) origin.robots = { problem: answer.message };
    else messages.push(await this.#obey(origin, rules));
    const url = `${origin.name}/robots.txt`;
    const events = messages.filter((message) => message !== '');
    if (events.length > 0)
      await this.#deps.record(events.map((message) => ({ kind: 'robots', url, message })));
    return asked;
  }

  /** Applies the Crawl-delay. @returns a message about it; empty if there is nothing to report */
  async #obey(origin: Origin, rules: Robots): Promise<string> {
    const { userAgent, maxCrawlDelayMs } = this.#deps;
    const delay = rules.crawlDelay(userAgent) ?? 0;
    const asks = `asks for ${delay.toLocaleString('en')} s between two requests (Crawl-delay)`;
    if (delay * 1000 > maxCrawlDelayMs) {
      const most = (maxCrawlDelayMs / 1000).toLocaleString('en');
      const reason = `The site's robots.txt ${asks}, more than MAX_CRAWL_DELAY allows (${most} s).`;
      origin.robots = { tooSlow: reason };
      return `${reason} Its pages are not fetched.`;
    }
    await this.#deps.found(origin.name, rules.sitemaps);
    origin.robots = { rules };
    return delay >= minReportedDelay
      ? `robots.txt of ${origin.name} ${asks}. The crawl keeps to it, so it takes long.`
      : '';
  }

  /** Returns why a request is not sent, as far as is known without contacting the site; null if it may be sent. */
  refusal(origin: Origin, url: string, id = ''): Refusal | null {
    const { obey, userAgent } = this.#deps;
    if (!obey) return null;
    const nothing = { id, facts: null, events: [], page: null, links: [] };
    const tooSlow = slownessOf(origin);
    if (tooSlow !== null) return { kind: 'skip', page: { ...nothing, reason: tooSlow }, status: null };
    if (typeof origin.robots !== 'object' || 'tooSlow' in origin.robots) return null;
    if ('problem' in origin.robots) {
      return { kind: 'fail', page: { ...nothing, reason: origin.robots.problem }, status: null };
    }
    if (origin.robots.rules.allows(userAgent, url)) return null;
    const reason = `The site's robots.txt does not allow it (ROBOTSTXT_OBEY is on).`;
    return { kind: 'skip', page: { ...nothing, reason }, status: null };
  }

  /** Returns why a redirect is refused, or null. Fetches the file of its site first if necessary. */
  async refusalOfHop(origin: Origin, url: string): Promise<string | null> {
    if (!this.#deps.obey) return null;
    if (origin.robots === 'unknown') await this.#deps.pass(origin);
    if (typeof origin.robots === 'string') await this.ask(origin);
    if (typeof origin.robots === 'string') return `robots.txt of ${origin.name} ${robotsUnread}`;
    return this.refusal(origin, url)?.page.reason ?? null;
  }
}

/** Returns why a host is too slow to crawl; null if it is not. The delay applies to all origins of the host. */
function slownessOf(origin: Origin): string | null {
  for (const { robots } of origin.ofHost) {
    if (typeof robots === 'object' && 'tooSlow' in robots) return robots.tooSlow;
  }
  return null;
}
