import { join } from 'node:path';
import { openStore, type OpenOptions, type Store } from '../store/open.ts';
import { HostError } from './errors.ts';

/** An open data folder. */
export interface Workspace {
  readonly dataDir: string;
  readonly store: Store;
  close(): void;
}

/** SQLite's page size, unless a database was made with another one. */
const databasePageBytes = 4096;

/**
 * Opens a data folder, creating it where needed. The environment variable SPIDER_STUDIO_MAX_DATABASE_MB keeps the
 * database from growing beyond a size: a write that needs more fails as on a full disk.
 * @throws StoreError when the database is locked, read-only, damaged, or from a newer version
 */
export function openWorkspace(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Workspace {
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
  const store = openStore(databaseFile(dataDir), options);
  return { dataDir, store, close: () => store.close() };
}

/** Opens a data folder that exists, to read only. @throws StoreError as `openWorkspace` does */
export function openWorkspaceForReading(
  dataDir: string,
  options: Pick<OpenOptions, 'isAlive'> = {},
): Workspace {
  const store = openStore(databaseFile(dataDir), { ...options, readonly: true });
  return { dataDir, store, close: () => store.close() };
}

function databaseFile(dataDir: string): string {
  return join(dataDir, 'spider-studio.db');
}
