import type { StoreContext } from '../database/context.ts';
import type { Change } from './change.ts';

/** Writes changes to the outbox. */
export interface OutboxWriter {
  /** Records a change. Call it within the transaction of the change, after it. */
  write(change: Change): void;
}

export function createOutboxWriter({ connection, now }: StoreContext): OutboxWriter {
  const insert = connection.db.prepare<[number, string, string, string]>(connection.addChange);
  return {
    write: (change) => void insert.run(now(), change.kind, change.subject, JSON.stringify(change)),
  };
}
