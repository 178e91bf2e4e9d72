import type { FleetDatabase } from '../postgres/ledger/fleet-database.ts';
import { claimTable } from './claim-tables.ts';

/** The host that somebody works at, or nobody. */
export type TurnAnswer = { isOwned: true } | { isOwned: false; waitMs: number };

/** Until when hosts rest, over all runs of a workspace and by the clock of the database. */
export class RestRows {
  readonly #database: FleetDatabase;

  constructor(database: FleetDatabase) {
    this.#database = database;
  }

  /** How long each of the hosts rests still, in milliseconds. */
  async of(hosts: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#database.rows<{ host: string; ms: string }>(
      `SELECT host, greatest(0, extract(epoch FROM rest_until - clock_timestamp()) * 1000) AS ms FROM fleet_rests
        WHERE host = ANY ($1)`,
      [hosts],
    );
    return new Map(rows.map(({ host, ms }) => [host, Number(ms)]));
  }

  /** Hosts rest for so long from now on, or longer. */
  async rest(owed: ReadonlyMap<string, number>): Promise<void> {
    const hosts = [...owed].filter(([, ms]) => ms > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (hosts.length === 0) return;
    await this.#database.rows(
      `INSERT INTO fleet_rests AS r (host, rest_until)
        SELECT o.host, clock_timestamp() + o.ms * interval '1 ms' FROM unnest($1::text[], $2::float8[]) AS o (host, ms)
        ON CONFLICT (host) DO UPDATE SET rest_until = greatest(r.rest_until, excluded.rest_until)`,
      [hosts.map(([host]) => host), hosts.map(([, ms]) => ms)],
    );
  }

  /**
   * A turn at a host that nobody works at. Whoever takes the host meanwhile waits, and then knows of the turn.
   * @param marginMs by how much the turn may be used late
   */
  turn(host: string, gapMs: number, marginMs: number): Promise<TurnAnswer> {
    return this.#database.transaction(async (query) => {
      const claim = `INSERT INTO ${claimTable} AS c (kind, key) VALUES ('host', $1)
        ON CONFLICT (kind, key) DO UPDATE SET class = c.class RETURNING owner IS NOT NULL AS owned`;
      const [held] = await query<{ owned: string }>(claim, [host]);
      if (held?.owned === 't') return { isOwned: true };
      const [row] = await query<{ ms: string }>(
        `INSERT INTO fleet_rests AS r (host, rest_until) VALUES ($1, clock_timestamp() + $2::float8 * interval '1 ms')
          ON CONFLICT (host) DO UPDATE SET
            rest_until = greatest(r.rest_until, clock_timestamp()) + $2::float8 * interval '1 ms'
          RETURNING greatest(0, extract(epoch FROM rest_until - clock_timestamp()) * 1000 - $2::float8) AS ms`,
        [host, gapMs + marginMs],
      );
      return { isOwned: false, waitMs: Number(row?.ms ?? 0) };
    });
  }

  /** Removes what is long over. */
  async tidy(): Promise<void> {
    await this.#database.rows("DELETE FROM fleet_rests WHERE rest_until < now() - interval '1 hour'");
  }
}
