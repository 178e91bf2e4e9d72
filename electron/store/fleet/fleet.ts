import type { StoreContext } from '../database/context.ts';
import { isoTime } from '../database/rows.ts';
import type { HostClass } from './claim-rows.ts';
import { claimTable } from './claim-tables.ts';
import type { FleetHostRow, FleetHostState, FleetQueries } from './fleet-queries.ts';
import { createFleetStatus } from './fleet-status.ts';
import { claimedHosts } from './host-sql.ts';
import { createWorkers } from './worker-rows.ts';

interface StoredHost {
  host: string;
  class: HostClass;
  state: FleetHostState;
  worker: string | null;
  losses: number | null;
  at_ms: number | null;
  /** JSON; null: no run under way wants anything of it. */
  runs: string | null;
}

/** Implements `FleetQueries` on PostgreSQL. */
export function createFleet(context: StoreContext): FleetQueries {
  const { connection } = context;
  const { db } = connection;
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${claimedHosts} h`).pluck();
  // The origins of both schemes are one host.
  const slice = db.prepare<[number, number], StoredHost>(
    `SELECT host, class, state, worker, losses, floor(extract(epoch FROM at) * 1000) AS at_ms, (
      SELECT json_agg(json_build_object('run', CAST(w.id AS TEXT), 'spider', w.name, 'queued', w.queued) ORDER BY w.id) FROM (
        SELECT r.id, s.name, sum(o.queued) AS queued
        FROM runs r JOIN all_spiders s ON s.id = r.spider_id
          JOIN origins o ON o.run_id = r.id AND o.origin IN ('https://' || h.host, 'http://' || h.host)
        WHERE r.state IN ('running', 'pausing') AND o.queued + o.active > 0 GROUP BY r.id, s.name) w) AS runs
    FROM (
      SELECT * FROM ${claimedHosts} c
      ORDER BY CASE state WHEN 'set-aside' THEN 0 WHEN 'active' THEN 1 WHEN 'ready' THEN 2 ELSE 3 END,
        CASE WHEN state IN ('ready', 'waiting') THEN at END, host LIMIT ? OFFSET ?) h`,
  );
  const revive = db.prepare<[string]>(
    `UPDATE ${claimTable} SET set_aside_at = NULL, losses = NULL, next_at = now(), offered_at = now()
    WHERE kind = 'host' AND key = ? AND set_aside_at IS NOT NULL`,
  );
  const status = createFleetStatus(context);

  return {
    ...createWorkers(context),
    status: connection.query(status),
    hosts: connection.query(({ offset, limit }: { offset: number; limit: number }) => ({
      hosts: slice.all(limit, offset).map(({ at_ms, losses, runs, ...row }) => ({
        ...row,
        losses: row.state === 'set-aside' ? (losses ?? 0) : null,
        at: at_ms === null ? null : isoTime(at_ms),
        runs: runsOf(runs),
      })),
      total: count.get() ?? 0,
    })),
    revive: connection.query((host: string) => revive.run(host).changes > 0),
  };
}

function runsOf(json: string | null): FleetHostRow['runs'] {
  const runs: FleetHostRow['runs'] = JSON.parse(json ?? '[]');
  return runs;
}
