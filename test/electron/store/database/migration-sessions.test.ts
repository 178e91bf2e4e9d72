import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applicationId, migrations } from '../../../../electron/store/database/migrations/migrate.ts';
import { controlOf, scratchFolder, scratchStore } from '../support.ts';

it('a run of schema 2 that was cut off keeps what is known of it, and goes on', async () => {
  const path = join(scratchFolder(), 'x.db');
  const old = new Database(path);
  for (const { version, sql } of migrations.slice(0, 2)) {
    old.exec(sql);
    old.pragma(`user_version = ${version}`);
  }
  old.pragma(`application_id = ${applicationId}`);
  old.exec(`
    INSERT INTO projects (name, created_at) VALUES ('default', 1);
    INSERT INTO spiders (project_id, name, created_at) VALUES (1, 'shop', 1);
    INSERT INTO spider_versions (spider_id, number, document, hash, created_at) VALUES (1, 1, '{}', 'x', 1);
    INSERT INTO runs (spider_id, version_id, state, kind, options, app_version, created_at, started_at)
      VALUES (1, 1, 'interrupted', 'full', '{"limit": null, "overrides": {}, "allowPrivate": false}', '0.1.0', 1, 1000);
    INSERT INTO origins (run_id, origin) VALUES (1, 'https://example.org');
    INSERT INTO requests (run_id, origin_id, fingerprint, url, state, priority, depth, follow, recovered, status, finished_at)
      VALUES (1, 1, 1, 'https://example.org/1', 2, 0, 0, 1, 1, 200, 2000),
        (1, 1, 2, 'https://example.org/2', 0, 0, 0, 1, 2, NULL, NULL),
        (1, 1, 3, 'https://example.org/3', 1, 0, 0, 1, 0, NULL, NULL);
    INSERT INTO events (run_id, at, kind, message) VALUES (1, 1500, 'robots', 'There is none.');
  `);
  old.close();

  const store = scratchStore(path);
  expect((await store.queries.events.list('1')).map(({ kind }) => kind)).toEqual(['robots', 'fetched']);
  // Of the second, cut off twice, only one time can have been followed by another attempt.
  expect(await store.queries.runs.receipt('1')).toMatchObject({
    requeued: 0,
    fetchedAgain: 0,
    fetchedAgainInAll: 2,
  });
  await controlOf(store, '1').begin();
  await store.ledger('1').claim('https://example.org', 5, 0);
  expect(await store.queries.runs.receipt('1')).toMatchObject({
    requeued: 1,
    fetchedAgain: 1,
    fetchedAgainInAll: 4,
  });
});

it('a run of schema 6 that was cut off has worked up to its last sign', async () => {
  const path = join(scratchFolder(), 'x.db');
  const old = new Database(path);
  for (const { version, sql } of migrations.slice(0, 6)) {
    old.exec(sql);
    old.pragma(`user_version = ${version}`);
  }
  old.pragma(`application_id = ${applicationId}`);
  old.exec(`
    INSERT INTO projects (name, created_at) VALUES ('default', 1);
    INSERT INTO spiders (project_id, name, created_at) VALUES (1, 'shop', 1);
    INSERT INTO spider_versions (spider_id, number, document, hash, created_at) VALUES (1, 1, '{}', 'x', 1);
    INSERT INTO runs (spider_id, version_id, state, kind, options, app_version, created_at, started_at, active_since, active_ms)
      VALUES (1, 1, 'running', 'full', '{"limit": null, "overrides": {}, "allowPrivate": false}', '0.1.0', 1, 1000, 1000, 500);
    INSERT INTO events (run_id, at, kind, message) VALUES (1, 7201000, 'robots', 'There is none.');
  `);
  old.close();
  const store = scratchStore(path, { now: () => 9_000_000 });
  await controlOf(store, '1').begin();
  expect((await store.queries.runs.get('1')).activeMs).toBe(7_200_500);
});
