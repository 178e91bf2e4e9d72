/**
 * The engine's port to the requests, items and events of a run. The engine assumes neither a local file nor an immediate answer:
 * all calls are asynchronous and batched, and concurrent calls may be answered in any order. Claimed requests are leased
 * (`lease.ts`). The embedded implementation is `electron/store/ledger/` (SQLite).
 */

import type { PageKind } from '../../../shared/page-kind.ts';
import type { FieldProblem, JsonValue, NewItem } from '../../extract/types.ts';
import type { Hop, RequestMessage, ResponseHead } from '../../fetch/types.ts';
import type { BarrenState } from '../barren-pages.ts';
import type { LeaseTerms } from './lease.ts';

export type { FieldProblem, Hop, JsonValue, NewItem, ResponseHead };

/** States of a request. `queued + active + done + failed + skipped = seen` at all times. */
export type RequestState = 'queued' | 'active' | 'done' | 'failed' | 'skipped';

/** Counters of a run, derived from the ledger. */
export interface Counters {
  queued: number;
  active: number;
  done: number;
  failed: number;
  skipped: number;
  /** Number of distinct requests admitted: the sum of the five above. */
  seen: number;
  items: number;
}

/** A request that may be new to the run. */
export interface NewRequest {
  url: string;
  /** Fingerprint of the request, see `fingerprint.ts`: 16 lower-case hexadecimal digits. */
  fingerprint: string;
  /** Scheme, host and port, for example `https://example.org` or `http://127.0.0.1:8080`. */
  origin: string;
  /** Higher priorities are fetched first. */
  priority: number;
  /** Number of links from a start URL, which has depth 0. */
  depth: number;
  /** Index of the rule that claimed the link; null for a start URL. */
  rule: number | null;
  /** Name of the callback, `parse_article`, or null for navigation. */
  callback: string | null;
  /** Whether the links of the page are followed. */
  follow: boolean;
  /** Id of the request whose page contained the link; null for a start URL. */
  parent: string | null;
  /** What it says besides its URL; left out: it is a plain GET. */
  message?: RequestMessage;
}

/**
 * A request returned by `claim` under a lease. It is `active` until completed, failed, skipped, retried or released, or until the
 * lease is lost.
 */
export interface ClaimedRequest extends NewRequest {
  id: string;
  /** Number of earlier tries. */
  tries: number;
  /** Whether it is for a file that items name, and not for a page. Left out: it is not. */
  isFile?: true;
  /** Validators of the page that an earlier run stored, for a conditional request; absent if there are none. */
  validators?: StoredValidators;
}

/** A request that is fetched alone, because it was in flight when the program ended unexpectedly three times. */
export interface Suspect {
  id: string;
  origin: string;
  priority: number;
  depth: number;
  /** Earliest time of the next fetch in milliseconds since 1970; 0: at once. */
  notBefore: number;
}

/** Validators that a server sent with a page, for conditional requests (RFC 9110, section 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Validators of a page that an earlier run stored. */
export interface StoredValidators extends Validators {
  /** URL after redirects, to which the validators belong. */
  finalUrl: string;
}

/** A page as an earlier run stored it. */
export interface StoredPage {
  html: string;
  /** The encoding of the page as received. */
  encoding: string;
  kind: PageKind;
  contentType: string | null;
}

/**
 * Source of the response to a request: the site; the stored page, because the site reported it unchanged; the HTTP cache; or the
 * crawl history (`memory`), because an earlier run has extracted the page.
 */
export type AnsweredBy = 'site' | 'stored-page' | 'cache' | 'memory';

/** Queued requests of one origin. */
export interface OriginQueue {
  origin: string;
  queued: number;
  /** Priority of the request that `claim` would return first. */
  priority: number;
  /** Depth of that request. */
  depth: number;
  /** Earliest time at which a queued request is due, in milliseconds since 1970; 0: at once. */
  notBefore: number;
}

/** Facts about the fetch of a page, stored with the request. */
export interface FetchFacts {
  /** HTTP status of the last response; null if there was none. */
  status: number | null;
  /** URL after redirects. */
  finalUrl: string;
  /** Size of the decoded body in bytes. */
  bytes: number;
  /** Time from the first byte sent to the last byte received, in milliseconds. */
  durationMs: number;
  contentType: string | null;
  /** Left out if the server sent none. */
  validators?: Validators;
  /** The redirects that were followed, in order. Left out: none. */
  hops?: readonly Hop[];
  /** Its status line and headers, without credentials; see `kept-head.ts`. Left out: not known. */
  head?: ResponseHead;
  /** Whether the page is as a browser has rendered it. Left out: it is not. */
  rendered?: true;
  /** Left out if the site responded. */
  answeredBy?: AnsweredBy;
  /** When the page was received, in whole milliseconds since 1970. Left out: at the end of the request. */
  fetchedAt?: number;
}

/** A compressed page, addressed by the hash of its content; see `stored-page.ts`. */
export interface CompressedPage extends CompressedText {
  /** The encoding of the page as received. */
  encoding: string;
  kind: PageKind;
}

/** A compressed text. */
export interface CompressedText {
  /** SHA-256 of the text in UTF-8: identical pages are stored once. */
  sha256: Uint8Array;
  codec: 'zstd' | 'gzip';
  /** Size of the text in UTF-8 bytes. */
  length: number;
  body: Uint8Array;
}

/** A row of a page whose values travel to another page. */
export interface NewRow {
  values: Record<string, JsonValue>;
  /** Problems of single fields. */
  problems: FieldProblem[];
  /** The request for the page that it leads to; null: it leads nowhere. */
  request: NewRequest | null;
  /** Why it leads nowhere, in one sentence; null otherwise. */
  reason: string | null;
}

/** The content of a file that items name: the chunks that `keepChunk` has stored, and the rest. */
export interface ReceivedFile {
  sha256: Uint8Array;
  /** Its size. */
  bytes: number;
  /** Number of chunks that are stored. */
  chunks: number;
  /** What follows them: all of a file without. */
  rest: Uint8Array;
  /** Media type in lower case. */
  type: string;
}

/** A page that was processed successfully. */
export interface CompletedPage {
  id: string;
  facts: FetchFacts;
  items: NewItem[];
  /** In the order of the page. Left out: none. */
  rows?: NewRow[];
  /** Why a page that makes rows has none. Left out or null: it has some, or makes none. */
  reason?: string | null;
  /** Links that rules have claimed, in the order of the page. The ledger drops duplicates. */
  links: NewRequest[];
  /** The decoded page to store, or null if pages are not stored. */
  page: CompressedPage | null;
  events: NewEvent[];
  /** What a request for a file has received. Left out: it was for a page. */
  file?: ReceivedFile;
}

/** A request that failed, is skipped or is tried again. */
export interface UnfinishedPage {
  id: string;
  facts: FetchFacts | null;
  /** Reason in one sentence, for people. */
  reason: string;
  events: NewEvent[];
  /** The page behind the failure, if it was read. */
  page: CompressedPage | null;
  /** Links of a page whose extraction failed, which are followed all the same; else empty. */
  links: NewRequest[];
}

/** Result of a commit. */
export interface SettledPage {
  /** Number of links and rows of the page that led to requests new to the run. */
  admitted: number;
  /** Number of items that were written: those of the page, and those that its rows completed. */
  items: number;
  /** Number of items of the page that were not written, because the run has items of their keys. Left out: 0. */
  dropped?: number;
  /** The items of the page as they were written, without duplicates. Left out: as they were given. */
  stored?: readonly NewItem[];
  /** Whether items of other pages were added or changed, because rows of this page lead there. Left out: none was. */
  changedOthers?: boolean;
  /** The requests for files that were new to the run. Left out: none. */
  files?: readonly NewRequest[];
  /** Whether, in an incremental run, the page is the same as in an earlier full run. */
  unchanged: boolean;
}

/** An event to record. */
export interface NewEvent {
  kind: string;
  url: string | null;
  /** Message in one sentence. */
  message: string;
}

/**
 * The ledger of a run. After the lease is lost, calls change nothing: those that claim or admit reject with LeaseLostError, those
 * that end a request report that nothing was written, and the others do nothing.
 */
export interface Ledger extends LeaseTerms {
  /**
   * Adds the requests that are new to the run, in order. In an incremental run, links whose page an earlier full run has
   * extracted are added as skipped. A start URL that is waiting as a link, or was skipped as one, becomes a start URL.
   * @returns number of requests that were new
   */
  admit(requests: readonly NewRequest[]): Promise<number>;
  /** Returns the start URL that was added last, and what its request says; null if there is none. */
  lastSeed(): Promise<Pick<NewRequest, 'url' | 'message'> | null>;
  /** Limits the delay of queued requests. @param latest latest due time, in milliseconds since 1970 */
  boundDelays(latest: number): Promise<void>;
  /** Returns the origins that have queued requests. */
  origins(): Promise<OriginQueue[]>;
  /**
   * Claims up to `limit` queued requests of one origin that are due at `now`, by priority, then depth, then age, without
   * suspects. They are leased for `leaseMs`.
   * @param filesOnly only requests for files
   */
  claim(origin: string, limit: number, now: number, filesOnly?: boolean): Promise<ClaimedRequest[]>;
  /** Renews the leases of requests for another `leaseMs`. @returns the ids whose lease is lost */
  renew(ids: readonly string[]): Promise<string[]>;
  /** Returns the requests that must be claimed by `claimAlone`. None is added while the run is in progress. */
  suspects(): Promise<Suspect[]>;
  /** Claims a suspect, while nothing else is in flight; null if it is no longer queued. */
  claimAlone(id: string): Promise<ClaimedRequest | null>;
  /**
   * Records that a request was redirected. @returns true: the fingerprint now belongs to this request; false: another request of
   * the run has this fingerprint, so this one must be skipped
   */
  takeRedirect(id: string, fingerprint: string): Promise<boolean>;
  /**
   * Returns why the page with this fingerprint, to which a request was redirected, is not extracted again, in one sentence: the
   * run is incremental, and an earlier full run has extracted it with the same values of rows. Else null.
   */
  alreadyExtracted(id: string, fingerprint: string): Promise<string | null>;
  /** Returns the page that an earlier run stored for a claimed request; null if it no longer exists. */
  storedPage(id: string): Promise<StoredPage | null>;
  /**
   * Stores a chunk of the file that a claimed request receives, after those before it; the first one, at 0, discards the others.
   * Nobody sees them until the request is completed with them. However else it ends, they are removed.
   * @returns false if the lease is lost
   */
  keepChunk(id: string, position: number, chunk: Uint8Array): Promise<boolean>;
  /**
   * Completes a request. Its state, items, links, events and stored page are written in one transaction.
   * @param patient whether the commit may be delayed by some milliseconds and batched with others
   * @returns null if the lease is lost
   */
  complete(page: CompletedPage, patient?: boolean): Promise<SettledPage | null>;
  /** Records a failure. @returns null if the lease is lost */
  fail(page: UnfinishedPage): Promise<SettledPage | null>;
  /** Records that a request is skipped. @returns false if the lease is lost */
  skip(page: UnfinishedPage): Promise<boolean>;
  /**
   * Returns a request to the queue for another try, not before the given time in milliseconds since 1970. Adds one to `tries`.
   * @returns false if the lease is lost
   */
  retry(page: UnfinishedPage, notBefore: number): Promise<boolean>;
  /**
   * Returns requests to the queue as if they were never claimed, because the run is stopping.
   * @param died the process that had them in hand came to its end without a word: one of them may be why (see `suspects`). Only where
   *   processes of one computer carry the run out: a ledger that machines share finds the dead by itself
   */
  release(ids: readonly string[], died?: boolean): Promise<void>;
  record(events: readonly NewEvent[]): Promise<void>;
  /** Returns the stored state of `BarrenPages`; null if there is none. */
  barrenPages(): Promise<BarrenState | null>;
  keepBarrenPages(state: BarrenState): Promise<void>;
  counters(): Promise<Counters>;
  /** Resolves when everything written so far would survive a crash of the process. */
  flush(): Promise<void>;
}
