import type { HopKind } from '../fetch/types.ts';
import type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';
import { withoutExcluded } from './exclusions.ts';
import type { HopPolicy } from './hop-policy.ts';
import { HostTurns, type ForeignHosts } from './host-turns.ts';
import type { Origin, Origins } from './origins.ts';
import type { NewRequest } from './ports/ledger.ts';
import type { FoundSitemap } from './ports/run-share.ts';
import { maxRobotsBytes } from './robots.ts';
import { RobotsPolicy } from './robots-policy.ts';
import { SitemapQueue, type SitemapPlan } from './sitemap-queue.ts';

type Settings = Pick<
  EngineSettings,
  'obeyRobots' | 'maxCrawlDelayMs' | 'userAgent' | 'retryTimes' | 'retryStatuses'
>;

/** What the parts of a crawl have in common. */
export interface CommonParts {
  settings: Settings;
  deps: CrawlDependencies;
  origins: Origins;
}

/** @param foreign the hosts of other sessions; null: the session has its run to itself */
export function createHostTurns(
  { deps, origins }: Pick<CommonParts, 'deps' | 'origins'>,
  foreign: ForeignHosts | null,
): HostTurns {
  const { hosts = null, clock, ledger } = deps;
  deps.whenSent?.(({ origin, host }) => {
    if (foreign?.isForeign(host) === true) foreign.sent(origins.get(origin));
    else origins.sent(origin, clock.now());
  });
  const onLost = (message: string): void => {
    void ledger.record([{ kind: 'hosts', url: null, message }]).catch(() => undefined);
  };
  return new HostTurns({ origins, hosts, clock, foreign, onLost });
}

/** @param found takes the sitemaps that the robots.txt of an origin names */
export function createRobotsPolicy(
  { settings, deps, origins }: CommonParts,
  turns: Pick<HostTurns, 'pass'>,
  found: (origin: string, files: readonly string[]) => void | Promise<void>,
): RobotsPolicy {
  const { ledger, clock, random, stop } = deps;
  const { obeyRobots, maxCrawlDelayMs, userAgent, retryTimes } = settings;
  const pass = async (origin: Origin): Promise<void> => void (await turns.pass(origin, stop));
  const passHop = async (url: string, hop?: HopKind): Promise<null> => {
    if (hop?.replayed !== true) await pass(origins.get(new URL(url).origin));
    return null;
  };
  return new RobotsPolicy({
    obey: obeyRobots,
    maxCrawlDelayMs,
    userAgent,
    retryTimes,
    origins,
    fetch: (url, tries) => deps.fetch(url, passHop, undefined, tries, { cutAt: maxRobotsBytes }),
    pass,
    record: (events) => ledger.record(events),
    found,
    stopping: () => stop.aborted,
    now: () => clock.now(),
    date: () => clock.date(),
    random,
  });
}

/** What sitemaps are read by. */
export interface SitemapParts {
  plan: SitemapPlan;
  hops: Pick<HopPolicy, 'refusal'>;
  robots: Pick<RobotsPolicy, 'refusal'>;
  /** The URLs of a sitemap were admitted. */
  onAdmitted: (requests: readonly NewRequest[]) => void;
  /** See `SitemapDependencies`. */
  offer: ((sitemaps: readonly FoundSitemap[]) => Promise<void>) | null;
}

export function createSitemapQueue(
  { settings, deps, origins }: CommonParts,
  { plan, hops, robots, onAdmitted, offer }: SitemapParts,
): SitemapQueue {
  const { ledger, clock, random } = deps;
  const { retryTimes, retryStatuses } = settings;
  const refuseHop = (url: string, hop?: HopKind) => hops.refusal(url, null, hop);
  const refusal = (url: string) => robots.refusal(origins.get(new URL(url).origin), url);
  return new SitemapQueue({
    plan,
    retryTimes,
    retryStatuses,
    fetch: (url, tries) => deps.fetch(url, refuseHop, undefined, tries, { cutAt: Infinity }),
    refusedByRobots: (url) => refusal(url)?.page.reason ?? null,
    admit: async (found) => {
      const { links: requests } = withoutExcluded({ links: found }, deps.excluded);
      const admitted = await ledger.admit(requests);
      onAdmitted(requests);
      return admitted;
    },
    offer,
    record: (events) => ledger.record(events),
    markPending: (origin, dueAt) => origins.markPending(origin, 0, 0, dueAt),
    now: () => clock.now(),
    date: () => clock.date(),
    random,
  });
}
