/**
 * The engine's port to a generation: a run whose items are extracted again from the stored pages of an earlier run, its source.
 * Nothing is fetched, so its requests are not leased and have no politeness. After the lease of the run is lost, calls that write
 * reject with LeaseLostError. The implementation is `electron/store/ledger/generation-ledger.ts`.
 */

import type { RequestMessage } from '../../../shared/request-message.ts';
import type { PageOutput } from '../page-types.ts';
import type { CompressedPage, NewEvent } from './ledger.ts';
import type { MeasuredRun } from './measured-run.ts';
import type { RunControl } from './run-control.ts';

/** A request of the source that has a stored page, or was redirected to one that another request has. */
export interface SourceRequest {
  id: string;
  url: string;
  rule: number | null;
  callback: string | null;
  /** Whether only rows led to it: no rule took it, and it is no start URL and of no sitemap. */
  isOfRow: boolean;
  /** What it said besides its URL; left out: it was a plain GET. */
  message?: RequestMessage;
}

/** Requests of the source in the order in which they ended. */
export interface SourceChunk {
  requests: SourceRequest[];
  /** Where the next chunk begins; null: there is none. */
  next: number | null;
}

/** A request of the source that the generation takes over. */
export interface TakenRequest {
  /** Id of the request of the source. */
  source: string;
  rule: number | null;
  /** The callback that takes its page; null: none, so it is done at once. */
  callback: string | null;
  /** Why a page has no callback any longer; null: it has one, or had none before. */
  reason: string | null;
}

/** A queued request of a generation with its page. */
export interface QueuedPage {
  id: string;
  /** URL after redirects. */
  url: string;
  callback: string | null;
  depth: number;
  priority: number;
  follow: boolean;
  contentType: string | null;
  /** When the page was received from the site, in milliseconds since 1970. */
  fetchedAt: number;
  /** Whether the stored page is as a browser has rendered it. */
  rendered: boolean;
  /** What its request said besides its URL; left out: it was a plain GET. */
  message?: RequestMessage;
  page: CompressedPage;
}

/** The next pages of a generation, in order. */
export interface QueuedPages {
  pages: QueuedPage[];
  /**
   * What comes next instead of a page: a request that waits for a row that leads to it, or one that was redirected. Null: a page,
   * or nothing.
   */
  next: { kind: 'row' } | { kind: 'redirect'; id: string } | null;
}

/** What is recorded of a page. */
export interface Extracted extends Pick<PageOutput, 'items' | 'rows' | 'failure' | 'empty' | 'events'> {
  /** Id of the request. */
  id: string;
}

export interface GenerationLedger {
  /** @param from `next` of the chunk before; null: the first chunk. @param limit of requests, which those of one time may exceed */
  source(from: number | null, limit: number): Promise<SourceChunk>;
  /** Takes requests over, in order; those that it has are left as they are. */
  take(requests: readonly TakenRequest[]): Promise<void>;
  /**
   * Returns queued requests with their pages in order, up to one to which only rows can lead and none does, or one that was
   * redirected to the page of another.
   * @param after id of a request; null: from the first on
   * @param most number of pages, and of bytes of their texts, which the first page may exceed
   * @param passing whether to pass over requests that wait for a row
   */
  queued(
    after: string | null,
    most: { pages: number; bytes: number },
    passing: boolean,
  ): Promise<QueuedPages>;
  /** Records what was taken from pages, in order: states, items, rows and events of all are written in one transaction. */
  settle(pages: readonly Extracted[]): Promise<void>;
  /** Leads the rows of a request that was redirected on, and ends it. */
  redirect(id: string): Promise<void>;
  /** Ends the requests that still wait for a row. @param reason in one sentence, for people */
  endWaiting(reason: string): Promise<void>;
  record(events: readonly NewEvent[]): Promise<void>;
  /** Resolves when everything written so far would survive a crash of the process. */
  flush(): Promise<void>;
}

/** The ports of one session of a generation. */
export interface GenerationPorts {
  ledger: GenerationLedger;
  control: RunControl;
  measured: MeasuredRun;
  /** Ends the session, whatever its result. */
  close(): void;
}
