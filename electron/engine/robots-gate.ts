import type { FetchResult } from '../fetch/types.ts';
import type { NewEvent, UnfinishedPage } from './ledger.ts';
import type { Origin, Origins } from './origins.ts';
import { fetchRobots } from './robots-file.ts';

export interface RobotsDependencies {
  /** ROBOTSTXT_OBEY. */
  obey: boolean;
  /** The name that the files are read for. */
  userAgent: string;
  retryTimes: number;
  origins: Origins;
  /** @param tries how often the same was asked for before */
  fetch(url: string, tries: number): Promise<FetchResult>;
  record(events: readonly NewEvent[]): Promise<void>;
  /** The file of an origin names sitemaps. */
  found(origin: string, sitemaps: readonly string[]): void;
  /** Whether the crawl is being stopped: then nothing is tried again. */
  stopping(): boolean;
  /** See `Clock`. */
  now(): number;
  date(): number;
  random: () => number;
}

/** Why a request is not sent. */
export interface Refusal {
  kind: 'fail' | 'skip';
  page: UnfinishedPage;
  status: null;
}

/** Asks every site for its robots.txt before anything else is asked of it, and says what the file allows. */
export class RobotsGate {
  readonly #deps: RobotsDependencies;
  readonly #asked = new Map<string, Promise<boolean>>();

  constructor(deps: RobotsDependencies) {
    this.#deps = deps;
  }

  /** Whether the file of an origin is still to be asked for. */
  isClosed(origin: Origin): boolean {
    return this.#deps.obey && origin.robots === 'unknown';
  }

  /**
   * Asks for the file of an origin; callers at the same time share one request. Afterwards the rules stand in the
   * origin, or why they cannot be had, or it is to be asked again later.
   * @returns whether the site was asked, and not the cache
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
    origin.robotsTries += 1;
    const again = 'retryAfterMs' in answer && (answer.always || tries < retryTimes);
    if (again && !this.#deps.stopping()) {
      origins.holdOff(origin, this.#deps.now() + answer.retryAfterMs(tries, random));
      origin.robots = 'unknown';
      return asked;
    }
    const { rules } = answer;
    origin.robots = rules === null ? { problem: answer.message } : { rules };
    if (rules !== null) this.#deps.found(origin.name, rules.sitemaps);
    if (answer.message !== '') {
      const event = { kind: 'robots', url: `${origin.name}/robots.txt`, message: answer.message };
      await this.#deps.record([event]);
    }
    return asked;
  }

  /** Why a request is not sent, as far as is known without asking the site; null: it may be. */
  refusal(origin: Origin, url: string, id = ''): Refusal | null {
    const { obey, userAgent } = this.#deps;
    if (!obey || typeof origin.robots !== 'object') return null;
    const nothing = { id, facts: null, events: [], page: null, links: [] };
    if ('problem' in origin.robots) {
      return { kind: 'fail', page: { ...nothing, reason: origin.robots.problem }, status: null };
    }
    if (origin.robots.rules.allows(userAgent, url)) return null;
    const reason = `The site's robots.txt does not allow it (ROBOTSTXT_OBEY is on).`;
    return { kind: 'skip', page: { ...nothing, reason }, status: null };
  }

  /** The same for a redirect: its site is asked first where it has not been. @returns the reason, or null */
  async refusalOfHop(origin: Origin, url: string): Promise<string | null> {
    if (!this.#deps.obey) return null;
    if (typeof origin.robots === 'string') await this.ask(origin);
    if (typeof origin.robots === 'string') return `robots.txt of ${origin.name} could not be read.`;
    return this.refusal(origin, url)?.page.reason ?? null;
  }
}
