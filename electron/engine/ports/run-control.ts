import type { RunCause } from '../../../shared/run-cause.ts';
import type { Counters } from './ledger.ts';

/** Heartbeat interval of an active session, in milliseconds. */
export const beatMs = 5000;

/** A request to a session. `replaced`: another process has taken the run over, so this session ends silently. */
export type SessionRequest = 'pause' | 'stop' | 'replaced';

/** The state in which a session leaves its run. */
export type SessionEnd = 'completed' | 'stopped' | 'paused' | 'failed';

/** Facts about a run that determine the message about its end. */
export interface RunSummary {
  counters: Counters;
  /** Number of requests with a status from 200 to 299, or with a stored page in place of a response. */
  pagesFetched: number;
  /** Number of requests with a callback, and how many of them failed. */
  extractionRequests: number;
  failedExtractions: number;
  /** Number of requests that were skipped because an earlier run has extracted their page. */
  extractedBefore: number;
  /** Number of items in which at least one field has a value. */
  itemsWithValues: number;
  /** The most frequent reason of failed and skipped requests, except pages that an earlier run has extracted; or null. */
  commonReason: string | null;
  /** Whether no failed or skipped request, of which there is one, could go better in another attempt; see `isLastingRefusal`. */
  onlyRefused: boolean;
  /** The first message of each of these kinds of event; null if there is none. */
  unreadSitemap: string | null;
  scriptMade: string | null;
  noRows: string | null;
  loginWall: string | null;
  otherKind: string | null;
  /** How many pages gave nothing but what their login page says, and the last message about one; null: none did. */
  loginTaken: { pages: number; message: string } | null;
}

/**
 * Control of a run by the session that carries it out. From `begin` on, the session holds the run as a lease (see `lease.ts`):
 * after another process has taken the run over, nothing it reports is written.
 */
export interface RunControl {
  /**
   * Begins the session. The run becomes `running`, and requests that were in flight when the last session was interrupted are
   * queued again.
   * @returns working time of earlier sessions, in milliseconds
   */
  begin(): Promise<{ spentMs: number }>;
  /** Returns what the session is asked to do; null: to continue. Cheap, because it is called several times a second. */
  requested(): Promise<SessionRequest | null>;
  /** Patterns of URLs that people have taken out of the run, oldest first: they only grow. As cheap as `requested`. */
  exclusions(): Promise<readonly string[]>;
  /** Reports every `beatMs` that the session is alive, and stores the working time. @returns false if the run was taken over */
  beat(): Promise<boolean>;
  /** Reports why the run waits for the network, in a sentence; null: it continues. @returns false if the run was taken over */
  waiting(reason: string | null): Promise<boolean>;
  /**
   * Reports that requests in flight are being finished, and why. Only in a `running` run. @returns false if the run was taken
   * over
   */
  pausing(reason: string): Promise<boolean>;
  /** Ends the session. `reason` is for people, `cause` for programs. @returns false if the run was taken over */
  end(state: SessionEnd, reason: string, cause: RunCause): Promise<boolean>;
  progress(): Promise<Counters>;
  summary(): Promise<RunSummary>;
}
