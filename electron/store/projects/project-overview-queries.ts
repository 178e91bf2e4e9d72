import type { RunCause } from '../../../shared/run-cause.ts';
import type { FilledCounts } from '../items/filled-counts.ts';
import type { RunRow } from '../runs/run-queries.ts';
import type { RunState } from '../runs/run-states.ts';

/** A full run, or the accepted generation that took the place of one. */
export interface FullRun {
  run: string;
  /** When its crawl began, or was created where it has not; ISO 8601 in UTC. */
  at: string;
  endedAt: string | null;
  state: RunState;
  cause: RunCause | null;
  items: number;
}

/** What is known of a spider at a glance. */
export interface SpiderGlance {
  spider: string;
  /** Number of its newest version. */
  version: number;
  /** The newest full runs, in the order of their crawls, the newest first. */
  runs: FullRun[];
  /** The first of `runs`, or the newest run of any kind that stands for its crawl; null: there is none. */
  last: RunRow | null;
  /** The text of the version that `last` uses. */
  lastText: string;
  /** The values of some items of `last`. */
  filled: FilledCounts[];
  /** Entries of the queue that wait or are carried out. */
  queued: number;
  /** The newest entry of the queue that was given up and is not cleared; null: there is none. */
  dead: { entry: string; attempts: number; reason: string | null; endedAt: string } | null;
}

/** Which full runs an overview has. */
export interface OverviewBounds {
  /** All that began at this time or later, in milliseconds since 1970 … */
  since: number;
  /** … and at least so many of each spider … */
  least: number;
  /** … but no more than so many. */
  most: number;
}
