import type { Counters } from './ledger.ts';

/** Heartbeat interval of an active session, in milliseconds. */
export const beatMs = 5000;

/** What a session is asked to do. `replaced`: somebody else carries the run out, so this session ends without a word. */
export type SessionRequest = 'pause' | 'stop' | 'replaced';

/** The state in which a session leaves its run. */
export type SessionEnd = 'completed' | 'stopped' | 'paused' | 'failed';

/** What a run has come to, for the reason of its end. */
export interface RunSummary {
  counters: Counters;
  /** Requests with an answer from 200 to 299, or for which a stored page stood in. */
  pagesFetched: number;
  /** Requests that were handed to a callback, and those of them that failed. */
  extractionRequests: number;
  failedExtractions: number;
  /** Requests that were skipped because an earlier run has extracted their page. */
  extractedBefore: number;
  /** Items in which at least one field has a value. */
  itemsWithValues: number;
  /** The most frequent reason of failed and of skipped requests, if not that an earlier run has extracted the page; or null. */
  commonReason: string | null;
  /** The first message of each of these kinds of event; null: there is none. */
  unreadSitemap: string | null;
  scriptMade: string | null;
}

/**
 * What the session that carries a run out is asked, and reports. From `begin` on it holds the run as a lease (see
 * `lease.ts`): after somebody else has taken the run over, nothing that it reports is written, and it is told so.
 */
export interface RunControl {
  /**
   * Begins the session: the run is `running`, and what was in flight when the last session was cut off is queued again.
   * @returns milliseconds of work of earlier sessions
   */
  begin(): Promise<{ spentMs: number }>;
  /** What the session is asked to do; null: to go on. Cheap: it is asked several times a second. */
  requested(): Promise<SessionRequest | null>;
  /** A sign of life, which keeps the time at work; every `beatMs`. False: the run was taken over. */
  beat(): Promise<boolean>;
  /** The run waits for the network, for this reason (a sentence); null: it goes on. False: the run was taken over. */
  waiting(reason: string | null): Promise<boolean>;
  /** What is in flight is being finished, for this reason. Only in a run that is `running`. False: the run was taken over. */
  pausing(reason: string): Promise<boolean>;
  /** The session is over. False: the run was taken over, and its state is somebody else's. */
  end(state: SessionEnd, reason: string): Promise<boolean>;
  progress(): Promise<Counters>;
  summary(): Promise<RunSummary>;
}
