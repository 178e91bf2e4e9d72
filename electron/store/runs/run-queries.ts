import type { RunCause } from '../../../shared/run-cause.ts';
import type { RunExpectations } from '../../../shared/spider/expectation-report.ts';
import type { Counters } from '../../engine/ports/ledger.ts';
import type { EscalationState } from '../../engine/proxy-state.ts';
import type { EntryLease } from '../queue/entry-lease.ts';
import type { RunState } from './run-states.ts';

/**
 * A test run has a limit of items, and is not part of the crawl history. The items of a generation (`reextract`) were extracted again
 * from the stored pages of another run.
 */
export type RunKind = 'test' | 'full' | 'reextract';

/** What a run was started with. */
export interface RunOptions {
  /** Items at most; null: no limit. */
  limit: number | null;
  /** Settings that the run uses instead of the spider's. */
  overrides: Record<string, unknown>;
  /** Settings of its project when it began, for those that the spider leaves open; left out: none. */
  defaults?: Record<string, unknown>;
  /** Values of the spider's arguments; left out: none are given. */
  args?: Record<string, string>;
  /** Whether it may reach loopback and private addresses. */
  allowPrivate: boolean;
  /** Number of processes of one computer that carry it out; left out: one. */
  workers?: number;
  /** The version that a queued crawl uses; left out: the newest. A run itself keeps its version beside its options. */
  version?: number;
}

/** The process that carries a run out. */
export interface RunOwner {
  /** Its number, for people: another process may have it by now. */
  pid: number;
  /** Name of the lock that it holds as long as it is alive; null: from a version without locks. */
  lock: string | null;
}

/** A run as it stands. */
export interface RunRow {
  id: string;
  spider: string;
  project: string;
  /** Number and id of the spider's version that the run uses. */
  version: number;
  versionId: string;
  /** `interrupted` as soon as the process that carries the run out is gone, whether or not that was written down. */
  state: RunState;
  /** Why it ended, paused, was interrupted, or waits for the network, in a sentence. */
  reason: string | null;
  /** Why it ended or paused, for programs; null: it has not, it is interrupted, or a version that did not record it ended it. */
  cause: RunCause | null;
  kind: RunKind;
  /** Of a generation: id of the run from whose pages it is made, which may be gone; else null. */
  source: string | null;
  /** When a generation was accepted; null: it was not, or the run is none. */
  acceptedAt: string | null;
  /**
   * Id of the accepted generation whose items are used in place of those of the run; null: there is none. A generation is replaced by
   * another one of its crawl that was accepted when it was there already.
   */
  replacedBy: string | null;
  /** How much of what its spider expects does not hold, as far as it was measured. */
  breaches: number;
  options: RunOptions;
  appVersion: string;
  owner: RunOwner | null;
  /** What the owner has been asked to do. */
  requested: 'pause' | 'stop' | null;
  /** How often it was begun or resumed. */
  sessions: number;
  counters: Counters;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** Time at work, without pauses and waiting for the network, in milliseconds. */
  activeMs: number;
  /** Since when it waits for the network; null: it does not. */
  waitingSince: string | null;
  /** Earlier time spent waiting for the network, in milliseconds. */
  waitedMs: number;
}

export interface RunList {
  project?: string;
  spider?: string;
  /** Only runs that are older than this one. */
  before?: string;
  /** Only runs that stand for their crawl: a crawl until a generation of it is accepted, and that one from then on. */
  current?: boolean;
  /** Most rows; all when left out. */
  limit?: number;
}

export interface NewRun {
  /** The id of the spider's version that the run uses. */
  versionId: string;
  kind: RunKind;
  /** Of a generation: the run from whose pages it is made. Left out: the run is none. */
  source?: string;
  options: RunOptions;
  appVersion: string;
  /** Who will carry it out; this process when left out, null: nobody yet. */
  owner?: RunOwner | null;
  /** The attempt of a queue entry that it is for; left out or null: none. */
  entry?: EntryLease | null;
}

/** How a page compares with what the crawl history has of it. */
export type Freshness = 'new' | 'unchanged' | 'changed';

/** What is read off the requests of a run in one pass. */
export interface RunOverview {
  /** Answers by HTTP status, most frequent first; null: the request failed without an answer. */
  statuses: { status: number | null; count: number }[];
  /** Requests that were skipped without being sent. */
  notFetched: number;
  /** Decoded bytes of all answers. */
  bytes: number;
  /** Requests that have a callback. */
  extractionRequests: number;
  /** Requests for files that items name, by what came of them; `bytes` of those that are there. */
  files: { downloaded: number; failed: number; waiting: number; bytes: number };
  /** Pages that were read, compared with the crawl history. */
  freshness: Record<Freshness, number>;
  /** Requests by what answered them: the site, its stored page after "not modified", the HTTP cache, the crawl history. */
  answeredBy: { site: number; storedPage: number; cache: number; memory: number };
  /** Requests that were answered, whatever the answer was. */
  answered: number;
  /** Milliseconds from the first byte sent to the last byte read; null without an answer. Of many answers, sampled. */
  medianMs: number | null;
  p95Ms: number | null;
  /** Events of each kind, most frequent first. */
  eventKinds: { kind: string; count: number }[];
  /** Why requests failed or were skipped, most frequent first. */
  reasons: { state: 'failed' | 'skipped'; reason: string; count: number }[];
}

/** What became of the work of a run. */
export interface Receipt {
  done: number;
  /** Requests that were in flight when the session before the present one was cut off or dropped them, and were queued again. */
  requeued: number;
  /** How many of those have been handed out again. */
  fetchedAgain: number;
  /** How often requests were handed out again for that reason, over all sessions of the run. */
  fetchedAgainInAll: number;
  /** Requests that have failed because the run was cut off while each of them was alone in flight. */
  givenUp: number;
  /** Items that a page is recorded to have returned and that are missing. */
  itemsLost: number;
  /** Items that are stored more often than their page returned them. */
  itemsDuplicated: number;
}

/** What happened within a stretch of time. */
export interface SeriesPoint {
  /** Its beginning, in milliseconds since 1970. */
  at: number;
  /** Its length; the first and the last may be shorter or longer than the others. */
  ms: number;
  /** Requests that were done. */
  pages: number;
  items: number;
  failed: number;
  skipped: number;
  bytes: number;
  /** Of the times of answers, in milliseconds; null without an answer. */
  meanMs: number | null;
  maxMs: number | null;
}

export interface RunSeries {
  bucketMs: number;
  points: SeriesPoint[];
}

/** Runs, and what is counted in them. Methods that take the id of a run throw StoreError `not-found` where it is gone. */
export interface RunQueries {
  /** Newest first. */
  list(query?: RunList): Promise<RunRow[]>;
  get(id: string): Promise<RunRow>;
  /**
   * The newest run of a spider. A generation takes the place of its source once it is accepted, and is left out before.
   */
  latest(project: string, spider: string): Promise<RunRow | null>;
  /** The newest run that has an item, in the order of `latest`. */
  latestWithItems(project: string, spider: string): Promise<RunRow | null>;
  /** Whether a page of a request that has ended is stored. */
  hasPages(id: string): Promise<boolean>;
  overview(id: string): Promise<RunOverview>;
  /** Counts in all requests and items of the run. */
  receipt(id: string): Promise<Receipt>;
  /**
   * A run over time, in `buckets` stretches of equal length at most, empty ones included. The last stretch of a run that is
   * being carried out is left out until it is over: half a second of pages looks like a crawl that has slowed down.
   */
  series(id: string, buckets: number): Promise<RunSeries>;
  /** Requests by proxy tier; null: the run has used no proxies. */
  tiers(id: string): Promise<EscalationState['counts'] | null>;
  /** null: its spider expects nothing, or it has not begun. */
  expectations(id: string): Promise<RunExpectations | null>;
  /** Patterns of the URLs that a person has taken out of the run, in the order in which they were added. */
  exclusions(id: string): Promise<string[]>;
  /**
   * Takes the URLs that a pattern matches out of a run that can still fetch pages: whoever carries it out hears of it.
   * @param asked where or by whom that was asked for, as the log says it: "on the command line"; left out: it is not known
   * @returns false: they were out already
   * @throws StoreError `conflict` where the run has ended, or extracts again
   */
  exclude(id: string, pattern: string, asked?: string): Promise<boolean>;
  /** Adds a run that is `queued`. @throws StoreError `not-found` for an unknown version; `conflict` for a generation of a run that is carried out, and for a queue entry that is not held */
  create(run: NewRun): Promise<RunRow>;
  /** Asks whoever carries the run out to pause it. Nothing changes where nobody does, and where it was asked to stop. */
  pause(id: string): Promise<RunRow>;
  /**
   * Asks whoever carries the run out to stop it. A run that nobody carries out is `stopped` at once, with the reason. Nothing
   * changes where it is about to begin, or has ended.
   */
  stop(id: string, reason: string): Promise<RunRow>;
  /**
   * Records that the thread that carried the run out has ended unexpectedly: the run is `paused`, with the reason, and what was in
   * flight is queued again; a run that had not begun has `failed`. Nothing changes where it has ended or is paused.
   */
  cutOff(id: string, reason: string): Promise<RunRow>;
  /**
   * Writes down that runs are interrupted whose process is gone; reading finds that out without. @returns how many were not
   * written down before
   */
  noteInterrupted(): Promise<number>;
  /** Accepts a generation in place of its source, and of one that was accepted before; nothing changes where it is accepted. @throws StoreError `conflict` unless it is a generation that has completed */
  accept(id: string): Promise<RunRow>;
}
