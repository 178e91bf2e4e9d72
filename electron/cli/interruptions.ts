import { endingSignals, isHurried } from '../../bin/ending-signals.mjs';
import { patience } from '../host/patience.ts';

/** Two interrupts closer together than this are one: a terminal's, and its copy from a process that handed over. */
const oneInterruptMs = 400;

const pausing = 'Pausing: what is in flight is being finished. Press Ctrl+C again to drop it.';
const pausingSoon = 'Pausing: what is not finished in two seconds is fetched again when the run goes on.';

/** What signals mean during a run: the first pauses, the second stops at once. */
export interface Interruptions {
  readonly pause: AbortSignal;
  readonly stop: AbortSignal;
  /** From now on an interrupt ends the process; the echo of an earlier one still does nothing. */
  end(): void;
}

/** Replacements for signals and the end of the process, for tests. */
export interface InterruptionOptions {
  /** Hears of the signals that this process gets. */
  listen?: (hear: (signal: NodeJS.Signals) => void) => void;
  exit?: (code: number) => void;
}

/**
 * Ctrl+C pauses and waits for what is in flight. Where a service manager, a console that is closed, or the end of a session
 * pauses, what is in flight is dropped before the time that they give is over, and the process ends in any case.
 * @param note says to the person what is happening
 */
export function interruptions(
  note: (line: string) => void,
  { listen = listenToSignals, exit = (code) => process.exit(code) }: InterruptionOptions = {},
): Interruptions {
  const pause = new AbortController();
  const stop = new AbortController();
  const deadlines: NodeJS.Timeout[] = [];
  let last = -Infinity;
  let ended = false;

  function setDeadlines(): void {
    const { finishMs, dropMs } = patience;
    deadlines.push(
      setTimeout(() => stop.abort(), finishMs),
      setTimeout(() => exit(130), finishMs + dropMs),
    );
    for (const timer of deadlines) timer.unref();
  }

  function hear(signal: NodeJS.Signals): void {
    const hurries = isHurried(signal) && deadlines.length === 0 && !ended;
    if (hurries) setDeadlines();
    const now = performance.now();
    if (now - last < oneInterruptMs) return;
    last = now;
    // The run is over and its outcome is being printed: a late interrupt ends what is left, as it would anywhere.
    if (ended) exit(130);
    else if (!pause.signal.aborted) {
      note(hurries ? pausingSoon : pausing);
      pause.abort();
    } else if (!hurries) {
      note('Stopping now.');
      stop.abort();
    }
  }

  listen(hear);
  return {
    pause: pause.signal,
    stop: stop.signal,
    end: () => {
      ended = true;
      for (const timer of deadlines) clearTimeout(timer);
    },
  };
}

function listenToSignals(hear: (signal: NodeJS.Signals) => void): void {
  for (const signal of endingSignals) process.on(signal, hear);
}
