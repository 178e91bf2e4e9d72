import type { StoreContext } from '../database/context.ts';
import type { Change } from './change.ts';

/** Writes changes to the outbox. */
export interface OutboxWriter {
  /** Records a change. Call it within the transaction of the change, after it. */
  write(change: Change): void;
}

export function createOutboxWriter({ connection: { db }, now }: StoreContext): OutboxWriter {
  const insert = db.prepare<[number, string, string, string]>(
    'INSERT INTO outbox (at, kind, subject, change_json) VALUES (?, ?, ?, ?)',
  );
  return {
    write: (change) => void insert.run(now(), change.kind, change.subject, JSON.stringify(change)),
  };
}
