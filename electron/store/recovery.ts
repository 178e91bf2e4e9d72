import type { StoreContext } from './context.ts';
import { createTimeIn } from './run-time.ts';

/**
 * Makes the function that puts requests in flight back into the queue, because the process that had claimed them is
 * gone. It counts on each request how often that happened, writes an event, and returns how many there were.
 * To be called within a transaction, by the run's new owner, before anything is claimed.
 */
export function createRecovery(context: StoreContext): (run: number) => number {
  const { db } = context.connection;
  const timeIn = createTimeIn(context);
  const requeue = db.prepare<[number]>(
    `UPDATE requests SET state = 0, recovered = recovered + 1,
      requeued_in = (SELECT sessions FROM runs WHERE runs.id = requests.run_id)
    WHERE run_id = ? AND state = 1`,
  );
  const note = db.prepare<[number, number, string]>(
    `INSERT INTO events (run_id, at, kind, url, message) VALUES (?, ?, 'recovered', NULL, ?)`,
  );
  return (run) => {
    const { changes } = requeue.run(run);
    if (changes > 0) {
      const requests = changes === 1 ? 'One request that was' : `${changes} requests that were`;
      note.run(run, timeIn(run), `${requests} in flight when the run was cut off will be fetched again.`);
    }
    return changes;
  };
}
