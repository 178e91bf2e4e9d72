import type { CrawlEnd } from '../../../engine/crawl.ts';
import { beatMs, type RunControl } from '../../../engine/ports/run-control.ts';
import { stoppedByPerson } from '../../data/run-control.ts';
import type { Conclusion } from './conclusion.ts';

/** How often a session looks whether it is asked to pause or stop, in milliseconds. */
const lookEveryMs = 200;

/** What is asked of the session that this process carries out. */
export interface RunRequests {
  /** Aborted: finish what is in flight, start nothing new. */
  readonly pause: AbortSignal;
  /** Aborted: drop what is in flight too. Somebody asks for it, or has taken the run over. */
  readonly stop: AbortSignal;
  /** Begins to look, and to give signs of life. To be called once the session has begun. */
  follow(): void;
  /** Looks no longer. */
  end(): void;
}

/**
 * Follows the requests of a run. "Pause" finishes what is in flight; "stop" does not wait for it: pages that are
 * being fetched are dropped, those that have arrived are still written.
 */
export function followRequests(control: Pick<RunControl, 'requested' | 'beat'>): RunRequests {
  const pause = new AbortController();
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const look = async (): Promise<void> => {
    const request = await control.requested();
    if (request === 'pause') pause.abort();
    else if (request !== null) stop.abort();
  };
  const beat = async (): Promise<void> => {
    if (!(await control.beat())) stop.abort();
  };
  const repeat = (everyMs: number, ask: () => Promise<void>): void => {
    let isAsking = false;
    const timer = setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      // What cannot be asked right now is no answer; the crawl itself will say what is wrong.
      void ask()
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
        });
    }, everyMs);
    timers.push(timer.unref());
  };
  return {
    pause: pause.signal,
    stop: stop.signal,
    follow() {
      repeat(lookEveryMs, look);
      repeat(beatMs, beat);
    },
    end() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** How a run ends that another process has asked to stop; null when it came to its end in another way. */
export function endedByRequest(end: CrawlEnd, { stop }: Pick<RunRequests, 'stop'>): Conclusion | null {
  if (!stop.aborted || (end.kind !== 'stopped' && end.kind !== 'paused')) return null;
  return { state: 'stopped', reason: stoppedByPerson, exitCode: 0 };
}
