import { endingSignals } from '../../bin/ending-signals.mjs';

/** Two interrupts closer together than this are one: a terminal's, and its copy from a process that handed over. */
const oneInterruptMs = 400;

/** What Ctrl+C means during a run: the first pauses, the second stops at once. */
export interface Interruptions {
  readonly pause: AbortSignal;
  readonly stop: AbortSignal;
  /** From now on an interrupt ends the process; the echo of an earlier one still does nothing. */
  end(): void;
}

/** @param note says to the person what is happening */
export function interruptions(note: (line: string) => void): Interruptions {
  const pause = new AbortController();
  const stop = new AbortController();
  let last = -Infinity;
  let ended = false;
  const onInterrupt = (): void => {
    const now = performance.now();
    if (now - last < oneInterruptMs) return;
    last = now;
    // The run is over and its outcome is being printed: a late interrupt ends what is left, as it would anywhere.
    if (ended) process.exit(130);
    if (!pause.signal.aborted) {
      note('Pausing: what is in flight is being finished. Press Ctrl+C again to drop it.');
      pause.abort();
    } else {
      note('Stopping now.');
      stop.abort();
    }
  };
  for (const signal of endingSignals) process.on(signal, onInterrupt);
  return {
    pause: pause.signal,
    stop: stop.signal,
    end: () => {
      ended = true;
    },
  };
}
