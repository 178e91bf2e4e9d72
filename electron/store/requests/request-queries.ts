import type { RequestSortColumn } from '../../../shared/request-columns.ts';
import type { RequestMessage } from '../../../shared/request-message.ts';
import type { AnsweredBy, Hop, RequestState, ResponseHead } from '../../engine/ports/ledger.ts';
import type { Freshness } from '../runs/run-queries.ts';

export type { ResponseHead };

/** A request of a run. */
export interface RequestRow {
  id: string;
  run: string;
  url: string;
  state: RequestState;
  priority: number;
  depth: number;
  rule: number | null;
  callback: string | null;
  follow: boolean;
  parent: string | null;
  tries: number;
  /** Why it failed, was skipped or is tried again. */
  reason: string | null;
  status: number | null;
  /** URL after redirects; null before there was an answer. */
  finalUrl: string | null;
  bytes: number | null;
  durationMs: number | null;
  contentType: string | null;
  items: number;
  hasPage: boolean;
  /** How the page compares with the crawl history; null when no page was read. */
  freshness: Freshness | null;
  /** What answered it; null without an answer. */
  answeredBy: AnsweredBy | null;
  finishedAt: string | null;
  /** Left out: GET. */
  method?: string;
  /** It fetches a file that an item names. Left out: a page. */
  isFile?: true;
}

/** Requests of a run that match, in an order. */
export interface RequestView {
  run: string;
  /** All when left out. */
  states?: readonly RequestState[];
  /** HTTP statuses; null: failed without an answer; `not-fetched`: skipped without one. */
  statuses?: readonly (number | 'not-fetched' | null)[];
  /** Text that the URL contains, whatever its case. */
  url?: string;
  /** Text that the reason contains. */
  reason?: string;
  origin?: string;
  callback?: string | null;
  /** Only those that fetch files, or only those that do not. */
  files?: boolean;
  /** In the order of admission when left out; requests without a value come last. */
  sort?: { column: RequestSortColumn; descending: boolean };
}

export interface RequestLink {
  id: string;
  url: string;
  state: RequestState;
  items: number;
}

/** A row of a page whose values travel. */
interface FollowedRow {
  /** Its place on the page, from 0. */
  position: number;
  /** In the order of extraction. */
  values: Record<string, unknown>;
  problems: { field: string; message: string }[];
}

/** A row whose values travel to a request, with the request whose page it is on. */
export interface TravellingRow extends FollowedRow {
  from: RequestLink;
}

/** A row of a page with the request that it leads to, or why it leads nowhere. */
export interface LeadingRow extends FollowedRow {
  to: RequestLink | null;
  reason: string | null;
}

/** The requests of one origin, counted by state. */
export interface OriginCounts {
  origin: string;
  queued: number;
  active: number;
  done: number;
  failed: number;
  skipped: number;
  items: number;
}

/** The requests of runs. */
export interface RequestQueries {
  /** @throws StoreError `not-found` */
  get(id: string): Promise<RequestRow>;
  /** The request of a run with a fingerprint (`engine/fingerprint.ts`); null: there is none. */
  find(run: string, fingerprint: string): Promise<RequestRow | null>;
  /** A part of a view, and how many rows it has. A view of a run that is being carried out may be a few seconds old. */
  slice(view: RequestView, offset: number, limit: number): Promise<{ rows: RequestRow[]; total: number }>;
  /** The requests whose links were first found on the page of a request, and how many they are. */
  children(
    request: Pick<RequestRow, 'id' | 'run'>,
    limit: number,
  ): Promise<{ links: RequestLink[]; total: number }>;
  /** null: it is gone. */
  link(id: string): Promise<RequestLink | null>;
  /** The status line and headers of the response, without credentials; null: they are not known. @throws StoreError `damaged` */
  head(id: string): Promise<ResponseHead | null>;
  /** What a request says besides its URL; null: it is a plain GET. @throws StoreError `damaged` */
  message(id: string): Promise<RequestMessage | null>;
  /** The redirects that a request was led by, in order; empty: none. @throws StoreError `damaged` */
  hops(id: string): Promise<Hop[]>;
  /** The first rows whose values travel to a request, in the order in which they were found, and how many there are. */
  rowsTo(id: string, limit: number): Promise<{ rows: TravellingRow[]; total: number }>;
  /** The first rows of the page of a request that were to lead to others, in the order of the page, and how many there are. */
  rowsFrom(
    request: Pick<RequestRow, 'id' | 'run'>,
    limit: number,
  ): Promise<{ rows: LeadingRow[]; total: number }>;
  /** The origins of a run, busiest first. */
  origins(run: string, offset: number, limit: number): Promise<{ rows: OriginCounts[]; total: number }>;
  /**
   * Puts the failed requests of a run back into its queue, as if never tried. A run that had ended is `paused` then,
   * and can be resumed. @returns how many; @throws StoreError `conflict` while the run is carried out
   */
  requeueFailed(run: string): Promise<number>;
}
