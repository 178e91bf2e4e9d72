import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import type { Client } from 'pg';
import { files } from '../../system/files.ts';
import { companionSuffixes } from '../database/database-file.ts';
import { syncFile } from '../database/private-file.ts';
import { StoreError, toStoreError } from '../errors.ts';
import { openStore } from '../open.ts';
import { columnsOf, tableNames, typeOfColumn } from '../postgres/schema/columns.ts';
import { SqlStateError } from '../postgres/sql-state-error.ts';
import { batches } from './batches.ts';
import {
  countPostgres,
  lastIdsOfPostgres,
  PostgresFilling,
  readPostgres,
  sumPostgres,
} from './postgres-side.ts';
import { Fitting, Summing, type TableSum, type TransferTable } from './rows.ts';
import { secretsInRows } from './secrets.ts';
import { countSqlite, lastIdsOfSqlite, readSqlite, SqliteFilling, sumSqlite } from './sqlite-side.ts';

/** What was copied. */
export interface Transferred {
  tables: readonly ({ table: string } & TableSum)[];
  rows: number;
  /** Names of secrets that rows refer to. */
  secrets: string[];
  /** Texts whose NUL, which PostgreSQL cannot hold, is U+FFFD now. */
  replaced: number;
}

/** Two databases. */
export interface TransferPlaces {
  /** Path of the file of SQLite. */
  path: string;
  client: Client;
  /** What the database on the server is called in messages. */
  server: string;
}

/** Called with the share of the rows that are copied and compared, from 0 to 1. */
type OnShare = (share: number) => void;

/** Tables that hold something before there is a workspace. */
const alwaysFilled = new Set(['queue_settings', 'preferences']);

const allTables: readonly TransferTable[] = tableNames.map((name) => ({
  name,
  columns: columnsOf(name).map((column) => ({ name: column, type: typeOfColumn(name, column) ?? 'text' })),
}));

/**
 * Copies a workspace from a file of SQLite into the empty schema of a PostgreSQL database, whole or not at all: one transaction, which
 * is committed when every table of both has the same rows.
 * @throws StoreError `exists` where there is a workspace already, `damaged`; errors of the connection
 */
export async function copyToPostgres(
  { path, client, server }: TransferPlaces,
  onShare: OnShare,
): Promise<Transferred> {
  const db = new Database(path, { readonly: true });
  try {
    db.exec('BEGIN');
    const filling = new PostgresFilling(client, allTables);
    await requireEmpty(client);
    await filling.begin();
    const progress = new Progress(
      allTables.reduce((sum, table) => sum + countSqlite(db, table), 0),
      onShare,
    );
    const fitting = new Fitting();
    const tables: Transferred['tables'][number][] = [];
    const secrets = new Set<string>();
    for (const table of allTables) {
      const summing = new Summing();
      for (const batch of batches(readSqlite(db, table, fitting))) {
        for (const row of batch) summing.add(row);
        for (const name of secretsInRows(table, batch)) secrets.add(name);
        await filling.write(table, batch);
        progress.add(batch.length);
      }
      tables.push({ table: table.name, ...summing.result });
    }
    await filling.finish(lastIdsOfSqlite(db));
    for (const [index, table] of allTables.entries()) {
      requireSame(tables[index], await sumPostgres(client, table));
      progress.add(tables[index]?.rows ?? 0);
    }
    await client.query('COMMIT');
    return { tables, rows: rowsOf(tables), secrets: [...secrets], replaced: fitting.replaced };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw told(error, { path, server });
  } finally {
    db.close();
  }
}

/**
 * Copies a workspace from a PostgreSQL database to a file of SQLite, which appears when every table of both has the same rows.
 * @param places the file must not exist
 * @throws StoreError `exists`, `damaged`, `disk-full`; errors of the connection
 */
export async function copyToSqlite(
  { path, client, server }: TransferPlaces,
  onShare: OnShare,
): Promise<Transferred> {
  if (existsSync(path))
    throw new StoreError('exists', `There is a database at "${path}" already.`, 'Name another data folder.');
  const draft = `${path}.migrating`;
  const remove = (): void => {
    for (const suffix of ['', ...companionSuffixes]) files.remove(`${draft}${suffix}`);
  };
  try {
    remove();
    openStore(draft).close();
    // One snapshot for all tables.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const copied = await fillSqlite(client, draft, onShare);
    await client.query('COMMIT');
    syncFile(draft);
    files.publish(draft, path);
    return copied;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw told(error, { path, server });
  } finally {
    remove();
  }
}

async function fillSqlite(client: Client, draft: string, onShare: OnShare): Promise<Transferred> {
  const db = new Database(draft);
  try {
    let total = 0;
    for (const table of allTables) total += await countPostgres(client, table);
    const progress = new Progress(total, onShare);
    const filling = new SqliteFilling(db, allTables);
    const tables: Transferred['tables'][number][] = [];
    const secrets = new Set<string>();
    for (const table of allTables) {
      const summing = new Summing();
      for await (const batch of readPostgres(client, table)) {
        for (const row of batch) summing.add(row);
        for (const name of secretsInRows(table, batch)) secrets.add(name);
        filling.write(table, batch);
        progress.add(batch.length);
      }
      tables.push({ table: table.name, ...summing.result });
    }
    filling.finish(await lastIdsOfPostgres(client));
    for (const [index, table] of allTables.entries()) {
      requireSame(tables[index], sumSqlite(db, table));
      progress.add(tables[index]?.rows ?? 0);
    }
    return { tables, rows: rowsOf(tables), secrets: [...secrets], replaced: 0 };
  } finally {
    db.close();
  }
}

/** Words an error of either database; one of the connection itself stays as it is. */
function told(error: unknown, { path, server }: Omit<TransferPlaces, 'client'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (!(error instanceof Error) || typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code))
    return toStoreError(error, path);
  // Of values and references.
  if (/^2[23]/.test(code))
    return new StoreError(
      'damaged',
      `A row cannot be copied: ${error.message}.`,
      'Nothing was changed. Look at the whole source first, and repair it.',
      error,
    );
  return toStoreError(new SqlStateError({ code, message: error.message }), server);
}

async function requireEmpty(client: Client): Promise<void> {
  for (const table of allTables) {
    if (alwaysFilled.has(table.name) || (await countPostgres(client, table)) === 0) continue;
    throw new StoreError(
      'exists',
      `There is a workspace in the database already: the table ${table.name} has rows.`,
      'Name an empty database.',
    );
  }
}

function requireSame(copied: Transferred['tables'][number] | undefined, found: TableSum): void {
  if (copied?.rows === found.rows && copied.sum === found.sum) return;
  throw new StoreError(
    'damaged',
    `The table ${copied?.table ?? ''} is not the same in both databases: ${copied?.rows ?? 0} rows were read, ${found.rows} are there.`,
    'Nothing was changed. Try again while nothing else uses either database.',
  );
}

const rowsOf = (tables: Transferred['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Tells how far a copy is, in steps of a percent: every row is written once and compared once. */
class Progress {
  readonly #total: number;
  readonly #onShare: OnShare;
  #done = 0;
  #told = -1;

  constructor(rows: number, onShare: OnShare) {
    this.#total = Math.max(1, 2 * rows);
    this.#onShare = onShare;
  }

  add(rows: number): void {
    this.#done += rows;
    const percent = Math.floor((100 * this.#done) / this.#total);
    if (percent === this.#told) return;
    this.#told = percent;
    this.#onShare(this.#done / this.#total);
  }
}
