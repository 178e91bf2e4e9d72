import type { CrawlEnd } from '../../../engine/crawl.ts';
import type { RunRepository } from '../../../store/runs/runs.ts';
import { stoppedByPerson } from '../../data/run-control.ts';
import type { Conclusion } from './conclusion.ts';

/** How often a run looks whether another process has asked it to pause or stop, in milliseconds. */
const lookEvery = 200;

/** What another process asks of a run that this one carries out. */
export interface RunRequests {
  /** Aborted: finish what is in flight, start nothing new. */
  readonly pause: AbortSignal;
  /** Aborted: drop what is in flight too. */
  readonly stop: AbortSignal;
  /** Stops looking. */
  end(): void;
}

/**
 * Follows the requests of a run. "Pause" finishes what is in flight; "stop" does not wait for it: pages that are
 * being fetched are dropped, those that have arrived are still written.
 */
export function followRequests(runs: Pick<RunRepository, 'requested'>, id: string): RunRequests {
  const pause = new AbortController();
  const stop = new AbortController();
  const look = (): void => {
    const wish = askedFor(runs, id);
    if (wish === 'pause') pause.abort();
    if (wish === 'stop') stop.abort();
  };
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return { pause: pause.signal, stop: stop.signal, end: () => clearInterval(timer) };
}

/** How a run ends that another process has asked to stop; null when it came to its end in another way. */
export function endedByRequest(end: CrawlEnd, { stop }: RunRequests): Conclusion | null {
  if (!stop.aborted || (end.kind !== 'stopped' && end.kind !== 'paused')) return null;
  return { state: 'stopped', reason: stoppedByPerson, exitCode: 0 };
}

/** A database that cannot be read right now is no answer; the crawl itself will say what is wrong with it. */
function askedFor(runs: Pick<RunRepository, 'requested'>, id: string): 'pause' | 'stop' | null {
  try {
    return runs.requested(id);
  } catch {
    return null;
  }
}
