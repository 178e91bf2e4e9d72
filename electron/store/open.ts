import { ActiveTime } from './runs/active-time.ts';
import { copyForBackup, type DatabaseCopy } from './database/backup.ts';
import { createChanges } from './changes.ts';
import { Connection } from './database/connection.ts';
import { faultsOf, openDatabase, type DatabaseOptions } from './database/database-file.ts';
import type { StoreContext } from './database/context.ts';
import { createDataset } from './dataset/dataset.ts';
import { createDraftRows } from './spiders/draft-rows.ts';
import { createDrafts } from './spiders/drafts.ts';
import { toStoreError } from './errors.ts';
import { createEvents } from './events/events.ts';
import { createFiles } from './files/files.ts';
import { noFleet } from './fleet/no-fleet.ts';
import type { FleetQueries } from './fleet/fleet-queries.ts';
import { createHealth } from './health/health.ts';
import { createItems } from './items/items.ts';
import { openLedger, type LedgerOptions } from './ledger/ledger.ts';
import { createCrawlHistory } from './history/crawl-history.ts';
import { createNotices } from './notices/notices.ts';
import type { OutsideBodies } from './postgres/outside-bodies.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createOwners, type Owners } from './database/owner.ts';
import { sqliteDriver } from './database/sqlite-driver.ts';
import { createLockedValues } from './pages/locked-values.ts';
import { createPictureRows, createPictures } from './pages/pictures.ts';
import { createPacks } from './spiders/packs.ts';
import { createPages } from './pages/pages.ts';
import { createPreferences } from './preferences/preferences.ts';
import { createProjectRows } from './projects/project-rows.ts';
import { createProjects } from './projects/projects.ts';
import { createProofs } from './spiders/proofs.ts';
import type { Queries } from './queries.ts';
import { createQueue } from './queue/queue.ts';
import { createQueueRows } from './queue/queue-rows.ts';
import { createQueueWork } from './queue/queue-work.ts';
import { createTotals } from './totals/totals.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { createKeys } from './keys/keys.ts';
import { createReplies } from './keys/replies.ts';
import { createRecipes } from './recipes/recipes.ts';
import { createRequests } from './requests/requests.ts';
import { createRetention, type Retention } from './retention/retention.ts';
import { createRuns } from './runs/runs.ts';
import { createSavedPages } from './pages/saved-pages.ts';
import { createScheduleRows } from './schedules/schedule-rows.ts';
import { createSchedules } from './schedules/schedules.ts';
import { createSpiderRows } from './spiders/spider-rows.ts';
import { createSpiders } from './spiders/spiders.ts';
import { createTrash } from './trash/trash.ts';
import { createVersionWriter } from './spiders/version-writer.ts';
import { createUpkeep, type Upkeep } from './upkeep/upkeep.ts';
import type { CrawlPorts } from '../engine/ports/crawl-ports.ts';
import type { GenerationPorts } from '../engine/ports/generation.ts';
import type { Ledger } from '../engine/ports/ledger.ts';
import type { GenerationOptions } from './ledger/generation-ledger.ts';
import { openCrawlPorts, openGenerationPorts, type CrawlPortOptions } from './runs/run-control.ts';

export interface OpenOptions extends DatabaseOptions {
  /** Tells whether the owner of a run is still there. */
  isAlive?: Owners['isAlive'];
  /** The clock of the machine, in milliseconds since 1970. */
  now?: () => number;
  /** A clock that nobody can set, in milliseconds since any time. Left out: `now`, or the process's own. */
  monotonic?: () => number;
  /** Items that one step of `DatasetQueries` adds or removes. Left out: as many as take about a tenth of a second. */
  datasetStep?: number;
}

/** An open database: a port for each aggregate, and the ports of the crawl for each run that is carried out. */
export interface Store {
  readonly path: string;
  /** The copy that was made before the database was brought to the newest schema; null when it was not. */
  readonly backup: string | null;
  /** A port for each aggregate. */
  readonly queries: Queries;
  /** The engine's ports for one session of a run. */
  crawlPorts(run: string, options?: CrawlPortOptions): CrawlPorts;
  /** The engine's ports for one session of a generation. @throws StoreError `not-found` where the run is none */
  generationPorts(run: string, options: Omit<GenerationOptions, 'lease'>): GenerationPorts;
  /** The ledger of a run alone. */
  ledger(run: string, options?: LedgerOptions): Ledger;
  /** Checks the whole file, however large. @returns what is wrong, in SQLite's words; empty when all is well */
  check(): string[];
  /** Looks after the file itself. */
  readonly upkeep: Upkeep;
  /** What goes by rule. */
  readonly retention: Retention;
  /** Copies everything to a file that does not exist, for a backup. In the copy no run is under way. */
  copyForBackup(to: string): DatabaseCopy;
  /** Moves the log into the database as far as nobody reads it, so that a copy of the one file has what there is. */
  checkpoint(): void;
  /** Writes what is enqueued and closes the file. */
  close(): void;
}

/** Room for the upper levels of every index of a run with some hundred thousand requests. */
const cacheKibibytes = 16 * 1024;

/**
 * Opens the database at `path` (":memory:" for one without a file), creating it and its folder where needed.
 * @throws StoreError `locked`, `read-only`, `newer`, `older` (read-only opening), `foreign`, `empty`, `damaged`,
 *   `disk-full`, `missing`
 */
export function openStore(path: string, options: OpenOptions = {}): Store {
  try {
    const { db, backup } = openDatabase(path, options);
    try {
      db.pragma('foreign_keys = ON');
      db.pragma(`cache_size = -${cacheKibibytes}`);
      const owners = (now: () => number): Owners => createOwners(path, now);
      return assemble(
        new Connection(sqliteDriver(db, path), path),
        { backup, owners, fleet: () => noFleet, outside: null },
        options,
      );
    } catch (error) {
      // Asked while it is as it was: closing it gives back what there was no room for.
      const told = toStoreError(error, path);
      db.close();
      throw told;
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/** What differs between databases. */
interface Place {
  backup: string | null;
  owners: (now: () => number) => Owners;
  fleet: (context: StoreContext) => FleetQueries;
  outside: OutsideBodies | null;
}

/** Makes the ports of an open database. */
export function assemble(
  connection: Connection,
  { backup, owners: ownersOf, fleet, outside }: Place,
  options: OpenOptions,
): Store {
  const now = options.now ?? Date.now;
  const monotonic = options.monotonic ?? options.now ?? (() => performance.now());
  const activeTime = new ActiveTime(monotonic, now);
  const own = ownersOf(now);
  const owners = options.isAlive === undefined ? own : { ...own, isAlive: options.isAlive };
  const context = { connection, now, monotonic, activeTime, owners, outside };
  const pictures = createPictureRows(context);
  const projects = createProjectRows(context);
  const spiders = createSpiderRows(context);
  const drafts = createDraftRows(context, projects);
  const versions = createVersionWriter(context, { projects, spiders, drafts });
  const queue = createQueueRows(context);
  const schedules = createScheduleRows(context);
  return {
    path: connection.path,
    backup,
    queries: {
      changes: createChanges(context),
      dataset: createDataset(context, spiders, options.datasetStep),
      drafts: createDrafts(context, drafts, spiders),
      events: createEvents(context),
      files: createFiles(context),
      fleet: fleet(context),
      health: createHealth(context, spiders),
      history: createCrawlHistory(context),
      items: createItems(context),
      lockedValues: createLockedValues(context),
      notices: createNotices(context),
      outbox: createOutbox(context),
      packs: createPacks(context, spiders, versions),
      pages: createPages(context),
      pictures: createPictures(context, pictures),
      preferences: createPreferences(context),
      projects: createProjects(context, projects),
      proofs: createProofs(context, { spiders, drafts }),
      queue: createQueue(context, queue, spiders),
      queueWork: createQueueWork(context, queue),
      keys: createKeys(context),
      totals: createTotals(context),
      webhooks: createWebhooks(context),
      replies: createReplies(context),
      recipes: createRecipes(context, spiders),
      requests: createRequests(context),
      runs: createRuns(context),
      savedPages: createSavedPages(context, pictures),
      schedules: createSchedules(context, { spiders, queue }),
      spiders: createSpiders(context, spiders, versions),
      trash: createTrash(context, { projects, spiders, versions, queue, schedules }),
    },
    crawlPorts: (run, options) => openCrawlPorts(context, run, options),
    generationPorts: (run, options) => openGenerationPorts(context, run, options),
    ledger: (run, options) => openLedger(context, run, options),
    check: connection.reading(() => faultsOf(connection.file, 'integrity_check')),
    upkeep: createUpkeep(context),
    retention: createRetention(context, spiders),
    copyForBackup: connection.reading((to: string) => copyForBackup(context, to)),
    checkpoint: () => connection.checkpoint(),
    close: () => {
      try {
        connection.close();
      } finally {
        owners.close();
        outside?.close();
      }
    },
  };
}
