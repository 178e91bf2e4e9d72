import type { NewEvent } from '../engine/ledger.ts';
import type { StoreContext } from './context.ts';
import { isoTime, rowId } from './rows.ts';

export interface EventRow extends NewEvent {
  id: string;
  run: string;
  at: string;
}

export interface EventQuery {
  /** Only events after this one, for following along. */
  after?: string;
  /** Only of this kind. */
  kind?: string;
  /** Most rows: the first ones after `after`, or the newest when `after` is left out. Default 1000. */
  limit?: number;
}

export interface EventRepository {
  /** In the order in which they happened. */
  list(run: string, query?: EventQuery): EventRow[];
  record(run: string, events: readonly NewEvent[]): void;
}

export function createEvents(context: StoreContext): EventRepository {
  const { connection } = context;
  interface Row {
    id: number;
    at: number;
    kind: string;
    url: string | null;
    message: string;
  }
  interface Query {
    run: number;
    after: number;
    kind: string | null;
    limit: number;
  }
  const select = (order: string) =>
    connection.db.prepare<[Query], Row>(
      `SELECT id, at, kind, url, message FROM events
        WHERE run_id = @run AND id > @after AND (@kind IS NULL OR kind = @kind) ORDER BY id ${order} LIMIT @limit`,
    );
  const oldestFirst = select('ASC');
  const newestFirst = select('DESC');
  const write = createEventWriter(context);

  return {
    list: connection.reading((run: string, { after, kind, limit }: EventQuery = {}) => {
      const query = {
        run: rowId(run, 'run'),
        after: after === undefined || after === '0' ? 0 : rowId(after, 'event'),
        kind: kind ?? null,
        limit: limit ?? 1000,
      };
      const rows = after === undefined ? newestFirst.all(query).reverse() : oldestFirst.all(query);
      return rows.map(({ id, at, ...row }) => ({ id: String(id), run, at: isoTime(at), ...row }));
    }),
    record: connection.writing((run: string, events: readonly NewEvent[]) =>
      write(rowId(run, 'run'), events),
    ),
  };
}

/** Makes the function that writes events. To be called within a transaction. */
export function createEventWriter({
  connection,
  now,
}: StoreContext): (run: number, events: readonly NewEvent[]) => void {
  const insert = connection.db.prepare<[number, number, string, string | null, string]>(
    'INSERT INTO events (run_id, at, kind, url, message) VALUES (?, ?, ?, ?, ?)',
  );
  return (run, events) => {
    for (const { kind, url, message } of events) insert.run(run, now(), kind, url, message);
  };
}
