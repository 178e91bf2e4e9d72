import Database from 'better-sqlite3';
import { existsSync, statSync } from 'node:fs';
import { decompressPage } from '../../engine/stored-page.ts';
import type { CompressedText } from '../../engine/ports/ledger.ts';
import { newerDatabase } from '../database/database-file.ts';
import { migrations, newestVersion, schemaVersion } from '../database/migrations/migrate.ts';
import { toStoreError } from '../errors.ts';
import { openStore } from '../open.ts';
import { brokenFiles } from './broken-files.ts';
import { mendHead } from './database-head.ts';
import { rescueRows, type Row } from './rescued-rows.ts';

/** What was brought over from a damaged database, and what was not. */
export interface Salvage {
  projects: number;
  spiders: number;
  runs: number;
  items: number;
  pages: number;
  /** What is lost, by name, in sentences; of much the first. */
  lost: string[];
}

/** Losses that are told. */
const mostLost = 500;
/** Rows that are written in one transaction. */
const rowsAtOnce = 2000;
/** What is made anew from the rest. */
const derived = /^(?:dataset_|sqlite_)/u;

/**
 * Copies all that can be read of a database into a new one, and makes anew what follows from the rest.
 * @param copy a copy of the damaged file, with its log beside it; it may be changed
 * @param to path of a file that does not exist
 * @throws StoreError `newer`, `damaged` where nothing can be read
 */
export function salvage(copy: string, to: string, onShare: (share: number) => void): Salvage {
  try {
    const template = `${to}.template`;
    openStore(template).close();
    mendHead(copy, template);
    const from = new Database(copy, { readonly: !existsSync(`${copy}-wal`) });
    try {
      const version = schemaVersion(from);
      const newest = newestVersion();
      if (version > newest) throw newerDatabase(`The file "${copy}"`, version, newest);
      openStore(to, {
        migrations: migrations.filter((step) => version === 0 || step.version <= version),
      }).close();
      return fill(from, to, onShare);
    } finally {
      from.close();
    }
  } catch (error) {
    throw toStoreError(error, copy);
  }
}

function fill(from: Database.Database, to: string, onShare: (share: number) => void): Salvage {
  const db = new Database(to);
  try {
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = OFF');
    const triggers = db
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
    const lost: string[] = [];
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
      .pluck()
      .all()
      .filter((name) => !derived.test(name));
    for (const [index, table] of tables.entries()) {
      onShare((0.9 * index) / tables.length);
      if (!copyTable(from, db, table)) lost.push(`Some rows of the table ${table} could not be read.`);
    }
    db.exec('BEGIN');
    lost.push(...losses(db));
    mend(db);
    for (const { sql } of triggers) db.exec(sql);
    db.exec('COMMIT');
    onShare(1);
    const count = (table: string): number =>
      db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
    return {
      projects: count('all_projects'),
      spiders: count('all_spiders'),
      runs: count('all_runs'),
      items: count('items'),
      pages: count('pages'),
      lost: lost.slice(0, mostLost),
    };
  } finally {
    db.close();
  }
}

/** @returns whether every row was there */
function copyTable(from: Database.Database, db: Database.Database, table: string): boolean {
  const info = db
    .prepare<[], { name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${table}')`)
    .all();
  const columns = info.map(({ name }) => `"${name}"`).join(', ');
  const isWithoutRowId =
    db.prepare<[string], number>('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table) === 1;
  const key = isWithoutRowId
    ? info
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(({ name }) => `"${name}"`)
        .join(', ')
    : null;
  const insert = db.prepare<[Row]>(
    `INSERT OR IGNORE INTO "${table}" (${columns}) VALUES (${info.map(({ name }) => `@${name}`).join(', ')})`,
  );
  let written = 0;
  let isWhole = false;
  db.exec('BEGIN');
  try {
    isWhole = rescueRows(from, { table, columns, key }, (row) => {
      try {
        insert.run(row);
      } catch (error) {
        // A damaged row may not be what its table takes.
        if (!(error instanceof Database.SqliteError)) throw error;
      }
      written += 1;
      if (written % rowsAtOnce === 0) db.exec('COMMIT; BEGIN');
    });
  } catch (error) {
    // The table itself cannot be found any more.
    if (!(error instanceof Database.SqliteError)) throw error;
  }
  db.exec('COMMIT');
  return isWhole;
}

/** What is not there any more, by what else names it. */
function losses(db: Database.Database): string[] {
  const told = (sql: string): string[] => db.prepare<[], string>(`${sql} LIMIT ${mostLost}`).pluck().all();
  for (const page of brokenPages(db)) db.prepare<[number]>('DELETE FROM pages WHERE id = ?').run(page);
  const files = lostFiles(db);
  return [
    ...told(
      `SELECT CASE WHEN count(*) = 1 THEN 'A request' ELSE count(*) || ' requests' END || ' of run ' || run_id
        || ', whose run could not be read.' FROM requests WHERE run_id NOT IN (SELECT id FROM all_runs) GROUP BY run_id`,
    ),
    ...told(
      `SELECT (seen - found) || ' of ' || seen || ' requests of run ' || id || '.' FROM (SELECT r.id,
          (SELECT coalesce(sum(queued + active + done + failed + skipped), 0) FROM origins WHERE run_id = r.id) AS seen,
          (SELECT count(*) FROM requests WHERE run_id = r.id) AS found FROM all_runs AS r) WHERE found < seen`,
    ),
    ...told(
      `SELECT 'The stored page of ' || url || ' (run ' || run_id || ').' FROM requests
        WHERE page_id IS NOT NULL AND page_id NOT IN (SELECT id FROM pages)`,
    ),
    ...files,
    ...told(
      `SELECT (requests.items - count(items.id)) || ' of ' || requests.items || ' items of ' || requests.url || ' (run '
          || requests.run_id || ').' FROM requests LEFT JOIN items ON items.request_id = requests.id
        WHERE requests.items > 0 GROUP BY requests.id HAVING count(items.id) < requests.items`,
    ),
    ...told(
      `SELECT count(*) || ' items whose requests could not be read.' FROM items
        WHERE request_id NOT IN (SELECT id FROM requests) HAVING count(*) > 0`,
    ),
  ];
}

/** Removes the downloaded files whose content is not what was stored. @returns whose they were */
function lostFiles(db: Database.Database): string[] {
  for (const file of brokenFiles(db)) db.prepare<[number]>('DELETE FROM files WHERE id = ?').run(file);
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'file_requests'").get() === undefined) return [];
  const gone = 'file_id IS NOT NULL AND file_id NOT IN (SELECT id FROM files)';
  const lost = db
    .prepare<[], string>(
      `SELECT 'The downloaded file of ' || url || ' (run ' || file_requests.run_id || ').' FROM file_requests
        JOIN requests ON requests.id = request_id WHERE ${gone} LIMIT ${mostLost}`,
    )
    .pluck()
    .all();
  db.exec(`UPDATE file_requests SET file_id = NULL WHERE ${gone}`);
  return lost;
}

/** Pages whose content is not what was stored. */
function* brokenPages(db: Database.Database): Generator<number> {
  const ids = db.prepare<[], number>('SELECT id FROM pages').pluck().all();
  const one = db.prepare<[number], CompressedText>(
    'SELECT sha256, codec, length, body FROM pages WHERE id = ?',
  );
  for (const id of ids) {
    const page = one.get(id);
    if (page === undefined || decompressPage(page) === null) yield id;
  }
}

/** Removes what refers to something that is gone, and makes counters anew. */
function mend(db: Database.Database): void {
  db.exec(`
    UPDATE requests SET page_id = NULL WHERE page_id IS NOT NULL AND page_id NOT IN (SELECT id FROM pages);
    DELETE FROM pages WHERE id NOT IN (SELECT page_id FROM requests WHERE page_id IS NOT NULL);`);
  // A row that goes may be what another one refers to.
  for (;;) {
    const broken = db
      .prepare<[], { name: string; id: number | null }>(
        'SELECT "table" AS name, rowid AS id FROM pragma_foreign_key_check WHERE rowid IS NOT NULL',
      )
      .all();
    if (broken.length === 0) break;
    for (const { name, id } of broken)
      db.prepare<[number | null]>(`DELETE FROM "${name}" WHERE rowid = ?`).run(id);
  }
  const orphans = db
    .prepare<[], { name: string }>(
      'SELECT DISTINCT "table" AS name FROM pragma_foreign_key_check WHERE rowid IS NULL',
    )
    .all();
  for (const { name } of orphans) {
    const references = db
      .prepare<[], { table: string; from: string; to: string }>(
        `SELECT "table", "from", "to" FROM pragma_foreign_key_list('${name}')`,
      )
      .all();
    for (const { table, from, to } of references)
      db.exec(
        `DELETE FROM "${name}" WHERE "${from}" IS NOT NULL AND "${from}" NOT IN (SELECT "${to}" FROM "${table}")`,
      );
  }
  db.exec(`
    UPDATE origins SET queued = 0, active = 0, done = 0, failed = 0, skipped = 0, items = 0;
    CREATE TEMP TABLE counted AS SELECT origin_id AS id, sum(state = 0) AS queued, sum(state = 1) AS active, sum(state = 2) AS done,
      sum(state = 3) AS failed, sum(state = 4) AS skipped,
      sum((SELECT count(*) FROM items WHERE request_id = requests.id)) AS items FROM requests GROUP BY origin_id;
    UPDATE origins SET queued = c.queued, active = c.active, done = c.done, failed = c.failed, skipped = c.skipped, items = c.items
      FROM counted AS c WHERE c.id = origins.id;
    DROP TABLE counted;`);
}

/** Bytes that a repair needs beside the database: a copy to read from, and the new one. */
export function repairBytes(path: string): number {
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + 2 * (statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
