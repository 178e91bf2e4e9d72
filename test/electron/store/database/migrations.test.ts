import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { migrations, newestVersion } from '../../../../electron/store/database/migrations/migrate.ts';
import { openStore } from '../../../../electron/store/open.ts';
import { readPage } from '../queries/studio.ts';
import { item, newRun, scratchFolder } from '../support.ts';

const newest = newestVersion();
const next = { version: newest + 1, sql: 'ALTER TABLE all_projects ADD COLUMN colour TEXT;' };
const failing = {
  version: newest + 1,
  sql: `ALTER TABLE all_projects ADD COLUMN colour TEXT; INSERT INTO nowhere VALUES (1);`,
};
const orphaning = {
  version: newest + 1,
  sql: `DELETE FROM all_projects;`,
};

/** Takes migration 35, and what came after it, back. */
const withoutApi =
  'DROP TABLE webhook_deliveries; DROP TABLE webhooks; DROP TABLE api_replies; DROP TABLE api_audit; DROP TABLE api_keys; DROP TABLE api_members;';

/** Takes migration 33, and what came after it, back. */
const withoutPageRequests = `
  ${withoutApi}
  DROP VIEW saved_pages;
  ALTER TABLE all_saved_pages DROP COLUMN acted;
  ALTER TABLE all_saved_pages DROP COLUMN request_json;
  CREATE VIEW saved_pages AS SELECT * FROM all_saved_pages WHERE trash_id IS NULL;`;

/** Takes migration 26, and what came after it, back. */
const withoutRetention = `
  ${withoutPageRequests}
  DROP TRIGGER file_not_received;
  DROP TABLE file_chunks;
  DROP TABLE long_files;
  DROP TABLE saved_page_answers;
  DROP TABLE item_files;
  DROP TABLE file_requests;
  DROP TABLE files;
  ALTER TABLE requests DROP COLUMN message_json;
  DROP TABLE export_intentions;
  DROP TABLE library_imports;
  DROP TABLE retention_rules;
  DROP TABLE retention_settings;
  DROP TABLE dropped_parts;
  ALTER TABLE all_runs DROP COLUMN pinned_at;`;

/** Takes migration 25, and what came after it, back. */
const withoutTrash = `
  ${withoutRetention}
  DROP INDEX spider_versions_labels;
  ALTER TABLE spider_versions DROP COLUMN label;
  DROP TRIGGER spider_versions_never_change;
  ALTER TABLE spider_versions DROP COLUMN origin;
  CREATE TRIGGER spider_versions_never_change BEFORE UPDATE ON spider_versions
  BEGIN SELECT RAISE (ABORT, 'versions of spiders are append-only'); END;
  ${['projects', 'spiders', 'runs', 'saved_pages']
    .map(
      (table) =>
        `DROP VIEW ${table}; DROP INDEX ${table}_in_trash; ALTER TABLE all_${table} RENAME TO ${table};`,
    )
    .join('\n')}
  DROP INDEX runs_of_spider;
  CREATE INDEX runs_of_spider ON runs (spider_id, id);
  DROP INDEX saved_pages_of_spider;
  CREATE INDEX saved_pages_of_spider ON saved_pages (spider_id, id);
  ${['projects', 'spiders', 'runs', 'saved_pages'].map((table) => `ALTER TABLE ${table} DROP COLUMN trash_id;`).join('\n')}
  DROP TABLE trash;`;

async function oldDatabase(): Promise<string> {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = openStore(path);
  await newRun(store);
  store.close();
  return path;
}

function versionOf(path: string): unknown {
  const db = new Database(path, { readonly: true });
  const version = db.pragma('user_version', { simple: true });
  db.close();
  return version;
}

describe('migrations', () => {
  it('are numbered from 1 without gaps', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('bring an older database forward, and copy it before', async () => {
    const path = await oldDatabase();
    const store = openStore(path, { migrations: [...migrations, next] });
    expect(versionOf(path)).toBe(newest + 1);
    expect(await store.queries.runs.list()).toHaveLength(1);
    store.close();
    expect(store.backup).toBe(`${path}.v${newest}.backup`);
    expect(statSync(store.backup ?? '').mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    const copy = openStore(store.backup ?? '');
    expect(await copy.queries.runs.list()).toHaveLength(1);
    copy.close();
    expect(versionOf(store.backup ?? '')).toBe(newest);
  });

  it('make no copy of a new database, nor of one that is up to date', async () => {
    const path = await oldDatabase();
    openStore(path).close();
    expect(readdirSync(join(path, '..'))).toEqual(['spider-studio.db']);
  });

  it('never overwrite an earlier copy', async () => {
    const path = await oldDatabase();
    const first = openStore(path, { migrations: [...migrations, next] });
    first.close();
    const db = new Database(path);
    db.pragma(`user_version = ${newest}`);
    db.exec('ALTER TABLE all_projects DROP COLUMN colour');
    db.close();
    const second = openStore(path, { migrations: [...migrations, next] });
    second.close();
    expect(second.backup).toBe(`${path}.v${newest}.backup-2`);
    expect(existsSync(first.backup ?? '')).toBe(true);
  });

  it('change nothing when a step fails half way', async () => {
    const path = await oldDatabase();
    expect(() => openStore(path, { migrations: [...migrations, failing] })).toThrow(/could not be used/);
    expect(versionOf(path)).toBe(newest);
    const store = openStore(path, { migrations: [...migrations, next] });
    expect(await store.queries.runs.list()).toHaveLength(1);
    store.close();
  });

  it('change nothing when rows would be left behind that refer to nothing', async () => {
    const path = await oldDatabase();
    expect(() => openStore(path, { migrations: [...migrations, orphaning] })).toThrow(
      /rows refer to rows that are missing/,
    );
    const store = openStore(path);
    expect(await store.queries.projects.list()).toHaveLength(1);
    store.close();
  });

  it('are not made when opened for reading only', async () => {
    const path = await oldDatabase();
    expect(() => openStore(path, { readonly: true, migrations: [...migrations, next] })).toThrow(
      /made by an older version/,
    );
    expect(versionOf(path)).toBe(newest);
  });

  it('let datasets be made of the items that were there before', async () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    const before = openStore(path);
    const run = await newRun(before);
    const ports = before.crawlPorts(run);
    await ports.control.begin();
    await readPage(ports, 1, [item(1)]);
    await ports.control.end('completed', 'It is over.', 'finished');
    ports.close();
    before.close();
    const db = new Database(path);
    db.exec(withoutTrash);
    for (const table of ['states', 'runs', 'sightings', 'entries']) db.exec(`DROP TABLE dataset_${table}`);
    for (const table of ['recipe_runs', 'export_marks', 'export_recipes']) db.exec(`DROP TABLE ${table}`);
    db.pragma('user_version = 22');
    db.close();
    const store = openStore(path);
    const of = { project: 'default', spider: 'shop' };
    while (!(await store.queries.dataset.step({ ...of, key: null })));
    const view = { ...of, run: 'dataset', filters: [], words: [], sort: [], upTo: null };
    expect((await store.queries.items.slice(view, 0, 10)).rows).toMatchObject([{ title: 'Title 1' }]);
    expect(await store.queries.recipes.list(of)).toEqual([]);
    store.close();
  });

  it('keep how far items were exported, and take intentions', async () => {
    const path = await oldDatabase();
    const of = { project: 'default', spider: 'shop' };
    const before = openStore(path);
    await before.queries.recipes.moveMark(of, 'a.csv', 7);
    before.close();
    const old = new Database(path);
    old.exec(`${withoutPageRequests} DROP TRIGGER file_not_received; DROP TABLE file_chunks; DROP TABLE long_files;
      DROP TABLE saved_page_answers; DROP TABLE item_files; DROP TABLE file_requests; DROP TABLE files;
      DROP TABLE export_intentions; ALTER TABLE requests DROP COLUMN message_json;`);
    old.pragma('user_version = 27');
    old.close();
    const store = openStore(path);
    expect(await store.queries.recipes.mark(of, 'a.csv')).toBe(7);
    await store.queries.recipes.intend(of, 'a.csv', { item: 9, files: [] });
    expect(await store.queries.recipes.intention(of, 'a.csv')).toEqual({ item: 9, files: [] });
    store.close();
  });

  it('take pages that were saved before as those of their URLs, and start requests from now on', async () => {
    const path = await oldDatabase();
    const of = ['default', 'shop'] as const;
    const content = { title: 'A', url: 'https://example.org/', source: 'url', run: null } as const;
    const before = openStore(path);
    await before.queries.savedPages.add(...of, { ...content, page: compressPage('<p>1', 'utf-8') });
    before.close();
    const old = new Database(path);
    old.exec(withoutPageRequests);
    old.pragma('user_version = 32');
    old.close();
    const store = openStore(path);
    const request = { url: content.url, message: { method: 'POST', body: 'q=a' } };
    await store.queries.savedPages.add(...of, { ...content, page: compressPage('<p>2', 'utf-8'), request });
    const pages = await store.queries.savedPages.list(...of);
    expect(pages.map((page) => page.request)).toEqual([request, undefined]);
    store.close();
  });

  it('keep everything where there were no rules of retention', async () => {
    const path = await oldDatabase();
    const old = new Database(path);
    old.exec(withoutRetention);
    old.pragma('user_version = 25');
    old.close();
    const store = openStore(path);
    expect(store.retention.rules()).toEqual([]);
    expect(store.retention.settings()).toMatchObject({ nightly: false });
    expect(store.retention.ofRun('1')).toMatchObject({ pinnedAt: null, pagesDroppedAt: null });
    store.close();
  });

  it('keep what there is where there was no trash, and let notes of versions be edited but no version', async () => {
    const path = await oldDatabase();
    const old = new Database(path);
    old.exec(withoutTrash);
    old.pragma('user_version = 24');
    old.close();
    const store = openStore(path);
    expect(await store.queries.projects.list()).toMatchObject([{ name: 'default', spiders: 1, runs: 1 }]);
    expect(await store.queries.spiders.list(null)).toMatchObject([{ name: 'shop', version: 1, runs: 1 }]);
    expect(await store.queries.runs.list()).toHaveLength(1);
    store.close();
    const db = new Database(path);
    db.exec("UPDATE spider_versions SET note = 'Good.', label = 'live'");
    expect(() => db.exec("UPDATE spider_versions SET document = '{}'")).toThrow(/append-only/);
    expect(() => db.exec("UPDATE spider_versions SET label = '12'")).toThrow(/CHECK/);
    expect(() => db.exec('DELETE FROM spider_versions')).toThrow(/append-only/);
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const views = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").pluck().all();
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all();
    const referred = tables.flatMap((table) =>
      db.prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)').pluck().all(table),
    );
    expect(referred.filter((table) => views.includes(table))).toEqual([]);
    db.close();
  });
});
