import { ownCheck } from '../../schemas/checker.ts';
import type { StoreContext } from '../database/context.ts';
import { parsedJson } from '../database/json-columns.ts';
import { ChangeSchema } from './change.ts';
import type { OutboxEntry, OutboxQueries, OutboxStretch } from './outbox-queries.ts';

const isChange = ownCheck(ChangeSchema);

interface StoredChange {
  id: number;
  at: number;
  change_json: string;
}

/** Reads the outbox within a query of its caller. */
export interface OutboxReader {
  after(position: number, limit: number): OutboxStretch;
  between(from: number, until: number): OutboxEntry[];
  /** See `OutboxQueries.position`. */
  newest(): number;
}

export function createOutboxReader({ connection: { db } }: StoreContext): OutboxReader {
  const after = db.prepare<[number, number], StoredChange>(
    'SELECT id, at, change_json FROM outbox WHERE id > ? ORDER BY id LIMIT ?',
  );
  const between = db.prepare<[number, number], StoredChange>(
    'SELECT id, at, change_json FROM outbox WHERE at > ? AND at <= ? ORDER BY id',
  );
  // On a server, the sequence counts what nobody sees yet, too, so it is asked only where nothing is kept.
  const newest = db
    .prepare<[], number>(
      `SELECT coalesce((SELECT max(id) FROM outbox), (SELECT seq FROM sqlite_sequence WHERE name = 'outbox'))`,
    )
    .pluck();

  function entry({ id, at, change_json }: StoredChange): OutboxEntry[] {
    const change = parsedJson(change_json);
    return isChange(change) ? [{ position: id, at, change }] : [];
  }

  return {
    after(position, limit) {
      const rows = after.all(position, limit);
      return { entries: rows.flatMap(entry), position: rows.at(-1)?.id ?? position };
    },
    between: (from, until) => between.all(from, until).flatMap(entry),
    newest: () => newest.get() ?? 0,
  };
}

export function createOutbox(context: StoreContext): OutboxQueries {
  const { connection } = context;
  const { db } = connection;
  const read = createOutboxReader(context);
  const reader = db.prepare<[string], number>('SELECT position FROM outbox_readers WHERE name = ?').pluck();
  const advance = db.prepare<[string, number]>(
    `INSERT INTO outbox_readers (name, position) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE excluded.position > outbox_readers.position`,
  );
  const oldest = db.prepare<[], number | null>('SELECT min(id) FROM outbox').pluck();
  const prune = db.prepare<[number]>(
    `DELETE FROM outbox WHERE at < ? AND id <= coalesce((SELECT min(position) FROM outbox_readers), 9e15)`,
  );

  return {
    after: connection.query((position: number, limit: number) => read.after(position, limit)),
    between: connection.query((from: number, until: number) => read.between(from, until)),
    position: connection.query(() => read.newest()),
    oldest: connection.query(() => oldest.get() ?? null),
    readerAt: connection.query((name: string) => reader.get(name) ?? null),
    advance: connection.change((name: string, position: number) => advance.run(name, position).changes === 1),
    prune: connection.change((before: number) => prune.run(before).changes),
  };
}
