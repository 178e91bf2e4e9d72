import { steadyNow } from '../../../engine/clock.ts';
import { Escalation, type RouteAssignment } from '../../../engine/proxy-escalation.ts';
import type { FetchProblem, ResolvedProxy } from '../../../fetch/types.ts';
import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import { planRoutes } from '../crawl/run-routes.ts';
import { ProjectProxies } from '../proxies.ts';

/** A way to a site. `told`: what to tell of it; null: nothing. */
export interface LiveRoute {
  proxy: ResolvedProxy | null;
  told: string | null;
}

/**
 * The ways that a crawl with the settings would take to a site, in its order: of several proxies one by turns. A live page keeps to the
 * one that it begins with, because a site that sees a person come from two places is likely to ask them to log in again.
 */
export class LiveRoutes {
  readonly #host: string;
  readonly #proxies: ProjectProxies;
  readonly #escalation: Escalation | null;
  #assignment: RouteAssignment | null = null;

  /** @throws HostError `no-proxy` */
  constructor(
    { dataDir, project, url }: { dataDir: string; project: string; url: string },
    settings: CrawlSettings,
    random: () => number = Math.random,
  ) {
    const plan = planRoutes({ dataDir }, project, settings);
    const { residentialShare } = settings;
    this.#host = URL.parse(url)?.host ?? '';
    this.#proxies = new ProjectProxies({ dataDir }, project);
    this.#escalation =
      plan === null ? null : new Escalation({ ...plan, residentialShare, now: steadyNow, random });
  }

  /** The way to take now, or why there is none. */
  async next(): Promise<LiveRoute | FetchProblem> {
    const choice = this.#escalation?.choose(this.#host) ?? null;
    if (choice === null) return { proxy: null, told: null };
    if (choice.kind === 'closed') return { code: 'proxy', message: choice.reason, transient: true };
    this.#assignment = choice.assignment;
    const { proxy: id, tier } = choice.assignment;
    if (id === null) return { proxy: null, told: null };
    const proxy = await this.#proxies.resolve(id);
    if ('code' in proxy) return proxy;
    return { proxy, told: `The page goes through the ${tier} proxy ${proxy.url} until it is closed.` };
  }

  /** The way did not lead to the site. @returns whether another one of the same tier is left, which a crawl would take */
  failed({ code, message }: FetchProblem): boolean {
    const assignment = this.#assignment;
    this.#assignment = null;
    if (code !== 'proxy' || assignment === null) return false;
    return this.#escalation?.record(assignment, { kind: 'proxy-failed', reason: message }).again === true;
  }
}
