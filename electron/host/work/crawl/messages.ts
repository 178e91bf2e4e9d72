import type { RunCause } from '../../../../shared/run-cause.ts';
import type { Problem } from '../../../../shared/spider/validate.ts';
import type { PlainError } from '../../threads/plain-error.ts';
import type { EntryLease } from '../../../store/queue/entry-lease.ts';
import type { RunRequest } from './execute-run.ts';

/** Job of a run's thread: start a new run, resume one, or extract from the pages of one again. */
export interface CrawlJob {
  dataDir: string;
  /** See `ExecutionOptions`. */
  proxyChannel: string | null;
  /** Time after a pause request until pages in flight are dropped, in milliseconds. */
  finishMs: number;
  /** The attempt of a queue entry that it is for; null: none. */
  entry: EntryLease | null;
  work:
    | { kind: 'start'; request: RunRequest }
    | { kind: 'resume'; run: string; workers: number | undefined }
    | { kind: 'reextract'; run: string };
}

/** Reported once the run has started. */
export interface StartedRun {
  run: string;
  problems: Problem[];
}

/** How the run ended. */
export type CrawlOutcome =
  | { kind: 'ended'; run: string; state: string; reason: string; cause: RunCause; exitCode: 0 | 1 }
  | { kind: 'failed'; error: PlainError };
