import type { OutboxEntry } from './outbox/outbox-queries.ts';
import type { RunRow } from './runs/run-queries.ts';

/** What the caller knows already. */
export interface KnownChanges {
  /** Of the last answer; null: there was none, or it is to be answered in any case. */
  version: number | null;
  /** The last change of the outbox that is known; null: none is. */
  position: number | null;
  /** Runs to return in any case. */
  runs: readonly string[];
}

export interface Changes {
  /** Differs whenever somebody else has written. */
  version: number;
  /** The last change of the outbox. */
  position: number;
  /** The changes after the known one; none where none is known or there are too many. */
  entries: OutboxEntry[];
  /** Whether there are too many changes to return. */
  isBehind: boolean;
  /** Runs that are being carried out or are about to be, those asked for, and those that have changed. */
  runs: RunRow[];
}

/** Finds out what somebody else has changed: the command line, another window, a crawl. */
export interface ChangeQueries {
  /** null: nobody else has written since that version. */
  since(known: KnownChanges): Promise<Changes | null>;
}
