import type { NewEvent } from '../../engine/ports/ledger.ts';

/** Something that happened in a run. */
export interface EventRow extends NewEvent {
  /** Says where the event stands in the order, and is what `after` takes. */
  id: string;
  run: string;
  at: string;
  /** What the network said, for the events of a page: fetched, cached, extracted, failed, skipped. Else null. */
  page: PageFacts | null;
}

export interface PageFacts {
  request: string;
  status: number | null;
  bytes: number | null;
  durationMs: number | null;
  contentType: string | null;
  items: number;
}

export interface EventQuery {
  /** Only events after this one. */
  after?: string;
  /** Only events before this one: the newest of them. Not together with `after` and `since`. */
  before?: string;
  /** Only from this time on, in milliseconds since 1970. */
  since?: number;
  /** Only of these kinds; all when left out or empty. */
  kinds?: readonly string[];
  /** Only those whose URL contains this text, whatever the case of its letters. */
  url?: string;
  /** Most rows: the first ones when `after` or `since` is given, else the newest. Default 1000. */
  limit?: number;
}

/**
 * The events of runs, in the order in which they happened. Events of the kinds fetched, cached, extracted, failed and skipped are
 * derived from the requests of the run.
 */
export interface EventQueries {
  /** @throws StoreError `not-found` for a text that is no id of an event */
  list(run: string, query?: EventQuery): Promise<EventRow[]>;
  /** Records an event of a run, whatever its state. @throws StoreError `not-found` */
  add(run: string, event: NewEvent): Promise<void>;
  /** The newest events of one request: those of its URL, and those derived from it. */
  ofRequest(request: { id: string; run: string; url: string }, limit: number): Promise<EventRow[]>;
}
