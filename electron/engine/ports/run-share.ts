/**
 * The engine's port to a run that several sessions carry out together, each in a process of its own. A session fetches only from
 * hosts that it owns; the ledger decides what is written, and one session at a time leads the run. A session without this port
 * has its run to itself.
 *
 * Times are durations from the call, because the clocks of processes differ. Calls that say something return at once; their
 * effect may come later. Calls that ask reject only if the run can no longer be reached, which ends the session.
 */

import type { AnswerWindow, CrawlEnd } from '../limits.ts';
import type { Counters, NewEvent, OriginQueue, Suspect } from './ledger.ts';

/** A host that a session may contact from now on, as nobody else may. */
export interface HostGrant {
  /** Host and port, without the port if it is the default one. */
  host: string;
  /** Milliseconds until its first request may be sent: what its last owner, or who had a turn there, still owes to it. */
  restMs: number;
  /** Queued requests of its origins. */
  queues: readonly OriginQueue[];
  /** Its requests that are fetched alone (see `Ledger.suspects`). */
  suspects: readonly Suspect[];
}

/** What is limited over the whole run. */
export type BudgetKind = 'items' | 'pages';

/**
 * What units are reserved for: to begin requests, or to write the items of a page that has come. The items of requests in flight
 * are only expected, so a page that has come goes before them.
 */
export type BudgetPurpose = 'begin' | 'write';

/** Answer to a reservation. */
export interface Reserved {
  /** At most what was asked for. */
  granted: number;
  /** Whether the ledger has counted all that the limit allows. If not, more may come free: `changed` tells. */
  isSpent: boolean;
}

/** A sitemap that a session has found and the lead reads. */
export interface FoundSitemap {
  url: string;
  /** Levels of indexes above it, plus one. */
  level: number;
  /** The start origin whose robots.txt names it; null: it was named elsewhere. */
  of: string | null;
  /** Whether it is at the usual place and was not named anywhere. */
  guessed: boolean;
}

/** What a share tells and asks a session. Answers at once; nothing is called before `open`. */
export interface ShareMember {
  /** A host comes, or other sessions have queued requests at one that is here: then `restMs` is 0. */
  came(grant: HostGrant): void;
  /** A host is to go: nothing is begun there any more, and `released` follows once nothing is in flight. */
  letGo(host: string): void;
  /** A host is gone, because its lease ran out. What is in flight there is not written. */
  lost(host: string): void;
  /**
   * Gives another session a turn at an origin of a host of this session.
   * @returns milliseconds until it may be used; null: the host is not here
   */
  lend(origin: string): number | null;
  /** The turn that was lent was used only now, so the host rests from here on. */
  lent(host: string, restMs: number): void;
  /**
   * Gives up the units that it can do without. To write, an answer waits for what the session is just reserving to begin with;
   * to begin, it never waits.
   * @returns their number, which the session does not have any more
   */
  recall(kind: BudgetKind, purpose: BudgetPurpose): number | Promise<number>;
  /** Something else has changed: who leads, the verdict, what is free of a budget, what is left in the run, found sitemaps. */
  changed(): void;
}

/** The hosts of a run, each of which belongs to one session. */
export interface ShareHosts {
  /** Nothing is in flight at a host that was to go. @param restMs until the next owner may contact it */
  released(host: string, restMs: number): void;
  /** Whether a host is here still, by the clock: a process that was stopped for a while is not told at once that it has lost it. */
  holds(host: string): boolean;
  /** A host rests for long, which its next owner is to know also if this session dies. */
  rests(host: string, restMs: number): void;
  /** Nothing is queued and nothing is in flight at a host, as far as the session knows. It keeps the host until it is told. */
  drained(host: string): void;
  /**
   * Asks for a turn at a host of nobody or of another session: for a redirect, a sitemap, or the robots.txt that they need.
   * @param gapMs what this session would wait between two requests there
   * @returns milliseconds until it may be used; null: not now
   */
  borrow(turn: { origin: string; host: string; gapMs: number }): Promise<number | null>;
  /** The turn was used only now: a connection had to be opened. */
  borrowed(host: string, restMs: number): void;
}

/** The limits that hold for all sessions of a run together. They are never exceeded, and they are reached. */
export interface ShareBudgets {
  /** Working time of the run so far in milliseconds, by the clock of the run. */
  spentMs(): number;
  /**
   * Reserves units of a limited budget: of those that are neither reserved nor counted in the ledger. Where they are too few,
   * all sessions are asked for theirs first (`ShareMember.recall`), this one as well; until all have answered who are asked for
   * units to write, nobody gets any to begin. Units of a session that dies are free once its requests are queued again, not
   * before.
   */
  reserve(kind: BudgetKind, wanted: number, purpose: BudgetPurpose): Promise<Reserved>;
  /** Gives units back, because they are not needed or because the ledger counts them from now on. */
  giveBack(kind: BudgetKind, count: number): void;
  /** What the ledger has counted of the run. Asked for after each failed page if there is a limit for them, and seldom else. */
  counted(): Promise<Pick<Counters, 'items' | 'done' | 'failed'>>;
  /** Reports the window of this session. @returns those of the others, as last known */
  answers(window: AnswerWindow): readonly AnswerWindow[];
}

/** How a run ends. */
export interface Verdict {
  end: CrawlEnd;
  /** Whether files that items name are still fetched. */
  finishesFiles: boolean;
}

/** What only the lead of a run does; from other sessions, these calls change nothing. */
export interface ShareLead {
  /** Records events of the run, without those that an earlier lead has recorded in the same words. */
  recordOnce(events: readonly NewEvent[]): Promise<void>;
  /**
   * Whether nothing of the run is queued or in flight, in one look at the ledger. `changed` is called when that may have become
   * true.
   * @param filesOnly whether only requests for files count
   */
  isIdle(filesOnly: boolean): Promise<boolean>;
  /** Why nothing that is left of the run can be carried out until somebody helps, in sentences; null: something can, or may soon. */
  standstill(): Promise<string | null>;
  /** Number of start URLs that were admitted and not yet handed out. */
  waitingSeeds(): Promise<number>;
  /** Sitemaps that were found in the run since it began. @param after how many are known */
  foundSitemaps(after: number): Promise<FoundSitemap[]>;
  /** An end that a session has proposed; null: none has. */
  readonly proposed: CrawlEnd | null;
  /** Decides how the run ends, and tells all sessions. The first end stays; files may be done with later. */
  conclude(verdict: Verdict): Promise<void>;
  /** Resolves when all other sessions have left or died, so that everything is in the ledger. */
  othersLeft(): Promise<void>;
}

/** The part of one session in a run. */
export interface RunShare extends ShareHosts, ShareBudgets, ShareLead {
  /** Must be called first. Hosts come from then on. */
  open(member: ShareMember): Promise<void>;
  /** Whether this session leads the run. One that becomes the lead goes on as a resumed run does. */
  readonly leads: boolean;
  /** How the run ends; null: it goes on. */
  readonly verdict: Verdict | null;
  /** Whether this session is to let go of all hosts and to leave, while the run goes on. */
  readonly isDismissed: boolean;
  /** Aborted when requests in flight are to be dropped. */
  readonly stop: AbortSignal;
  /** Stores sitemaps for the lead, and for every later one. Resolves when they are stored. */
  found(sitemaps: readonly FoundSitemap[]): Promise<void>;
  /** The session has found an end for the run. */
  propose(end: CrawlEnd): void;
  /**
   * The session leaves; its hosts are free.
   * @param end why it cannot go on; null: it was told to, or the run has its end
   * @param owed milliseconds until the next owner may contact each of its hosts; left out: nobody will
   * @returns the end of the run, because nobody else is left who could go on with it; null: others go on, or the run has its end
   */
  leave(end: CrawlEnd | null, owed?: ReadonlyMap<string, number>): Promise<CrawlEnd | null>;
}
