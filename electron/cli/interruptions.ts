import { endingSignals, isHurried } from '../../bin/ending-signals.mjs';
import { shutdownGrace } from '../host/shutdown-grace.ts';

/** Two interrupts within this time count as one: that of the terminal, and its copy from the parent process. */
const oneInterruptMs = 400;

const pausing = 'Pausing: requests in flight are being finished. Press Ctrl+C again to drop them.';
const pausingSoon =
  'Pausing: pages that are not finished in two seconds are fetched again when the run is resumed.';

/** What signals mean during a run: the first pauses, the second stops at once. */
export interface Interruptions {
  readonly pause: AbortSignal;
  readonly stop: AbortSignal;
  /** From now on an interrupt ends the process; the copy of an earlier one is still ignored. */
  end(): void;
}

/** Replacements for signals and the end of the process, for tests. */
export interface InterruptionOptions {
  /** Registers a listener for the signals of this process. */
  listen?: (hear: (signal: NodeJS.Signals) => void) => void;
  exit?: (code: number) => void;
}

/**
 * Ctrl+C pauses and waits for the requests in flight. When a service manager, a closed console or the end of a session asks,
 * requests in flight are dropped before the time that the system allows is over, and the process ends in any case.
 * @param note prints a line that says what is happening
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
    const { finishMs, dropMs } = shutdownGrace;
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
    // The run is over and its outcome is being printed: an interrupt ends the process, as anywhere else.
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

/** Resolves once the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
