import type { Problem } from '../../../../shared/spider/validate.ts';
import type { PlainError } from '../../threads/plain-error.ts';
import type { RunRequest } from './execute-run.ts';

/** What the thread of a run is to do: a new run, or one to go on with. */
export interface CrawlJob {
  dataDir: string;
  /** See `RunWatch`. */
  proxyChannel: string | null;
  /** When it was told to pause, pages in flight are dropped after so many milliseconds. */
  finishMs: number;
  work: { kind: 'start'; request: RunRequest } | { kind: 'resume'; run: string };
}

/** What it tells when the run is under way. */
export interface StartedRun {
  run: string;
  problems: Problem[];
}

/** How the run came to its end. */
export type CrawlOutcome =
  | { kind: 'ended'; run: string; state: string; reason: string; exitCode: 0 | 1 }
  | { kind: 'failed'; error: PlainError };
