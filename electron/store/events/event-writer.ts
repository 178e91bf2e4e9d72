import type { NewEvent } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';

/** Returns a function that writes events, at a time in milliseconds since 1970 or now. Call it within a transaction. */
export function createEventWriter({
  connection,
  now,
}: StoreContext): (run: number, events: readonly NewEvent[], at?: number) => void {
  const insert = connection.db.prepare<[number, number, string, string | null, string]>(
    'INSERT INTO events (run_id, at, kind, url, message) VALUES (?, ?, ?, ?, ?)',
  );
  return (run, events, at) => {
    for (const { kind, url, message } of events) insert.run(run, at ?? now(), kind, url, message);
  };
}
