import { openStore, type Store } from '../../store/open.ts';
import { openPostgresStore } from '../../store/postgres/open.ts';
import type { Queries } from '../../store/queries.ts';
import { StoreError } from '../../store/errors.ts';
import { openProtected } from '../../store/database/protected-file.ts';
import { databaseAddress } from '../../postgres/chosen-database.ts';
import { environment, type Environment } from '../../system/environment.ts';
import { HostError } from '../errors.ts';
import { RecentDetails } from './recent-details.ts';
import { databaseName, finishRestore } from './restore-files.ts';
import { dataPath } from '../data-folder-entries.ts';

/** An open data folder. */
export interface Workspace {
  readonly dataDir: string;
  /** The query ports. */
  readonly queries: Queries;
  /** Cache of run details. */
  readonly recentDetails: RecentDetails;
  /** Ports for executing runs and copying the database; see `Store`. */
  readonly crawlPorts: Store['crawlPorts'];
  readonly generationPorts: Store['generationPorts'];
  readonly copyForBackup: Store['copyForBackup'];
  readonly checkpoint: Store['checkpoint'];
  /** Looks after the file of the database. */
  readonly upkeep: Store['upkeep'];
  /** What goes by rule. */
  readonly retention: Store['retention'];
  /** Whether the database can be written. */
  readonly writable: boolean;
  close(): void;
}

/** SQLite's default page size, in bytes. */
const databasePageBytes = 4096;

/**
 * Opens a data folder, creating it where needed. The environment variable SPIDER_STUDIO_MAX_DATABASE_MB limits the size of the
 * database; writes beyond it fail like writes to a full disk. Where a PostgreSQL database is chosen, it holds the workspace, and the
 * folder what belongs to this computer.
 * @throws StoreError when the database is locked, read-only, damaged, or from a newer version
 */
export function openWorkspace(dataDir: string, env: Environment = environment): Workspace {
  const most = env['SPIDER_STUDIO_MAX_DATABASE_MB'];
  const megabytes = most === undefined || most === '' ? null : Number(most);
  if (megabytes !== null && !(megabytes > 0)) {
    throw new HostError(
      'bad-environment',
      `SPIDER_STUDIO_MAX_DATABASE_MB is "${most}", not a number of megabytes.`,
    );
  }
  const options =
    megabytes === null ? {} : { maxPages: Math.ceil((megabytes * 1024 * 1024) / databasePageBytes) };
  const address = databaseAddress();
  if (address !== null) return workspaceOf(dataDir, openPostgresStore(address), true);
  finishRestore(dataDir);
  const store = openStore(databaseFile(dataDir), options);
  return workspaceOf(dataDir, store, true);
}

/**
 * Opens a data folder like `openWorkspace`, and falls back to read-only access where nothing can be written,
 * also because the disk is full.
 * @throws StoreError like `openWorkspace`; `missing` where there is no database and none can be created
 */
export function openWorkspaceOrReadOnly(dataDir: string): Workspace {
  try {
    return openWorkspace(dataDir);
  } catch (error) {
    const isProtected = error instanceof StoreError && ['read-only', 'disk-full'].includes(error.code);
    if (!isProtected || databaseAddress() !== null) throw error;
  }
  const store = openProtected(databaseFile(dataDir));
  return workspaceOf(dataDir, store, false);
}

/** Opens an existing data folder read-only. @throws StoreError like `openWorkspace` */
export function openWorkspaceReadOnly(dataDir: string): Workspace {
  const address = databaseAddress();
  if (address !== null) return workspaceOf(dataDir, openPostgresStore(address, { readonly: true }), false);
  const store = openStore(databaseFile(dataDir), { readonly: true });
  return workspaceOf(dataDir, store, false);
}

function workspaceOf(dataDir: string, store: Store, writable: boolean): Workspace {
  const recentDetails = new RecentDetails();
  return {
    dataDir,
    queries: store.queries,
    recentDetails,
    crawlPorts: (run, options) => store.crawlPorts(run, options),
    generationPorts: (run, options) => store.generationPorts(run, options),
    copyForBackup: (to) => store.copyForBackup(to),
    checkpoint: () => store.checkpoint(),
    upkeep: store.upkeep,
    retention: store.retention,
    writable,
    close: () => store.close(),
  };
}

/** Path of the database in a data folder. */
export function databaseFile(dataDir: string): string {
  return dataPath(dataDir, databaseName);
}
