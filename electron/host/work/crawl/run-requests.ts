import type { CrawlEnd } from '../../../engine/crawl.ts';
import { beatMs, type RunControl } from '../../../engine/ports/run-control.ts';
import { stoppedByPerson } from '../../data/run-control.ts';
import type { Conclusion } from './conclusion.ts';

/** Poll interval for pause and stop requests, in milliseconds. */
const pollEveryMs = 200;

/** Pause and stop requests for the session in this process. */
export interface RunRequests {
  /** Aborted: finish pages in flight, start nothing new. */
  readonly pause: AbortSignal;
  /** Aborted: also drop pages in flight. Requested, or another process has taken the run over. */
  readonly stop: AbortSignal;
  /** Starts polling and heartbeats. Call it once the session has started. */
  follow(): void;
  /** Stops polling. */
  end(): void;
}

/**
 * Polls the pause and stop requests of a run. A pause finishes pages in flight; a stop drops pages being fetched, and still
 * stores those that have arrived.
 */
export function followRequests(control: Pick<RunControl, 'requested' | 'beat'>): RunRequests {
  const pause = new AbortController();
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const poll = async (): Promise<void> => {
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
      // A failed poll is ignored; the crawl itself reports the problem.
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
      repeat(pollEveryMs, poll);
      repeat(beatMs, beat);
    },
    end() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** The end of a run that was stopped on request; null: it ended in another way. */
export function endedByRequest(end: CrawlEnd, { stop }: Pick<RunRequests, 'stop'>): Conclusion | null {
  if (!stop.aborted || (end.kind !== 'stopped' && end.kind !== 'paused')) return null;
  return { state: 'stopped', reason: stoppedByPerson, cause: 'stopped', exitCode: 0 };
}
