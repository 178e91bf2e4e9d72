import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectOverview } from '../../../../electron/host/data/project-overview.ts';
import { sqliteValues } from '../../../../electron/store/database/value-sql.ts';
import { createProjectOverview } from '../../../../electron/store/projects/project-overview.ts';
import { scratchFolder, scratchStore, spiderNamed } from '../support.ts';
import { savedVersion } from '../saved-version.ts';

const day = 86_400_000;
const spiders = 12;
const nights = 50;

/** A project with runs of many nights, written as rows, because as crawls they would take minutes. */
async function busyProject() {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = scratchStore(path);
  const now = Date.now();
  for (let n = 0; n < spiders; n += 1) await savedVersion(store, spiderNamed(`spider-${n}`), 'default');
  const db = new Database(path);
  onTestFinished(() => void db.close());
  const run = db
    .prepare<[{ spider: number; at: number }], number>(
      `INSERT INTO all_runs (spider_id, version_id, state, reason, cause, kind, options, app_version, created_at, started_at, ended_at)
        SELECT spider_id, id, 'completed', 'Finished.', 'finished', 'full',
          '{"limit":null,"overrides":{},"allowPrivate":false}', '0.1.0', @at, @at, @at + 1000
        FROM spider_versions WHERE spider_id = @spider RETURNING id`,
    )
    .pluck();
  const origin = db.prepare<[number, number]>(
    "INSERT INTO origins (run_id, origin, done, items) VALUES (?, 'https://example.org', 1, ?)",
  );
  const ids = db.prepare<[], number>('SELECT id FROM spiders ORDER BY id').pluck().all();
  db.transaction(() => {
    for (let night = nights; night > 0; night -= 1)
      for (const spider of ids) {
        const id = run.get({ spider, at: now - night * day });
        if (id !== undefined) origin.run(id, 100 + night);
      }
  })();
  return { store, db, now };
}

it('has the runs of many nights', async () => {
  const { store, now } = await busyProject();
  const overview = await projectOverview(store, 'default', now);
  expect(overview.totals).toEqual({
    spiders,
    runs: spiders * nights,
    items: spiders * 101,
    failedLast7Days: 0,
  });
  expect(overview.days).toHaveLength(30);
  // Whether the last day of the 30 has a run depends on the time of day.
  for (const { runs } of overview.days.slice(1, -1)) expect(runs).toBe(spiders);
  const [first] = overview.spiders;
  expect(first?.trend.map(({ items }) => items)).toEqual(Array.from({ length: 14 }, (_, n) => 114 - n));
  expect(first).toMatchObject({ medianItems: 105, needs: null, schedule: null, queued: 0 });
});

it('tells the schedule of a spider that is due next, and none that is turned off', async () => {
  const { store, now } = await busyProject();
  const options = { limit: null, overrides: {}, allowPrivate: false };
  const of = { project: 'default', spider: 'spider-0' };
  const choices = { zone: 'UTC', missed: 'once', priority: 0, options } as const;
  await store.queries.schedules.add(of, { ...choices, cron: '0 3 1 1 *', enabled: true });
  await store.queries.schedules.add(of, { ...choices, cron: '30 2 * * *', enabled: true });
  await store.queries.schedules.add(of, { ...choices, cron: '* * * * *', enabled: false });
  const { spiders: all } = await projectOverview(store, 'default', now);
  const schedule = all.find(({ spider }) => spider === 'spider-0')?.schedule;
  expect(schedule?.words).toContain('02:30');
  expect(schedule?.next?.slice(11)).toBe('02:30:00.000Z');
  expect(all.filter((spider) => spider.schedule !== null)).toHaveLength(1);
});

it('is read by indexes: no part of it grows with all runs of the workspace', async () => {
  const { db } = await busyProject();
  // The statements of the overview, as the store prepares them.
  const prepared: string[] = [];
  const recording = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'prepare' || typeof value !== 'function') return value;
      return (sql: string): unknown => {
        prepared.push(sql);
        return Reflect.apply(value, target, [sql]);
      };
    },
  });
  const context = { connection: { db: recording, values: sqliteValues }, owners: { isAlive: () => true } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statements are prepared, and none is carried out
  createProjectOverview(context as never);
  const scans = prepared.flatMap((sql) =>
    db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array.from({ length: 9 }, () => 1).slice(0, (sql.match(/\?/g) ?? []).length), named(sql))
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?:runs|origins|requests|items|spider_versions)\b/.test(detail)),
  );
  expect(prepared.length).toBeGreaterThan(5);
  expect(scans).toEqual([]);
});

const named = (sql: string): Record<string, number> =>
  Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, 1]));
