import { givenUpReason, recoveredWords } from '../../requests/recovery.ts';
import type { CutOff } from '../../requests/request-transitions.ts';
import type { FleetDatabase, Query } from './fleet-database.ts';

/** How requests are recovered. */
export interface Recovery extends CutOff {
  /** The time of a test; null: that of the database. */
  time: number | null;
}

/** The condition for requests of hosts ($2) of a run ($1); of all where $2 is null. */
const ofHosts = `run_id = $1 AND ($2::text[] IS NULL OR origin_id IN (
  SELECT id FROM origins WHERE run_id = $1 AND origin = ANY (fleet_origins_of($2))))`;

/**
 * Puts what is in flight at hosts back into the queue, as `requests/recovery.ts` does for a run whose process is gone. The row of
 * the run must be locked. @param hosts null: all of the run
 */
export async function recoverClaims(
  query: Query,
  run: number,
  hosts: readonly string[] | null,
  { died, session, time }: Recovery,
): Promise<void> {
  const active = await query<{ id: number; deaths: number }>(
    `SELECT id, deaths FROM requests WHERE state = 1 AND ${ofHosts} LIMIT 2`,
    [run, hosts],
  );
  const [first, second] = active;
  if (first === undefined) return;
  const at = await nextTime(query, run, time);
  if (died && second === undefined && first.deaths > 2) {
    await query(
      'UPDATE requests SET state = 3, reason = $2, status = NULL, finished_at = $3, not_before = 0 WHERE id = $1',
      [first.id, givenUpReason, at],
    );
    return;
  }
  const [requeued] = await query<{ count: number }>(
    `WITH moved AS (
      UPDATE requests SET state = 0, recovered = recovered + 1, deaths = deaths + $3,
        requeued_in = $4 + (SELECT sessions FROM all_runs WHERE id = $1)
      WHERE state = 1 AND ${ofHosts} RETURNING id)
    SELECT count(*) AS count FROM moved`,
    [run, hosts, died ? 1 : 0, session === 'next' ? 1 : 0],
  );
  const [suspects] = await query<{ count: number }>(
    'SELECT count(*) AS count FROM requests WHERE run_id = $1 AND deaths > 2 AND state = 0',
    [run],
  );
  const message = recoveredWords(requeued?.count ?? 0, suspects?.count ?? 0);
  await addEvent(query, run, at, { kind: 'recovered', message });
}

/** Writes down an event of a run that concerns no page. */
export async function addEvent(
  query: Query,
  run: number,
  at: number,
  { kind, message }: { kind: string; message: string },
): Promise<void> {
  await query('INSERT INTO events (run_id, at, kind, message) VALUES ($1, $2, $3, $4)', [
    run,
    at,
    kind,
    message,
  ]);
}

/** The time of what is written down of a run next: later than all before it. Locks the row of the run. */
export async function nextTime(query: Query, run: number, time: number | null): Promise<number> {
  const [row] = await query<{ at: number }>(
    `UPDATE fleet_runs SET last_at = greatest(coalesce($2::bigint, fleet_now()), last_at + 1) WHERE run_id = $1 RETURNING last_at AS at`,
    [run, time],
  );
  return row?.at ?? 0;
}

/**
 * Ends a session, whether or not it knows: nothing that it still writes is written, its hosts are free, what it had in flight goes
 * back to the queue, and what it had reserved back to the budgets. Nothing happens where it has ended before.
 */
export function endFleetSession(
  database: FleetDatabase,
  { run, session }: { run: number; session: number },
  { died, time }: Omit<Recovery, 'session'>,
): Promise<void> {
  return database.transaction(async (query) => {
    await query('SELECT 1 FROM fleet_runs WHERE run_id = $1 FOR NO KEY UPDATE', [run]);
    await query('DELETE FROM fleet_sessions WHERE id = $1 AND run_id = $2', [session, run]);
    // Also hosts that a transaction has taken meanwhile, whose session was there when it began.
    const left = await query<{ host: string }>(
      'UPDATE fleet_hosts SET session_id = NULL WHERE run_id = $1 AND session_id = $2 RETURNING host',
      [run, session],
    );
    if (left.length === 0) return;
    const others = await query('SELECT 1 FROM fleet_sessions WHERE run_id = $1 LIMIT 1', [run]);
    const fetchedBy = others.length === 0 ? 'next' : 'present';
    await recoverClaims(
      query,
      run,
      left.map(({ host }) => host),
      { died, session: fetchedBy, time },
    );
  });
}
