import type { Problem } from '../../../../shared/spider/validate.ts';
import type { RunRequest } from './execute-run.ts';
import type { PlainError } from '../../threads/messages.ts';

/** What the thread of a run is started with: a new run, or one to go on with. */
export interface CrawlWorkerData {
  dataDir: string;
  /** See `RunWatch`. */
  proxyChannel: string | null;
  /** When it was told to pause, pages in flight are dropped after so many milliseconds. */
  finishMs: number;
  /** Of one 32-bit number, which the thread sets to 1 and wakes who waits for it when nothing is left to write. */
  over: SharedArrayBuffer;
  work: { kind: 'start'; request: RunRequest } | { kind: 'resume'; run: string };
}

/** What the thread tells. */
export type CrawlReport =
  | { kind: 'started'; run: string; problems: Problem[] }
  | { kind: 'ended'; run: string; state: string; reason: string; exitCode: 0 | 1 }
  | { kind: 'failed'; error: PlainError };

/** What the thread is told: finish what is in flight and pause. */
export type CrawlOrder = 'pause';
