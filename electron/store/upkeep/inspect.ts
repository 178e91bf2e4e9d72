import Database from 'better-sqlite3';
import { inspections } from '../../../shared/storage-kinds.ts';
import { decompressPage } from '../../engine/stored-page.ts';
import type { CompressedText } from '../../engine/ports/ledger.ts';
import { faultsOf } from '../database/database-file.ts';
import { toStoreError } from '../errors.ts';
import { brokenFiles } from './broken-files.ts';

type Inspection = (typeof inspections)[number];

/** What an inspection has found. */
export interface Inspected {
  inspection: Inspection;
  /** Problems in words, of many the first; empty: all is well. */
  problems: string[];
}

/** Problems that are told of one inspection. */
const most = 20;
/** Pages whose content is checked between two questions whether to go on. */
const pagesAtOnce = 50;
/** Shares of the work that reading the file and the contents of pages take; the contents of downloaded files take the rest. */
const fileShare = 0.4;
const pageShare = 0.4;

/**
 * Looks at a whole database: the file, and whether what is in it fits together. It only reads.
 * @param onShare called between the steps with the share that is done; what it throws ends the work
 * @throws StoreError where it cannot be opened at all
 */
export function inspectDatabase(path: string, onShare: (share: number) => void): Inspected[] {
  try {
    const db = new Database(path, { readonly: true });
    try {
      // What is no database at all is told at once.
      db.pragma('schema_version');
      const work: Readonly<Record<Inspection, () => string[]>> = {
        // SQLite names the database first, where there are several.
        file: () =>
          faultsOf(db, 'integrity_check').flatMap((fault) => (fault.startsWith('***') ? [] : `${fault}.`)),
        references: () => referencesOf(db),
        counters: () => listOf(db, wrongCounters),
        'stored-pages': () => listOf(db, missingPages),
        'page-contents': () => wrongPages(db, (share) => onShare(fileShare + pageShare * share)),
        'file-contents': () =>
          wrongFiles(db, (share) => onShare(fileShare + pageShare + (1 - fileShare - pageShare) * share)),
        'unused-pages': () => listOf(db, unusedPages),
        dataset: () => listOf(db, wrongDatasets),
      };
      return inspections.map((inspection, index) => {
        onShare(fileShare * Math.min(1, index / 2));
        return { inspection, problems: carefully(work[inspection]) };
      });
    } finally {
      db.close();
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/** What cannot be read is a problem of its own, and no reason to look no further. */
function carefully(work: () => string[]): string[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return [`It could not be read to the end: ${error.message}.`];
  }
}

function referencesOf(db: Database.Database): string[] {
  const rows = db.prepare<[], { name: string; parent: string; n: number }>(
    `SELECT "table" AS name, parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY 1, 2 LIMIT ${most}`,
  );
  return rows
    .all()
    .map(({ name, parent, n }) => `${n} rows of ${name} refer to rows of ${parent} that are missing.`);
}

/** Origins whose counts are not those of their requests and items. */
const wrongCounters = `SELECT 'The counters of ' || o.origin || ' in run ' || o.run_id || ' are not those of its requests and items.'
  FROM origins AS o LEFT JOIN (
    SELECT origin_id, sum(state = 0) AS queued, sum(state = 1) AS active, sum(state = 2) AS done, sum(state = 3) AS failed,
      sum(state = 4) AS skipped, sum((SELECT count(*) FROM items WHERE request_id = requests.id)) AS items
    FROM requests GROUP BY origin_id) AS r ON r.origin_id = o.id
  WHERE (o.queued, o.active, o.done, o.failed, o.skipped, o.items) IS NOT
    (coalesce(r.queued, 0), coalesce(r.active, 0), coalesce(r.done, 0), coalesce(r.failed, 0), coalesce(r.skipped, 0), coalesce(r.items, 0))`;

const missingPages = `SELECT 'The stored page of ' || url || ' in run ' || run_id || ' is missing.' FROM requests
  WHERE page_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pages WHERE id = page_id)`;

const unusedPages = `SELECT 'Stored page ' || id || ' belongs to no run.' FROM pages
  WHERE NOT EXISTS (SELECT 1 FROM requests WHERE page_id = pages.id)`;

const wrongDatasets = `SELECT 'The dataset of spider ' || s.spider_id || ' has items of run ' || r.run_id || ' that are missing.'
  FROM dataset_sightings AS s JOIN dataset_runs AS r ON r.spider_id = s.spider_id AND r.place = s.place JOIN all_runs ON all_runs.id = r.run_id
  WHERE NOT EXISTS (SELECT 1 FROM items WHERE items.id = s.item_id) GROUP BY s.spider_id, r.run_id`;

function listOf(db: Database.Database, sql: string): string[] {
  return db.prepare<[], string>(`${sql} LIMIT ${most}`).pluck().all();
}

function wrongPages(db: Database.Database, onShare: (share: number) => void): string[] {
  const last = db.prepare<[], number | null>('SELECT max(id) FROM pages').pluck().get() ?? 0;
  const some = db.prepare<[number], CompressedText & { id: number }>(
    `SELECT id, sha256, codec, length, body FROM pages WHERE id > ? ORDER BY id LIMIT ${pagesAtOnce}`,
  );
  const url = db.prepare<[number], string>('SELECT url FROM requests WHERE page_id = ? LIMIT 1').pluck();
  const problems: string[] = [];
  for (let after = 0, pages = some.all(after); pages.length > 0; pages = some.all(after)) {
    for (const page of pages) {
      after = page.id;
      if (problems.length < most && decompressPage(page) === null)
        problems.push(
          `The stored page of ${url.get(page.id) ?? `number ${page.id}`} is not what was stored.`,
        );
    }
    onShare(after / Math.max(1, last));
  }
  return problems;
}

function wrongFiles(db: Database.Database, onShare: (share: number) => void): string[] {
  const url = db
    .prepare<[number], string>(
      'SELECT url FROM file_requests JOIN requests ON requests.id = request_id WHERE file_id = ? LIMIT 1',
    )
    .pluck();
  const problems: string[] = [];
  for (const file of brokenFiles(db, onShare)) {
    problems.push(`The downloaded file of ${url.get(file) ?? `number ${file}`} is not what was stored.`);
    if (problems.length === most) break;
  }
  return problems;
}
