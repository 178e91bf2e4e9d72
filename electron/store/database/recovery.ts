import type { StoreContext } from './context.ts';
import { createTimeIn } from '../runs/run-time.ts';

/** How requests came to be in flight with nobody to finish them. */
export interface CutOff {
  /** The process or thread that had claimed them came to its end without a word: one of them may be why. */
  died: boolean;
  /** Whether the session that fetches them again has begun, or is the next. */
  session: 'present' | 'next';
}

/** Told of a request that the run did not survive; the same words for all, so that they are counted together. */
const givenUpReason =
  'This page ends the program: the run was cut off four times while it was in flight, the last time with nothing ' +
  'beside it. Put it back into the queue to try it again.';

/**
 * Makes the function that puts requests in flight back into the queue, because the process that had claimed them is
 * gone. It counts on each request how often that happened, writes an event, and returns how many there were. What was alone in
 * flight, after three such ends, is not fetched again but has failed.
 * To be called within a transaction, by the run's new owner, before anything is claimed.
 */
export function createRecovery(context: StoreContext): (run: number, how: CutOff) => number {
  const { db } = context.connection;
  const timeIn = createTimeIn(context);
  const active = db.prepare<[number], { id: number; url: string; deaths: number }>(
    'SELECT id, url, deaths FROM requests WHERE run_id = ? AND state = 1 LIMIT 2',
  );
  const giveUp = db.prepare<[string, number, number]>(
    `UPDATE requests SET state = 3, reason = ?, status = NULL, finished_at = ?, not_before = 0 WHERE id = ?`,
  );
  const requeue = db.prepare<[{ run: number; died: number; ahead: number }]>(
    `UPDATE requests SET state = 0, recovered = recovered + 1, deaths = deaths + @died,
      requeued_in = @ahead + (SELECT sessions FROM runs WHERE runs.id = requests.run_id)
    WHERE run_id = @run AND state = 1`,
  );
  const suspected = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM requests WHERE run_id = ? AND deaths > 2 AND state = 0',
  );
  const note = db.prepare<[number, number, string]>(
    `INSERT INTO events (run_id, at, kind, url, message) VALUES (?, ?, 'recovered', NULL, ?)`,
  );
  return (run, { died, session }) => {
    const [first, second] = active.all(run);
    if (died && first !== undefined && second === undefined && first.deaths > 2) {
      giveUp.run(givenUpReason, timeIn(run), first.id);
      return 0;
    }
    const { changes } = requeue.run({ run, died: died ? 1 : 0, ahead: session === 'next' ? 1 : 0 });
    if (changes > 0) note.run(run, timeIn(run), recoveredWords(changes, suspected.get(run)?.n ?? 0));
    return changes;
  };
}

function recoveredWords(requests: number, suspects: number): string {
  const what = requests === 1 ? 'One request that was' : `${requests} requests that were`;
  const again = `${what} in flight when the run was cut off will be fetched again.`;
  if (suspects === 0) return again;
  const one = 'One was in flight at three such ends: it is fetched with nothing beside it.';
  const many = `${suspects} were in flight at three such ends: each is fetched with nothing beside it.`;
  return `${again} ${suspects === 1 ? one : many}`;
}
