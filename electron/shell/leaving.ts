import type { CloseChoice } from '../../shared/window/close-choice.ts';

/** What to do with running crawls when the application closes. */
export type Choice = CloseChoice;

/** The question when the user closes the last window or quits while crawls run. */
export interface Question {
  /** `close`: the last window closes; `quit`: the application ends, so no crawl can continue. */
  kind: 'close' | 'quit';
  runs: number;
}

/** Options of `createLeaving`. */
export interface LeavingOptions {
  /** The number of running crawls. */
  runs: () => number;
  /** The answer that is remembered; null: none. */
  remembered: () => Promise<Choice | null>;
  remember: (choice: Choice) => Promise<void>;
  /** Asks the user. `choice` null: cancel. */
  ask: (question: Question) => Promise<{ choice: Choice | null; remember: boolean }>;
  closeWindows: () => void;
  quit: () => void;
  /** On macOS an application and its crawls continue when the last window closes. */
  staysWithoutWindows: boolean;
}

interface Preventable {
  preventDefault(): void;
}

/** Decides whether windows close and the application quits while crawls run. */
export interface Leaving {
  /** A window is about to close. */
  windowCloses(event: Preventable, isLast: boolean): void;
  /** The application is about to quit. */
  quits(event: Preventable): void;
  allClosed(): void;
  /** A crawl has started or ended. */
  runsChanged(): void;
  /** A window was opened: an earlier decision no longer counts. */
  cameBack(): void;
  /** The system or a signal ends the application: quit without asking. */
  withoutAsking(): void;
}

/** Asks once when the user leaves during a crawl, and remembers the answer if they want that. */
export function createLeaving(options: LeavingOptions): Leaving {
  const { runs, remembered, remember, ask, closeWindows, quit, staysWithoutWindows } = options;
  let decided: Choice | null = null;
  let isAsking = false;
  /** Whether no window is open while crawls run. */
  let isAway = false;

  async function decide(kind: Question['kind']): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const known = await remembered();
      // Crawls can continue without a window, but not after quitting.
      const answer =
        known === 'pause' || (known === 'keep' && kind === 'close')
          ? { choice: known, remember: false }
          : await ask({ kind, runs: runs() });
      if (answer.choice === null) return;
      decided = answer.choice;
      if (answer.remember) await remember(answer.choice);
      if (decided === 'keep') closeWindows();
      else quit();
    } finally {
      isAsking = false;
    }
  }

  return {
    windowCloses(event, isLast) {
      if (!isLast || staysWithoutWindows || decided !== null || runs() === 0) return;
      event.preventDefault();
      void decide('close');
    },
    quits(event) {
      if (decided === 'pause' || runs() === 0) return;
      event.preventDefault();
      void decide('quit');
    },
    allClosed() {
      if (decided === 'keep' && runs() > 0) isAway = true;
      else if (!staysWithoutWindows) quit();
    },
    runsChanged() {
      if (isAway && runs() === 0) quit();
    },
    cameBack() {
      isAway = false;
      decided = null;
    },
    withoutAsking() {
      decided = 'pause';
    },
  };
}
