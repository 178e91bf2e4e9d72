import { existsSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { cellText, isCell, type Column, type ColumnType } from '../cells.ts';
import { ExportError, toExportError } from '../errors.ts';
import type { Row, Table } from '../formats/format.ts';
import { declaredTypes } from '../formats/sqlite.ts';
import { distinctNames, storedName } from '../names.ts';
import type { Notes } from '../notes.ts';
import {
  ledgerTable,
  nameFor,
  neededColumns,
  noUniqueKey,
  replacedTable,
  type TableOrder,
  type TableSession,
} from './tables.ts';

/** How long another program may write before the export gives up, in milliseconds. */
const patienceMs = 30_000;

/**
 * Begins a transaction in a SQLite database, which is created if there is none. Other programs read on meanwhile, and do not write.
 * @throws ExportError
 */
export function openSqliteTables(file: string, order: TableOrder): TableSession {
  const shown = `"${order.table}" of "${file}"`;
  const told = (error: unknown): unknown => toldError(error, file, shown);
  const isNew = !existsSync(file);
  let db: Database.Database;
  try {
    db = new Database(file, { timeout: patienceMs });
  } catch (error) {
    throw told(error);
  }
  const ledgerKey = [order.source.recipe, order.table, order.source.part] as const;

  function begin(): number {
    db.exec('BEGIN IMMEDIATE');
    if (order.key !== null || columnsOf(db, ledgerTable).length === 0) return 0;
    return (
      db
        .prepare<[string, string, string], number>(
          `SELECT newest FROM ${ledgerTable} WHERE recipe = ? AND target = ? AND part = ?`,
        )
        .pluck()
        .get(...ledgerKey) ?? 0
    );
  }

  function note(newest: number, rows: number): void {
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${ledgerTable} (recipe TEXT NOT NULL, target TEXT NOT NULL, part TEXT NOT NULL,
        newest INTEGER NOT NULL, row_count INTEGER NOT NULL, written_at TEXT NOT NULL, PRIMARY KEY (recipe, target, part))`,
    );
    db.prepare(
      `INSERT INTO ${ledgerTable} VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (recipe, target, part) DO UPDATE
        SET newest = excluded.newest, row_count = row_count + excluded.row_count, written_at = excluded.written_at`,
    ).run(...ledgerKey, newest, rows, new Date().toISOString());
  }

  try {
    const newest = begin();
    return {
      newest,
      async write(tables, upTo, notes) {
        try {
          let rows = 0;
          for (const [at, table] of tables.entries()) {
            const written = await fill(db, nameFor(order, tables, at), table, {
              order,
              shown,
              notes,
              isList: at > 0,
              hasLists: tables.length > 1,
            });
            if (at === 0) rows = written;
          }
          if (order.key === null) note(upTo, rows);
          db.exec('COMMIT');
          return rows;
        } catch (error) {
          throw told(error);
        }
      },
      async close() {
        // What was not committed is undone.
        db.close();
        if (isNew && statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
      },
    };
  } catch (error) {
    db.close();
    throw told(error);
  }
}

interface Filling {
  order: TableOrder;
  shown: string;
  notes: Notes;
  /** Whether it is the table of a list. Its rows are replaced with those of the item. */
  isList: boolean;
  /** Whether lists have tables. */
  hasLists: boolean;
}

/** Creates or completes a table, and writes its rows. @returns how many */
async function fill(
  db: Database.Database,
  name: string,
  { columns, rows }: Table,
  { order, shown, notes, isList, hasLists }: Filling,
): Promise<number> {
  const all = named(columns ?? [], notes);
  prepareTable(db, name, all, { order, shown, isList });
  const key = order.key ?? [];
  const isReplaced = key.length > 0;
  if (isList && isReplaced) removeEntries(db, name, key);
  const insert = db.prepare(isList ? entryInsertion(name, all, isReplaced) : insertion(name, all, order.key));
  const note = !isList && isReplaced && hasLists ? notesReplaced(db, name, key) : null;
  const isKey = all.map((column) => order.key?.includes(column.name) ?? false);
  let written = 0;
  for await (const batch of rows())
    for (const row of batch) {
      const values = all.map(({ from, type }) => bound(row, from, type));
      const missing = isKey.findIndex((is, at) => is && values[at] === null);
      if (missing !== -1) {
        notes.change('keyless', all[missing]?.name ?? '');
        continue;
      }
      if (isList && isReplaced) insert.run([...values, idIn(row, 'item')]);
      else insert.run(values);
      note?.([
        ...key.map((one) => values[all.findIndex((column) => column.name === one)] ?? null),
        idIn(row, 'id'),
      ]);
      written += 1;
    }
  return written;
}

/** The id of an item in a cell of its row. */
function idIn(row: Row, name: 'id' | 'item'): string {
  const cell = row.get(name);
  return isCell(cell) ? cellText(cell) : '';
}

/** Returns a function that notes the key of a row that has replaced another, and its item. */
function notesReplaced(
  db: Database.Database,
  table: string,
  key: readonly string[],
): (values: (string | number | null)[]) => void {
  const names = key.map(quoted).join(', ');
  db.exec(
    `CREATE TEMP TABLE ${replacedTable} AS SELECT ${names}, '' AS item_id FROM ${quoted(table)} LIMIT 0`,
  );
  db.exec(`CREATE UNIQUE INDEX temp.${replacedTable}_key ON ${replacedTable} (${names})`);
  db.exec(`CREATE INDEX temp.${replacedTable}_item ON ${replacedTable} (item_id)`);
  const insert = db.prepare(
    `INSERT INTO temp.${replacedTable} VALUES (${[...key, ''].map(() => '?').join(', ')})
      ON CONFLICT (${names}) DO UPDATE SET item_id = excluded.item_id`,
  );
  return (values) => void insert.run(values);
}

/** Removes the rows of a list whose items are replaced. */
function removeEntries(db: Database.Database, table: string, key: readonly string[]): void {
  const names = key.map(quoted).join(', ');
  db.exec(`DELETE FROM ${quoted(table)} WHERE (${names}) IN (SELECT ${names} FROM temp.${replacedTable})`);
}

/** Adds a row of a list; where rows are replaced, only of the last item of a key. */
function entryInsertion(table: string, columns: readonly PlacedColumn[], isReplaced: boolean): string {
  const into = `INSERT INTO ${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')})
    SELECT ${columns.map(() => '?').join(', ')}`;
  return isReplaced ? `${into} WHERE EXISTS (SELECT 1 FROM temp.${replacedTable} WHERE item_id = ?)` : into;
}

/** A column of the database, and the one of the rows that it comes from. */
interface PlacedColumn extends Column {
  from: string;
}

/** Columns whose names SQLite would take for the same get a number. */
function named(columns: readonly Column[], notes: Notes): PlacedColumn[] {
  const held = columns.map((column) => storedName(column.name));
  const names = distinctNames(held, Infinity);
  return columns.map((column, at) => {
    const name = names[at] ?? column.name;
    if (held[at] !== column.name) notes.change('named', name);
    if (name !== held[at]) notes.change('alike', name);
    return { ...column, name, from: column.name };
  });
}

function prepareTable(
  db: Database.Database,
  table: string,
  columns: readonly PlacedColumn[],
  { order, shown, isList }: Pick<Filling, 'order' | 'shown' | 'isList'>,
): void {
  const existing = columnsOf(db, table).map((name) => name.toLowerCase());
  // SQLite compares names without case.
  const known = new Set(
    columns.filter(({ name }) => existing.includes(name.toLowerCase())).map(({ name }) => name),
  );
  const needed = neededColumns(columns, existing.length === 0 ? null : known, { order, shown });
  const key = order.key?.map(quoted).join(', ') ?? '';
  if (existing.length === 0) {
    const definitions = columns.map(({ name, type }) => `${quoted(name)} ${declaredTypes[type]}`);
    if (key !== '' && !isList) definitions.push(`UNIQUE (${key})`);
    db.exec(`CREATE TABLE ${quoted(table)} (${definitions.join(', ')})`);
    if (key !== '' && isList)
      db.exec(`CREATE INDEX ${quoted(`${table} by key`)} ON ${quoted(table)} (${key})`);
    return;
  }
  for (const { name, type } of needed)
    db.exec(`ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(name)} ${declaredTypes[type]}`);
  if (order.key !== null && !isList && !isUnique(db, table, order.key))
    throw noUniqueKey(
      shown,
      `CREATE UNIQUE INDEX ${quoted(`${table}_key`)} ON ${quoted(table)} (${key});`,
      order.key,
    );
}

function insertion(table: string, columns: readonly PlacedColumn[], key: readonly string[] | null): string {
  const into = `INSERT INTO ${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')})
    VALUES (${columns.map(() => '?').join(', ')})`;
  if (key === null) return into;
  const changed = columns.filter(({ name }) => !key.includes(name)).map(({ name }) => quoted(name));
  const action =
    changed.length === 0
      ? 'DO NOTHING'
      : `DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return `${into} ON CONFLICT (${key.map(quoted).join(', ')}) ${action}`;
}

/** The columns of a table that is there; empty: there is none. */
const columnsOf = (db: Database.Database, table: string): string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

function isUnique(db: Database.Database, table: string, key: readonly string[]): boolean {
  const wanted = key.map((name) => name.toLowerCase()).toSorted();
  const isKey = (names: readonly string[]): boolean =>
    names.length === wanted.length &&
    names
      .map((name) => name.toLowerCase())
      .toSorted()
      .every((name, at) => name === wanted[at]);
  const primary = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0')
    .pluck()
    .all(table);
  if (isKey(primary)) return true;
  const indexes = db
    .prepare<[string], string>('SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0')
    .pluck()
    .all(table);
  const columnsOfIndex = db
    .prepare<[string], string>("SELECT coalesce(name, '') FROM pragma_index_info(?)")
    .pluck();
  return indexes.some((index) => isKey(columnsOfIndex.all(index)));
}

function bound(row: Row, name: string, type: ColumnType): string | number | null {
  const cell = row.get(name);
  if (!isCell(cell) || cell === null) return null;
  if (typeof cell === 'boolean' && type === 'boolean') return cell ? 1 : 0;
  return typeof cell === 'number' && type !== 'text' ? cell : cellText(cell);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function toldError(error: unknown, file: string, shown: string): unknown {
  if (error instanceof TypeError && /directory does not exist/.test(error.message))
    return new ExportError('missing', `The folder of "${file}" does not exist.`, 'Create it first.', error);
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  if (code.startsWith('SQLITE_BUSY'))
    return new ExportError(
      'file-in-use',
      `Another program writes to "${file}".`,
      'Wait until it has ended, or close it.',
      error,
    );
  if (code === 'SQLITE_FULL')
    return toExportError(
      Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write' }),
      `"${file}"`,
      file,
    );
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return new ExportError(
      'other-columns',
      `"${file}" is not a SQLite database.`,
      'Name another file.',
      error,
    );
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === 'SQLITE_PERM')
    return new ExportError(
      'read-only',
      `There is no permission to write "${file}".`,
      'Check the permissions.',
      error,
    );
  if (code === 'SQLITE_CONSTRAINT_DATATYPE')
    return new ExportError(
      'column-type',
      `A value does not fit the table ${shown}: ${message}.`,
      'Change the type of that column there, or the field in the spider.',
      error,
    );
  if (code.startsWith('SQLITE_CONSTRAINT'))
    return new ExportError(
      'column-type',
      `The table ${shown} refuses a row: ${message}.`,
      'Replace rows by a key, or change the constraint there.',
      error,
    );
  return new ExportError('io', `The table ${shown} could not be written: ${message}.`, 'Try again.', error);
}
