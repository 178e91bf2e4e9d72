import { longestRetryAfterMs } from '../fetch/retry.ts';
import type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';
import { CrawlLoop } from './crawl-loop.ts';
import { Limits, type CrawlEnd } from './limits.ts';
import type { NewRequest } from './ports/ledger.ts';
import { TrapWatch } from './trap-watch.ts';

export type { CrawlEnd };

export type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';

/**
 * Runs a crawl until nothing is left to do or it is asked to end. Concurrency exists only in its loop: everything else is a function
 * of values, and all state is in the ledger.
 *
 * Rejects only if the ledger does, for example because the disk is full. Requests in progress are then abandoned, and remain in
 * the ledger.
 */
export async function crawl(
  seeds: readonly NewRequest[],
  settings: EngineSettings,
  deps: CrawlDependencies,
): Promise<CrawlEnd> {
  const { ledger, clock } = deps;
  const counters = await ledger.counters();
  const limits = new Limits(settings, counters, clock.now(), () => deps.network?.heldMs ?? 0);
  const traps = await TrapWatch.open(settings, ledger, clock);
  const isResumed = (await ledger.admit(seeds)) < seeds.length;
  // They were written with the clock of another session, which may have been set since.
  await ledger.boundDelays(clock.now() + longestRetryAfterMs);
  const waiting = { suspects: await ledger.suspects(), origins: await ledger.origins() };
  const running = new CrawlLoop(settings, deps, { seeds, limits, traps, waiting, part: null });
  running.starts.begin(seeds, isResumed);
  await running.starts.openFeed();
  return running.run();
}
