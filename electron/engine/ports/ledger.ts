/**
 * The engine's port to the requests, items and events of a run. The engine assumes neither a local file nor an answer at
 * once: every call is asynchronous and batched, and answers to calls that are under way together may come in any order.
 * What is handed out is leased (`lease.ts`). The embedded implementation is `electron/store/ledger/` (SQLite).
 */

import type { NewItem } from '../../extract/types.ts';
import type { BarrenState } from '../barren-pages.ts';
import type { LeaseTerms } from './lease.ts';

export type { NewItem };

/** States of a request. `queued + active + done + failed + skipped = seen`, at every moment. */
export type RequestState = 'queued' | 'active' | 'done' | 'failed' | 'skipped';

/** Counters of a run, derived from the ledger and never counted beside it. */
export interface Counters {
  queued: number;
  active: number;
  done: number;
  failed: number;
  skipped: number;
  /** Distinct requests admitted: the sum of the five above. */
  seen: number;
  items: number;
}

/** A request that may be new to the run. */
export interface NewRequest {
  url: string;
  /** Identity of the request, see `fingerprint.ts`: 16 lower-case hexadecimal digits. */
  fingerprint: string;
  /** Scheme, host and port, for example `https://example.org` or `http://127.0.0.1:8080`: the politeness key. */
  origin: string;
  /** Higher is fetched first. */
  priority: number;
  /** Links away from a start URL; a start URL has depth 0. */
  depth: number;
  /** Index of the rule that claimed the link; null for a start URL. */
  rule: number | null;
  /** Name of the callback, `parse_article`, or null for navigation. */
  callback: string | null;
  /** Whether the links of the page are to be followed. */
  follow: boolean;
  /** The request whose page held the link; null for a start URL. */
  parent: string | null;
}

/**
 * A request handed out by `claim` under a lease; it is `active` until completed, failed, skipped, retried or released, or
 * until the lease is lost.
 */
export interface ClaimedRequest extends NewRequest {
  id: string;
  /** How often it was tried before: 0 at the first time. */
  tries: number;
  /** What an earlier run left to ask the server with whether the page has changed; absent when there is nothing. */
  remembered?: RememberedPage;
}

/**
 * A request that waits to be fetched with nothing beside it, because it was in flight at three ends of the program
 * that nobody had asked for.
 */
export interface Suspect {
  id: string;
  origin: string;
  priority: number;
  depth: number;
  /** Earliest time at which it may be fetched, in milliseconds since 1970; 0: at once. */
  notBefore: number;
}

/** What a server gave with a page, to ask later whether it has changed (RFC 9110, section 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface RememberedPage extends Validators {
  /** URL after redirects: what the validators belong to. */
  finalUrl: string;
}

/** A page as an earlier run has stored it. */
export interface RecalledPage {
  html: string;
  /** The encoding it was in before it was decoded. */
  encoding: string;
  contentType: string | null;
}

/**
 * Who gave the answer to a request: the site; the stored page, because the site said that it is unchanged; the cache;
 * or the memory, because an earlier run has already extracted the page.
 */
export type AnsweredBy = 'site' | 'stored-page' | 'cache' | 'memory';

/** What waits at one origin. */
export interface OriginQueue {
  origin: string;
  queued: number;
  /** Priority of the request that `claim` would hand out first. */
  priority: number;
  /** Depth of that request. */
  depth: number;
  /** Earliest time of a queued request that may be fetched, in milliseconds since 1970; 0: at once. */
  notBefore: number;
}

/** What the network said about a page; stored with the request. */
export interface FetchFacts {
  /** HTTP status of the last answer; null when there was none. */
  status: number | null;
  /** URL after redirects. */
  finalUrl: string;
  /** Bytes of the decoded body. */
  bytes: number;
  /** From the first byte sent to the last byte read, in milliseconds. */
  durationMs: number;
  contentType: string | null;
  /** Left out: the server gave none. */
  validators?: Validators;
  /** Left out: the site. */
  answeredBy?: AnsweredBy;
}

/** A compressed page, addressed by the hash of its content. Written and read by `stored-page.ts`. */
export interface CompressedPage {
  /** The encoding that the page came in. */
  encoding: string;
  /** SHA-256 of the text in UTF-8: the same page is kept once. */
  sha256: Uint8Array;
  codec: 'zstd' | 'gzip';
  /** Bytes of the text in UTF-8. */
  length: number;
  body: Uint8Array;
}

export interface CompletedPage {
  id: string;
  facts: FetchFacts;
  items: NewItem[];
  /** Links that rules have claimed, in the order of the page. Duplicates are dropped by the ledger. */
  links: NewRequest[];
  /** The decoded page to keep, or null when pages are not kept. */
  page: CompressedPage | null;
  events: NewEvent[];
}

export interface UnfinishedPage {
  id: string;
  facts: FetchFacts | null;
  /** In one sentence, for people. */
  reason: string;
  events: NewEvent[];
  /** The page behind the failure, where it was read. */
  page: CompressedPage | null;
  /** Links of a page that was read but whose extraction failed: they are followed all the same. Else empty. */
  links: NewRequest[];
}

/** What the ledger made of a page that was written down. */
export interface SettledPage {
  /** Its links that were new to the run. */
  admitted: number;
  /** In an incremental run: the page is as an earlier full run has left it. */
  unchanged: boolean;
}

/** Something that happened and that a person may ask about later. */
export interface NewEvent {
  kind: string;
  url: string | null;
  /** One sentence. */
  message: string;
}

/**
 * Calls of a holder that has lost its lease change nothing. Those that hand out or admit reject with LeaseLostError; those
 * that end a request say that nothing was written; the others do nothing.
 */
export interface Ledger extends LeaseTerms {
  /**
   * Adds the requests that are new to the run, in order; returns those that were new. In an incremental run, links
   * whose page an earlier full run has already extracted are added as skipped.
   */
  admit(requests: readonly NewRequest[]): Promise<number>;
  /** No queued request waits longer than to this time (milliseconds since 1970), whatever was written of it. */
  boundDelays(latest: number): Promise<void>;
  /** Origins that have queued requests. */
  origins(): Promise<OriginQueue[]>;
  /**
   * Hands out up to `limit` queued requests of one origin that are due at `now`: priority, then depth, then age. None of
   * the suspects. They are leased for `leaseMs` from now on.
   */
  claim(origin: string, limit: number, now: number): Promise<ClaimedRequest[]>;
  /** Leases these requests for another `leaseMs`. @returns those of them whose lease is lost */
  renew(ids: readonly string[]): Promise<string[]>;
  /** Requests that wait to be handed out one at a time, by `claimAlone`. None becomes one while the run is carried out. */
  suspects(): Promise<Suspect[]>;
  /** Hands out one of them, while nothing else is in flight; null: it waits no longer. */
  claimAlone(id: string): Promise<ClaimedRequest | null>;
  /**
   * Tells the ledger that a request was redirected. False: another request of the run already stands for that
   * page, and this one is to be skipped. True: the fingerprint now belongs to this request.
   */
  takeRedirect(id: string, fingerprint: string): Promise<boolean>;
  /**
   * Why the page of this fingerprint is not to be extracted again, in one sentence: an earlier full run has done it and
   * this run is incremental. Else null.
   */
  alreadyExtracted(fingerprint: string): Promise<string | null>;
  /** The page behind a claimed request as it was stored when it was remembered; null when it is gone. */
  recall(id: string): Promise<RecalledPage | null>;
  /**
   * The page is done: its state, items, links, events and stored page are written in one transaction.
   *
   * @param patient the answer may wait some milliseconds, for others to be written together with this page
   * @returns null: the lease is lost
   */
  complete(page: CompletedPage, patient?: boolean): Promise<SettledPage | null>;
  /** @returns null: the lease is lost */
  fail(page: UnfinishedPage): Promise<SettledPage | null>;
  /** @returns false: the lease is lost */
  skip(page: UnfinishedPage): Promise<boolean>;
  /**
   * Back to the queue to be tried again, not before the given time in milliseconds since 1970. Adds one to `tries`.
   * @returns false: the lease is lost
   */
  retry(page: UnfinishedPage, notBefore: number): Promise<boolean>;
  /** Back to the queue as if never claimed: the run is stopping. */
  release(ids: readonly string[]): Promise<void>;
  record(events: readonly NewEvent[]): Promise<void>;
  /** What is kept of the pages in a row that gave nothing, see `barren-pages.ts`; null: nothing. */
  barrenPages(): Promise<BarrenState | null>;
  keepBarrenPages(state: BarrenState): Promise<void>;
  counters(): Promise<Counters>;
  /** Resolves when everything said so far would survive a crash of the process. */
  flush(): Promise<void>;
}
