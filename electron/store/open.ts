import Database from 'better-sqlite3';
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createAnswers, type AnswerRepository } from './answers.ts';
import { createChanges, type ChangesReader } from './changes.ts';
import { Connection } from './connection.ts';
import { createDrafts, type DraftRepository } from './drafts.ts';
import { StoreError, toStoreError } from './errors.ts';
import { createEvents, type EventRepository } from './events.ts';
import { createItems, type ItemRepository } from './items.ts';
import { createItemViews, type ItemViewRepository } from './item-views.ts';
import { openLedger, type LedgerOptions, type RunLedger } from './ledger.ts';
import { createMemory, type MemoryRepository } from './memory.ts';
import {
  applicationId,
  migrate,
  migrations,
  newestVersion,
  schemaVersion,
  type Migration,
} from './migrations/migrate.ts';
import { ownerAlive, type RunOwner } from './owner.ts';
import { createPages, type PageRepository } from './pages.ts';
import { createPreferences, type PreferenceRepository } from './preferences.ts';
import { createProjects, type ProjectRepository } from './projects.ts';
import { createRequestViews, type RequestViewRepository } from './request-views.ts';
import { createRequests, type RequestRepository } from './requests.ts';
import { createRoutes, type RouteRepository } from './routes.ts';
import { createRunOverview, type RunOverviewReader } from './run-overview.ts';
import { createRunSeries, type RunSeriesReader } from './run-series.ts';
import { createRuns, type RunRepository } from './runs.ts';
import { createSavedPages, type SavedPageRepository } from './saved-pages.ts';
import { createSpiderChanges, type SpiderChanges } from './spider-changes.ts';
import { createSpiders, type SpiderRepository } from './spiders.ts';

export interface OpenOptions {
  /** Only read; the file must exist and be of this version. */
  readonly?: boolean;
  /** Most pages (of 4 KiB) that the database may have; a write beyond fails as on a full disk. */
  maxPages?: number;
  /** How long to wait for another process that is writing, in milliseconds. Default 5000. */
  busyTimeoutMs?: number;
  /** Tells whether the process that owns a run is still there. */
  isAlive?: (owner: RunOwner) => boolean;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
  /** Steps of the schema, for tests of migrations. */
  migrations?: readonly Migration[];
}

/** An open database: one repository per aggregate, and a ledger for each run that is carried out. */
export interface Store {
  readonly path: string;
  /** The copy that was made before the database was brought to the newest schema; null when it was not. */
  readonly backup: string | null;
  readonly projects: ProjectRepository;
  readonly spiders: SpiderRepository;
  readonly runs: RunRepository;
  readonly requests: RequestRepository;
  readonly items: ItemRepository;
  readonly pages: PageRepository;
  readonly events: EventRepository;
  /** What full runs leave for the runs after them. */
  readonly memory: MemoryRepository;
  /** What runs with proxies know about their ways to the sites. */
  readonly routes: RouteRepository;
  /** Answers of sites, kept to be replayed. */
  readonly answers: AnswerRepository;
  /** What the window keeps: pages to try spiders on, edits that are not saved, what a person has set. */
  readonly savedPages: SavedPageRepository;
  readonly drafts: DraftRepository;
  readonly preferences: PreferenceRepository;
  /** Saving, renaming and deleting with a window's eyes: nobody overwrites what they have not seen. */
  readonly spiderChanges: SpiderChanges;
  /** Sorted, filtered and searched parts of large tables. */
  readonly requestViews: RequestViewRepository;
  readonly itemViews: ItemViewRepository;
  readonly runSeries: RunSeriesReader;
  readonly runOverview: RunOverviewReader;
  readonly changes: ChangesReader;
  /** The engine's port for one run. */
  ledger(run: string, options?: LedgerOptions): RunLedger;
  /** Checks the whole file, however large. @returns what is wrong, in SQLite's words; empty when all is well */
  check(): string[];
  /** Writes what is enqueued and closes the file. */
  close(): void;
}

/** Files up to this size are checked whole when opened; it takes some ten milliseconds. Larger ones: `check()`. */
const checkedAtOpenBytes = 16 * 1024 * 1024;
/** Room for the upper levels of every index of a run with some hundred thousand requests. */
const cacheKibibytes = 16 * 1024;

/**
 * Opens the database at `path` (":memory:" for one without a file), creating it and its folder where needed.
 * @throws StoreError `locked`, `read-only`, `newer`, `older` (read-only opening), `foreign`, `damaged`, `full`, `missing`
 */
export function openStore(path: string, options: OpenOptions = {}): Store {
  const steps = options.migrations ?? migrations;
  let db: Database.Database | null = null;
  try {
    if (options.readonly === true) requireFile(path);
    else makeWritable(path);
    db = new Database(path, {
      readonly: options.readonly ?? false,
      timeout: options.busyTimeoutMs ?? 5000,
    });
    requireOurs(db, path);
    requireReadable(db, path, steps);
    const backup = options.readonly === true ? null : prepareForWriting(db, path, options, steps);
    db.pragma('foreign_keys = ON');
    db.pragma(`cache_size = -${cacheKibibytes}`);
    return assemble(new Connection(db, path), backup, options);
  } catch (error) {
    db?.close();
    throw toStoreError(error, path);
  }
}

function assemble(connection: Connection, backup: string | null, options: OpenOptions): Store {
  const now = options.now ?? Date.now;
  const context = { connection, now, isAlive: options.isAlive ?? ownerAlive };
  const pages = createPages(context);
  const events = createEvents(context);
  const runs = createRuns(context);
  const requests = createRequests(context);
  return {
    path: connection.path,
    backup,
    projects: createProjects(context),
    spiders: createSpiders(context, runs),
    runs,
    requests,
    items: createItems(context),
    pages,
    events,
    memory: createMemory(context),
    routes: createRoutes(context),
    answers: createAnswers(context),
    savedPages: createSavedPages(context),
    drafts: createDrafts(context),
    preferences: createPreferences(context),
    spiderChanges: createSpiderChanges(context, runs),
    requestViews: createRequestViews(context, requests),
    itemViews: createItemViews(context),
    runSeries: createRunSeries(context),
    runOverview: createRunOverview(context),
    changes: createChanges(context),
    ledger: (run, options) => openLedger(context, run, options),
    check: connection.reading(() => wrongWith(connection.db, 'integrity_check')),
    close: () => connection.close(),
  };
}

/** Creates the folder where needed. SQLite would open a file that it may not write, and fail only later. */
function makeWritable(path: string): void {
  if (path === ':memory:') return;
  createFolder(dirname(path));
  accessSync(dirname(path), constants.W_OK);
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
}

/** One folder at a time: making them all at once never returns where the system refuses to make folders, as below /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function requireFile(path: string): void {
  if (existsSync(path)) return;
  throw new StoreError(
    'missing',
    `There is no database at "${path}".`,
    'Check the data folder; importing a spider creates it.',
  );
}

/** Refuses a file that another program made: its tables are not ours to change. */
function requireOurs(db: Database.Database, path: string): void {
  const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_schema').get()?.n ?? 0;
  if (tables === 0 || db.pragma('application_id', { simple: true }) === applicationId) return;
  throw new StoreError(
    'foreign',
    `The file "${path}" is a database of another program.`,
    'Choose another data folder.',
  );
}

function requireReadable(db: Database.Database, path: string, steps: readonly Migration[]): void {
  const version = schemaVersion(db);
  const newest = newestVersion(steps);
  if (version > newest) {
    throw new StoreError(
      'newer',
      `The database "${path}" was made by a newer version of Spider Studio (schema ${version}, this one knows up to ${newest}).`,
      'Update Spider Studio, or choose another data folder.',
    );
  }
  if (db.readonly && version < newest) {
    throw new StoreError(
      'older',
      `The database "${path}" was made by an older version of Spider Studio.`,
      'Open it once with write access, so that it can be brought up to date.',
    );
  }
  if (db.memory || statSync(path).size > checkedAtOpenBytes) return;
  if (wrongWith(db, 'quick_check(1)').length > 0) {
    throw new StoreError(
      'damaged',
      `The database "${path}" is damaged.`,
      'Move it away and restore a copy, or choose another data folder.',
    );
  }
}

function prepareForWriting(
  db: Database.Database,
  path: string,
  options: OpenOptions,
  steps: readonly Migration[],
): string | null {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  if (options.maxPages !== undefined) db.pragma(`max_page_count = ${Math.floor(options.maxPages)}`);
  return migrate(db, path, steps);
}

function wrongWith(db: Database.Database, check: string): string[] {
  const answer = db.pragma(check, { simple: true });
  return answer === 'ok' ? [] : String(answer).split('\n');
}
