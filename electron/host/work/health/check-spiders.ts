import type { SpiderHealth } from '../../../../shared/contract/types.ts';
import type { SpiderFacts } from '../../data/health-facts.ts';
import { HostError } from '../../errors.ts';
import type { Fixtures, Sampling } from './evidence.ts';
import { judgeSpider } from './judge-spider.ts';
import { runFixtures, type FixtureTester } from './run-fixtures.ts';
import { requireGoingOn, takeSample, type Sampler } from './take-sample.ts';

/** Spiders that are checked at once: half of the runs that a process carries out, so that there is room for others. */
const atOnce = 4;

/** What checks spiders. */
export interface HealthChecker extends Sampler, FixtureTester {
  readonly database: Sampler['database'] & FixtureTester['database'];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Which spiders to check, and how. */
export interface HealthOrder {
  project: string;
  spiders: readonly string[];
  /** The most items of a sample. */
  limit: number;
  allowPrivate: boolean;
}

/**
 * Checks spiders, a few at a time, and keeps what was found of each as soon as it is known.
 * @param onChecked called after each of them
 * @throws HostError `cancelled`; what was checked before is kept
 */
export async function checkSpiders(
  checker: HealthChecker,
  { spiders, ...how }: HealthOrder,
  { signal, onChecked }: { signal: AbortSignal; onChecked: (health: SpiderHealth) => void },
): Promise<SpiderHealth[]> {
  const waiting = [...spiders].reverse();
  const checked: SpiderHealth[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  async function work(): Promise<void> {
    for (let spider = waiting.pop(); spider !== undefined; spider = waiting.pop()) {
      requireGoingOn(either);
      const health = await checkSpider(checker, { ...how, spider }, either);
      checked.push(health);
      onChecked(health);
    }
  }
  const workers = Array.from({ length: Math.min(atOnce, waiting.length) }, async () => {
    try {
      await work();
    } catch (error) {
      failed.abort();
      throw error;
    }
  });
  const ends = await Promise.allSettled(workers);
  // Those that end because another one failed say so; the first failure says why.
  const reasons = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  const isFollower = (error: unknown): boolean => error instanceof HostError && error.code === 'cancelled';
  const reason = reasons.find((error) => !isFollower(error)) ?? reasons[0];
  if (reason !== undefined) throw reason;
  return checked;
}

async function checkSpider(
  checker: HealthChecker,
  order: { project: string; spider: string; limit: number; allowPrivate: boolean },
  signal: AbortSignal,
): Promise<SpiderHealth> {
  const { database, now } = checker;
  const { project, spider, limit } = order;
  const known = await factsOf(checker, { project, spider, head: limit });
  const { facts } = known;
  const fixtures = known.problem === null ? await fixturesOf(checker, { project, spider }, signal) : none;
  const sampling = known.problem ?? (await takeSample(checker, order, facts, signal));
  const health = judgeSpider({ facts, sampling, fixtures, now: now() });
  const kept = await database.ask('write', 'keepHealth', { project, spider, health });
  if (facts.sample !== null && facts.sample !== kept.sampled.run) await deleteSample(checker, facts.sample);
  return kept;
}

const none: Fixtures = { locked: 0, failed: [], since: null };

/** What is known of a spider. One that is not valid any more has a problem instead of a sample. */
async function factsOf(
  { database }: HealthChecker,
  of: { project: string; spider: string; head: number },
): Promise<{ facts: SpiderFacts; problem: Sampling | null }> {
  try {
    return { facts: await database.ask('count', 'healthFacts', of), problem: null };
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'invalid-spider') throw error;
    const { project, spider } = of;
    const { summary } = await database.call('spiders.get', { project, spider }, { window: null });
    const facts = {
      version: summary.version,
      asked: [],
      isIncremental: false,
      runs: [],
      limits: { pages: null, seconds: null },
      sample: null,
    };
    const { message, hint } = error;
    return { facts, problem: { kind: 'none', message, hint, isBroken: true, run: null } };
  }
}

/** Tests that cannot be run, for example as they take too long, say nothing. @throws HostError `cancelled` */
async function fixturesOf(
  checker: HealthChecker,
  of: { project: string; spider: string },
  signal: AbortSignal,
): Promise<Fixtures> {
  try {
    return await runFixtures(checker, of, signal);
  } catch (error) {
    if (!(error instanceof HostError) || error.code === 'cancelled' || error.code === 'closing') throw error;
    return none;
  }
}

/** Removes the sample of the check before, unless something still needs it or it is gone. */
async function deleteSample({ database }: HealthChecker, run: string): Promise<void> {
  try {
    const { kind } = await database.call('runs.get', { run }, { window: null });
    if (kind === 'test') await database.call('runs.delete', { run, forGood: true }, { window: null });
  } catch (error) {
    if (!(error instanceof HostError) || (error.code !== 'unknown-run' && error.code !== 'conflict'))
      throw error;
  }
}
