import type { StoreContext } from '../database/context.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { newestVersion } from '../database/migrations/migrate.ts';
import { postgresMigrations } from '../postgres/schema/migrations.ts';
import type { HostClass } from './claim-rows.ts';
import {
  workerRememberedMs,
  workerSilentMs,
  type FleetQueries,
  type FleetWorkerRow,
  type NewFleetWorker,
  type WorkerSign,
} from './fleet-queries.ts';
import { claimedHosts } from './host-sql.ts';

/** The speed of a worker is that of so many last milliseconds, and of the time between two signs at least. */
const speedMs = 30_000;

interface StoredWorker extends Omit<NewFleetWorker, 'classes'>, WorkerSign {
  classes: string;
  started_at: number;
  beat_at: number;
  draining: number;
  pages_before: number;
  before_at: number;
  hosts: number;
}

/** Reads the classes of a worker. */
export const classesOf = (text: string): HostClass[] =>
  text.split(' ').filter((one): one is HostClass => one === 'http' || one === 'browser');

/** Implements the part of `FleetQueries` about workers. Whatever a worker writes is a transaction of its own. */
export function createWorkers({
  connection,
  now,
}: StoreContext): Pick<FleetQueries, 'workers' | 'register' | 'beat' | 'leave' | 'drain'> {
  const { db } = connection;
  const all = db.prepare<[], StoredWorker>(
    `SELECT w.*, coalesce(h.hosts, 0) AS hosts FROM fleet_workers w
      LEFT JOIN (SELECT worker, count(*) AS hosts FROM ${claimedHosts} c WHERE worker IS NOT NULL GROUP BY worker) h
        ON h.worker = w.name ORDER BY w.name`,
  );
  const forget = db.prepare<[{ name: string; silentSince: number; goneSince: number }]>(
    'DELETE FROM fleet_workers WHERE beat_at < @goneSince OR (name = @name AND beat_at < @silentSince)',
  );
  const add = db
    .prepare<[Omit<NewFleetWorker, 'classes'> & { classes: string; at: number }], string>(
      `INSERT INTO fleet_workers (name, machine, pid, version, slots, classes, started_at, beat_at, before_at)
      VALUES (@name, @machine, @pid, @version, @slots, @classes, @at, @at, @at)
      ON CONFLICT (name) DO NOTHING RETURNING CAST(id AS TEXT)`,
    )
    .pluck();
  const sign = db
    .prepare<[WorkerSign & { id: number; at: number; speedMs: number }], number>(
      `UPDATE fleet_workers SET busy = @busy, pages = @pages, items = @items, beat_at = @at,
        pages_before = CASE WHEN beat_at - before_at >= @speedMs THEN pages ELSE pages_before END,
        before_at = CASE WHEN beat_at - before_at >= @speedMs THEN beat_at ELSE before_at END
      WHERE id = @id RETURNING draining`,
    )
    .pluck();
  const version = db.prepare<[], number>('SELECT max(version) FROM schema_version').pluck();
  const known = newestVersion(postgresMigrations);
  const remove = db.prepare<[number]>('DELETE FROM fleet_workers WHERE id = ?');
  const ask = db.prepare<[string, number]>(
    'UPDATE fleet_workers SET draining = 1 WHERE name = ? AND beat_at >= ?',
  );

  return {
    workers: connection.query(() => {
      const at = now();
      return all
        .all()
        .filter(({ beat_at }) => at - beat_at < workerRememberedMs)
        .map((row) => workerOf(row, at));
    }),
    register: connection.change(({ classes, ...worker }: NewFleetWorker) => {
      const at = now();
      forget.run({ name: worker.name, silentSince: at - workerSilentMs, goneSince: at - workerRememberedMs });
      return add.get({ ...worker, classes: classes.join(' '), at }) ?? null;
    }),
    beat: connection.query((id: string, counted: WorkerSign) => {
      const draining = sign.get({ ...counted, id: rowId(id, 'worker'), at: now(), speedMs });
      if (draining === undefined) return null;
      const found = version.get() ?? known;
      return { drain: draining === 1, newer: found > known ? { found, known } : null };
    }),
    leave: connection.query((id: string) => void remove.run(rowId(id, 'worker'))),
    drain: connection.query((name: string) => ask.run(name, now() - workerSilentMs).changes > 0),
  };
}

function workerOf(stored: StoredWorker, at: number): FleetWorkerRow {
  const { name, machine, pid, version, slots, busy, pages, items, hosts, beat_at, before_at } = stored;
  const silentMs = Math.max(0, at - beat_at);
  const isGone = silentMs > workerSilentMs;
  const minutes = (beat_at - before_at) / 60_000;
  return {
    name,
    machine,
    pid,
    version,
    slots,
    busy: isGone ? 0 : busy,
    pages,
    items,
    hosts,
    classes: classesOf(stored.classes),
    state: isGone ? 'gone' : stored.draining === 1 ? 'draining' : 'working',
    pagesPerMinute: isGone || minutes <= 0 ? null : Math.round((pages - stored.pages_before) / minutes),
    startedAt: isoTime(stored.started_at),
    silentMs,
  };
}
