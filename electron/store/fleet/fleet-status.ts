import type { StoreContext } from '../database/context.ts';
import type { RunState } from '../runs/run-states.ts';
import type { HostClass } from './claim-rows.ts';
import {
  workerRememberedMs,
  workerSilentMs,
  type FleetClassRow,
  type FleetRunRow,
  type FleetStatusRow,
  type HostCounts,
  type WorkerState,
} from './fleet-queries.ts';
import { silentMs } from '../postgres/ledger/fleet-owner.ts';
import { claimedHosts } from './host-sql.ts';
import { classesOf } from './worker-rows.ts';

const none: HostCounts = { active: 0, ready: 0, waiting: 0, setAside: 0, oldestReadyMs: null };

/** What counts of a worker. */
interface CountedWorker {
  state: WorkerState;
  slots: number;
  busy: number;
  classes: string;
}

/** Returns a function that tells how the fleet stands. */
export function createFleetStatus({ connection: { db }, now }: StoreContext): () => FleetStatusRow {
  const workers = db.prepare<[number, number], CountedWorker>(
    `SELECT CASE WHEN beat_at < ? THEN 'gone' WHEN draining = 1 THEN 'draining' ELSE 'working' END AS state,
      slots, busy, classes FROM fleet_workers WHERE beat_at > ?`,
  );
  const counts = db.prepare<[], HostCounts & { class: HostClass }>(
    `SELECT class, count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'ready') AS ready,
      count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'set-aside') AS "setAside",
      floor(extract(epoch FROM now() - min(at) FILTER (WHERE state = 'ready')) * 1000) AS "oldestReadyMs"
    FROM ${claimedHosts} h GROUP BY class ORDER BY class DESC`,
  );
  const sessions = db.prepare<[number], Omit<FleetRunRow, 'workers'> & { state: RunState; worker: string }>(
    `SELECT CAST(r.id AS TEXT) AS run, p.name AS project, s.name AS spider, r.state, f.owner AS worker
    FROM fleet_sessions f JOIN runs r ON r.id = f.run_id JOIN all_spiders s ON s.id = r.spider_id
      JOIN all_projects p ON p.id = s.project_id
    WHERE f.beat_at >= ? AND r.state IN ('running', 'pausing') ORDER BY r.id, f.owner`,
  );

  function runs(): FleetRunRow[] {
    const found = new Map<string, FleetRunRow>();
    for (const { worker, ...run } of sessions.all(now() - silentMs)) {
      const known = found.get(run.run);
      if (known === undefined) found.set(run.run, { ...run, workers: [worker] });
      else known.workers.push(worker);
    }
    return [...found.values()];
  }

  return () => {
    const all = workers.all(now() - workerSilentMs, now() - workerRememberedMs);
    const working = all.filter(({ state }) => state === 'working');
    const of = (wanted: WorkerState): number => all.filter(({ state }) => state === wanted).length;
    const hosts = new Map(counts.all().map((row) => [row.class, row]));
    const classes = (['http', 'browser'] as const).map((name): FleetClassRow => {
      const able = working.filter((worker) => classesOf(worker.classes).includes(name));
      return {
        ...none,
        ...hosts.get(name),
        class: name,
        workers: able.length,
        slots: able.reduce((sum, { slots }) => sum + slots, 0),
      };
    });
    return {
      ...sumOf([...hosts.values()]),
      workers: { working: working.length, draining: of('draining'), gone: of('gone') },
      slots: working.reduce((sum, { slots }) => sum + slots, 0),
      busy: all.reduce((sum, { busy, state }) => sum + (state === 'gone' ? 0 : busy), 0),
      classes,
      runs: runs(),
    };
  };
}

/** Counts of several classes together. */
function sumOf(counts: readonly HostCounts[]): HostCounts {
  return counts.reduce(
    (sum, one) => ({
      active: sum.active + one.active,
      ready: sum.ready + one.ready,
      waiting: sum.waiting + one.waiting,
      setAside: sum.setAside + one.setAside,
      oldestReadyMs:
        one.oldestReadyMs === null ? sum.oldestReadyMs : Math.max(sum.oldestReadyMs ?? 0, one.oldestReadyMs),
    }),
    none,
  );
}
