import type { RunRow } from './runs/run-queries.ts';

/** A spider as far as it shows whether something has changed. */
export interface SpiderStamp {
  project: string;
  spider: string;
  version: number;
}

/** What the caller knows already. */
export interface KnownChanges {
  /** Of the last answer; null: there was none. */
  version: number | null;
  /** Runs to return in any case. */
  runs: readonly string[];
  /** The newest run that is known; runs after it are returned. */
  after: string;
}

export interface Changes {
  /** Differs whenever somebody else has written. */
  version: number;
  /** Runs that are being carried out or are about to be, those asked for, and new ones. */
  runs: RunRow[];
  /** "0" without runs. */
  newestRun: string;
  /** The newest runs with their states as written, newest first. */
  states: { id: string; state: string }[];
  spiders: SpiderStamp[];
  projects: string[];
}

/** Finds out what somebody else has changed: the command line, another window, a crawl. */
export interface ChangeQueries {
  /** null: nobody else has written since that version. */
  since(known: KnownChanges): Promise<Changes | null>;
}
