import type { FleetDatabase } from '../postgres/ledger/fleet-database.ts';
import { endFleetSession } from '../postgres/ledger/recovery.ts';
import { claimTable } from './claim-tables.ts';
import type { HostClass } from './claim-rows.ts';

/** The channel on which the workers of a fleet tell each other something. */
export const fleetChannel = 'spider_studio_fleet';

/** After this time without a sign of life, a session is taken for dead. */
export const deadMs = 10_000;

/** Whether a session of a run lives. @param run SQL for its number */
const isCarriedOut = (run: string): string =>
  `EXISTS (SELECT 1 FROM fleet_sessions f WHERE f.run_id = ${run} AND f.beat_at >= fleet_now() - ${deadMs})`;

/** A run that is to be carried out. */
export interface WantedRun {
  run: string;
  class: HostClass;
  /** Sessions that carry it out. */
  sessions: number;
}

/** What workers see of the whole fleet. */
export class FleetRows {
  readonly #database: FleetDatabase;

  constructor(database: FleetDatabase) {
    this.#database = database;
  }

  /** Tells all workers something. */
  async tell(message: string): Promise<void> {
    await this.#database.rows('SELECT pg_notify($1, $2)', [fleetChannel, message]);
  }

  /** The time of the database, in milliseconds since 1970. */
  async now(): Promise<number> {
    const [row] = await this.#database.rows<{ now: number }>('SELECT fleet_now() AS now');
    return row?.now ?? 0;
  }

  /** Sessions of this worker live. @returns the runs of which sessions were found dead, and what they had in hand is queued */
  async beat(sessions: readonly number[], runs: readonly number[]): Promise<Set<number>> {
    await this.#database.rows('UPDATE fleet_sessions SET beat_at = fleet_now() WHERE id = ANY ($1)', [
      sessions,
    ]);
    const dead = await this.#database.rows<{ id: number; run: number }>(
      'SELECT id, run_id AS run FROM fleet_sessions WHERE run_id = ANY ($1) AND beat_at < fleet_now() - $2::bigint',
      [runs, deadMs],
    );
    for (const { id, run } of dead)
      await endFleetSession(this.#database, { run, session: id }, { died: true, time: null });
    return new Set(dead.map(({ run }) => run));
  }

  /** What a run needs, for those who look for runs. */
  async need(run: number, needs: HostClass): Promise<void> {
    await this.#database.rows(`UPDATE ${claimTable} SET class = $2 WHERE kind = 'lead' AND key = $1`, [
      String(run),
      needs,
    ]);
  }

  /** Runs that are to be carried out, the oldest first. */
  async wanted(): Promise<WantedRun[]> {
    const rows = await this.#database.rows<{ run: string; class: HostClass; sessions: number }>(
      `SELECT c.key AS run, c.class, (SELECT count(*) FROM fleet_sessions f WHERE f.run_id = c.key::bigint) AS sessions
      FROM ${claimTable} c JOIN runs r ON r.id = c.key::bigint LEFT JOIN fleet_shares s ON s.run_id = r.id
      WHERE c.kind = 'lead' AND (c.next_at IS NOT NULL OR c.owner IS NOT NULL)
        AND CASE WHEN s.verdict IS NULL THEN r.state NOT IN ('completed', 'stopped', 'failed')
          -- All have died before it was recorded.
          ELSE r.state IN ('running', 'pausing') AND NOT ${isCarriedOut('r.id')} END
      ORDER BY r.id`,
    );
    return rows;
  }

  /** A run is to be carried out: how it ended before is no longer so, unless somebody carries it out. */
  async want(run: number): Promise<void> {
    await this.#database.rows(
      `UPDATE fleet_shares SET proposed = NULL, verdict = NULL WHERE run_id = $1 AND NOT ${isCarriedOut('$1')}`,
      [run],
    );
  }
}
