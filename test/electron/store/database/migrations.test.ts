import { hash } from 'node:crypto';
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

/** Takes migration 41 back. */
const withoutExclusions = 'DROP TABLE run_exclusions;';

/** Takes migration 39, and what came after it, back. */
const withoutWorkers = `
  ${withoutExclusions}
  DROP TABLE queue_workers;
  CREATE TABLE queue_workers (lock TEXT PRIMARY KEY, pid INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('daemon', 'window', 'command')), concurrency INTEGER NOT NULL CHECK (concurrency >= 1),
    started_at INTEGER NOT NULL, beat INTEGER NOT NULL DEFAULT 0) STRICT;`;

/** Takes migration 38, and what came after it, back. */
const withoutTokenSubjects = `
  ${withoutWorkers}
  DROP INDEX api_members_by_subject;
  ALTER TABLE api_members DROP COLUMN subject;
  DROP TABLE api_replies;
  CREATE TABLE api_replies (key_id INTEGER NOT NULL, route TEXT NOT NULL, name TEXT NOT NULL, request TEXT NOT NULL, at INTEGER NOT NULL,
    status INTEGER, body TEXT, PRIMARY KEY (key_id, route, name)) STRICT, WITHOUT ROWID;
  CREATE INDEX api_replies_by_time ON api_replies (at);`;

/** Takes migration 37, and what came after it, back. */
const withoutDraftEvidence = `
  ${withoutTokenSubjects}
  DROP TABLE draft_steps;
  DROP VIEW saved_pages;
  DROP INDEX saved_pages_of_draft;
  DROP INDEX saved_pages_of_spider;
  ALTER TABLE all_saved_pages DROP COLUMN draft_id;
  ALTER TABLE all_saved_pages ADD COLUMN owner_id INTEGER NOT NULL DEFAULT 0;
  UPDATE all_saved_pages SET owner_id = spider_id;
  ALTER TABLE all_saved_pages DROP COLUMN spider_id;
  ALTER TABLE all_saved_pages RENAME COLUMN owner_id TO spider_id;
  CREATE INDEX saved_pages_of_spider ON all_saved_pages (spider_id, trash_id, id);
  CREATE VIEW saved_pages AS SELECT * FROM all_saved_pages WHERE trash_id IS NULL;
  CREATE TABLE old_proofs (id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL REFERENCES spider_versions (id) ON DELETE CASCADE, signature TEXT NOT NULL, proved_at INTEGER NOT NULL,
    verdict TEXT NOT NULL, source TEXT NOT NULL, pages INTEGER NOT NULL, held INTEGER NOT NULL, seed TEXT NOT NULL, engine TEXT NOT NULL,
    failed_json TEXT NOT NULL, not_run_json TEXT NOT NULL, sha256 BLOB NOT NULL, codec TEXT NOT NULL, length INTEGER NOT NULL,
    body BLOB NOT NULL, UNIQUE (version_id, signature)) STRICT;
  INSERT INTO old_proofs SELECT id, version_id, signature, proved_at, verdict, source, pages, held, seed, engine, failed_json, not_run_json,
    sha256, codec, length, body FROM proofs;
  DROP TABLE proofs;
  ALTER TABLE old_proofs RENAME TO proofs;`;

/** Takes migration 35, and what came after it, back. */
const withoutApi = `${withoutDraftEvidence} DROP TABLE webhook_deliveries; DROP TABLE webhooks; DROP TABLE api_replies; DROP TABLE api_audit; DROP TABLE api_keys; DROP TABLE api_members;`;

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
  it('are numbered from 1, without the numbers that PostgreSQL alone has', () => {
    const ofPostgresAlone = new Set([40]);
    const numbers = Array.from({ length: newest }, (_, index) => index + 1);
    expect(migrations.map(({ version }) => version)).toEqual(
      numbers.filter((number) => !ofPostgresAlone.has(number)),
    );
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

  it('38 keeps the answers to requests that may be repeated, and the members', async () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    const before = openStore(path);
    await before.queries.keys.addMember('news', 'editor');
    before.close();
    const old = new Database(path);
    old.exec(withoutTokenSubjects);
    old.exec(`INSERT INTO api_replies VALUES (3, '/api/crawl', 'a', 'x', ${Date.now()}, 202, '{}')`);
    old.pragma('user_version = 37');
    old.close();
    const { queries, close } = openStore(path);
    const place = { caller: 'key 3', route: '/api/crawl', name: 'a', request: 'x' };
    expect(await queries.replies.begin(place)).toEqual({ kind: 'done', status: 202, body: '{}' });
    expect(await queries.keys.members()).toMatchObject([{ name: 'news', role: 'editor', subject: null }]);
    close();
  });

  it('keep saved pages and proofs, and take those of drafts from now on', async () => {
    const path = await oldDatabase();
    const of = { project: 'default', spider: 'shop' };
    const content = { title: 'A', url: 'https://example.org/', source: 'url', run: null } as const;
    const page = { ...content, page: compressPage('<p>1', 'utf-8') };
    const before = openStore(path);
    const { text } = (await before.queries.spiders.version(of, null)) ?? { text: '' };
    const proof = {
      hash: hash('sha256', text),
      signature: 'one',
      verdict: 'proved',
      source: 'own-pages',
      pages: 2,
      held: 1,
      seed: '1',
      engine: '1.0.0',
      failed: [],
      notRun: [3],
      certificate: '{}',
    } as const;
    const kept = await before.queries.savedPages.add('default', 'shop', page);
    const copy = await before.queries.savedPages.addCopy(kept.id, page);
    await before.queries.lockedValues.lock([
      { page: kept.id, kind: 'field', name: 'title', callback: null, values: ['A'] },
    ]);
    const proved = await before.queries.proofs.keep(of, proof);
    before.close();
    const old = new Database(path);
    old.exec(withoutDraftEvidence);
    old.pragma('user_version = 36');
    old.close();
    const store = openStore(path);
    const { savedPages, lockedValues, proofs, drafts } = store.queries;
    expect(await savedPages.list('default', 'shop')).toEqual([kept]);
    expect(await savedPages.copies('default', 'shop')).toEqual([copy]);
    expect(await lockedValues.list('default', 'shop')).toMatchObject([{ page: kept.id, name: 'title' }]);
    expect(await proofs.list(of, 10)).toMatchObject([{ id: proved?.id, version: 1 }]);
    const { draft } = await drafts.put({ project: 'default', spider: null, draft: null }, text, null, null);
    expect(await savedPages.addToDraft('default', draft.id, page)).toMatchObject({ draft: draft.id });
    store.close();
    const db = new Database(path);
    expect(() => db.exec('UPDATE all_saved_pages SET spider_id = NULL, draft_id = NULL')).toThrow(/CHECK/);
    db.close();
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
