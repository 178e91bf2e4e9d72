import type { CrawlEnd } from '../../../engine/crawl.ts';
import { Exclusions, type Excluded } from '../../../engine/exclusions.ts';
import { beatMs, type RunControl } from '../../../engine/ports/run-control.ts';
import { stoppedByPerson } from '../../data/run-control.ts';
import type { Conclusion } from './conclusion.ts';

/** Poll interval for pause and stop requests, in milliseconds. */
const pollEveryMs = 200;

/** What people ask of the session in this process: to pause, to stop, and to leave URLs out. */
export interface RunRequests {
  /** Aborted: finish pages in flight, start nothing new. */
  readonly pause: AbortSignal;
  /** Aborted: also drop pages in flight. Requested, or another process has taken the run over. */
  readonly stop: AbortSignal;
  /** What is taken out of the run, as far as it is known here. */
  readonly excluded: Excluded;
  /** Starts polling and heartbeats. Call it once the session has started. */
  follow(): void;
  /** Polls at once: before the first page, and where another session of the run may have heard of a request first. */
  look(): Promise<void>;
  /** Stops polling. */
  end(): void;
}

/**
 * Polls what is asked of a run. A pause finishes pages in flight; a stop drops pages being fetched, and still
 * stores those that have arrived.
 */
export function followRequests(control: Pick<RunControl, 'requested' | 'exclusions' | 'beat'>): RunRequests {
  const pause = new AbortController();
  const stop = new AbortController();
  const exclusions = new Exclusions();
  const timers: NodeJS.Timeout[] = [];
  const poll = async (): Promise<void> => {
    const request = await control.requested();
    if (request === 'pause') pause.abort();
    else if (request !== null) stop.abort();
    exclusions.learn(await control.exclusions());
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
    excluded: (url) => exclusions.of(url),
    follow() {
      repeat(pollEveryMs, poll);
      repeat(beatMs, beat);
    },
    look: poll,
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
