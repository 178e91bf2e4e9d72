import { existsSync, readFileSync } from 'node:fs';
import { openStore } from '../../../store/open.ts';
import { requireBodiesInside, requireNoWork } from '../../../store/transfer/postgres-work.ts';
import { secretsIn } from '../../../store/transfer/secrets.ts';
import { copyToPostgres, copyToSqlite, type Transferred } from '../../../store/transfer/transfer.ts';
import { createFolder } from '../../../system/folders.ts';
import { dataPath } from '../../data-folder-entries.ts';
import { HostError } from '../../errors.ts';
import { finishRestore, lockRestore, requireIdle } from '../../workspace/restore-files.ts';
import { databaseFile } from '../../workspace/workspace.ts';
import { prepareSchema, requireAddress, withClient } from './shared-schema.ts';

/** What a migration has copied. */
export interface Migrated extends Transferred {
  from: string;
  to: string;
  /** Names of secrets that the workspace or the lists of this computer refer to, which are not copied. */
  secrets: string[];
}

/** Lists of a data folder that may name secrets. They belong to the computer and are not copied. */
const listFiles = ['proxies.json', 'places.json', 'registries.json', 'backup-plan.json'] as const;

/**
 * Copies the workspace of a data folder into the chosen PostgreSQL database, whole or not at all. The data folder stays as it is.
 * @throws HostError `missing`, `in-use`; StoreError `exists`, `damaged`; PostgresError
 */
export async function migrateToPostgres(
  dataDir: string,
  onShare: (share: number) => void,
): Promise<Migrated> {
  const address = requireAddress();
  const path = databaseFile(dataDir);
  finishRestore(dataDir);
  if (!existsSync(path))
    throw new HostError('missing', `There is no database in "${dataDir}".`, 'Name the data folder.');
  const unlock = lockRestore(dataDir);
  try {
    requireIdle(dataDir);
    // Brings it to the newest schema first.
    openStore(path).close();
    await prepareSchema();
    const copied = await withClient((client) =>
      copyToPostgres({ path, client, server: address.shown }, onShare),
    );
    return { ...copied, from: path, to: address.shown, secrets: secretsOf(copied, dataDir) };
  } finally {
    unlock();
  }
}

/**
 * Copies the workspace of the chosen PostgreSQL database into a data folder that has none, whole or not at all.
 * @throws HostError `exists`, `in-use`, `disk-full`; StoreError `damaged`, `conflict`; PostgresError
 */
export async function migrateToSqlite(dataDir: string, onShare: (share: number) => void): Promise<Migrated> {
  const address = requireAddress();
  const path = databaseFile(dataDir);
  createFolder(dataDir);
  finishRestore(dataDir);
  const unlock = lockRestore(dataDir);
  try {
    await prepareSchema();
    const copied = await withClient(async (client) => {
      await requireNoWork(client);
      await requireBodiesInside(client);
      return copyToSqlite({ path, client, server: address.shown }, onShare);
    });
    return { ...copied, from: address.shown, to: path, secrets: secretsOf(copied, dataDir) };
  } finally {
    unlock();
  }
}

function secretsOf({ secrets }: Transferred, dataDir: string): string[] {
  const files = listFiles.map((name) => dataPath(dataDir, name)).filter((file) => existsSync(file));
  const named = files.flatMap((file) => secretsIn(readFileSync(file, 'utf8')));
  return [...new Set([...secrets, ...named])].toSorted();
}
