import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applicationId, migrations } from '../../../../electron/store/database/migrations/migrate.ts';
import { controlOf, fingerprintOf, completed, itemsOf, scratchFolder, scratchStore } from '../support.ts';

it('an item of schema 11 has its URL as its key, and is completed by a row that is found later', async () => {
  const path = join(scratchFolder(), 'x.db');
  const old = new Database(path);
  for (const { version, sql } of migrations.slice(0, 11)) {
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
    INSERT INTO requests (run_id, origin_id, fingerprint, url, state, priority, depth, callback, follow, rule, parent_id, items)
      VALUES (1, 1, 1, 'https://example.org/page/1', 0, 0, 0, 'list', 1, NULL, NULL, 0),
        (1, 1, 2, 'https://example.org/page/2', 2, 0, 1, 'detail', 1, 0, 1, 1);
    INSERT INTO items (run_id, request_id, position, url, callback, metadata_json, problems_json, scraped_at)
      VALUES (1, 2, 0, 'https://example.org/page/2', 'detail', '{"own": 2}', '[]', 1);
  `);
  old.close();

  const store = scratchStore(path);
  expect(await store.queries.requests.head('2')).toBeNull();
  expect(await store.queries.spiders.versionById('1')).toMatchObject({ number: 1, note: null });
  const values = async () => (await itemsOf(store, '1')).map(({ key, metadata }) => ({ key, metadata }));
  expect(await values()).toEqual([{ key: 'https://example.org/page/2', metadata: { own: 2 } }]);
  await controlOf(store, '1').begin();
  const ledger = store.ledger('1', { rowsTravel: true });
  const [list] = await ledger.claim('https://example.org', 1, 0);
  if (list === undefined) throw new Error('The list is not queued.');
  const request = {
    ...list,
    url: 'https://example.org/page/2',
    fingerprint: fingerprintOf(2),
    callback: 'detail',
  };
  const row = { values: { rank: 1 }, problems: [], request: { ...request, parent: list.id }, reason: null };
  await ledger.complete({ ...completed(list.id), rows: [row] });
  expect(await values()).toEqual([{ key: 'https://example.org/page/2', metadata: { rank: 1, own: 2 } }]);
});
