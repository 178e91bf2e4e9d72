import type { CloseChoice } from '../../shared/contract/close-choice.ts';

/** What happens to runs when the application closes. */
export type Choice = CloseChoice;

/** What a person is asked when they close a window or quit while runs are going. */
export interface Question {
  /** `close`: the last window; `quit`: the application, so nothing could go on. */
  kind: 'close' | 'quit';
  runs: number;
}

/** Options of `createLeaving`. */
export interface LeavingOptions {
  /** Runs that are under way. */
  runs: () => number;
  /** What the person has said once and for all; null: nothing yet. */
  remembered: () => Promise<Choice | null>;
  remember: (choice: Choice) => Promise<void>;
  /** Asks; `choice` null: stay. */
  ask: (question: Question) => Promise<{ choice: Choice | null; remember: boolean }>;
  closeWindows: () => void;
  quit: () => void;
  /** On macOS an application stays when its last window closes, and so do its runs. */
  staysWithoutWindows: boolean;
}

interface Preventable {
  preventDefault(): void;
}

/** Decides whether windows close and the application quits while runs are going. */
export interface Leaving {
  /** A window is about to close. */
  windowCloses(event: Preventable, isLast: boolean): void;
  /** The application is about to quit. */
  quits(event: Preventable): void;
  allClosed(): void;
  /** A run has begun or ended. */
  runsChanged(): void;
  /** A window was opened: whatever was decided is past. */
  cameBack(): void;
  /** The system, or a signal, ends the application: there is nobody to ask. */
  withoutAsking(): void;
}

/** Asks once, when the person leaves while a crawl runs, and remembers the answer if they say so. */
export function createLeaving(options: LeavingOptions): Leaving {
  const { runs, remembered, remember, ask, closeWindows, quit, staysWithoutWindows } = options;
  let decided: Choice | null = null;
  let isAsking = false;
  /** No window is open, and runs go on. */
  let isAway = false;

  async function decide(kind: Question['kind']): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const known = await remembered();
      // One may close a window and let the crawl go on, but not quit.
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
