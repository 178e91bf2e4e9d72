import Database from 'better-sqlite3';
import { cellText, isCell, type Column, type ColumnType } from '../cells.ts';
import { ExportError } from '../errors.ts';
import type { Notes } from '../notes.ts';
import { distinctNames, storedName } from '../names.ts';
import type { FileFormat, Row, Table } from './format.ts';

/** SQLITE_MAX_COLUMN of the library's own build; others may read fewer (2000 by default). */
const maxColumns = 2000;

/** Moments stay ISO text, and JSON is text: SQLite has a type for neither. */
export const declaredTypes: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'BOOLEAN',
  time: 'TEXT',
  json: 'TEXT',
};

/** A SQLite database with a table for the items, and one for each list that was given its own. */
export const sqlite: FileFormat = {
  name: 'sqlite',
  output: 'file',
  values: 'cells',
  typed: true,
  splitsObjects: true,
  joinsLists: false,
  hidesBlanks: false,
  holdsTables: true,
  async write(file, tables, { notes }) {
    const db = new Database(file);
    try {
      // The file is complete or it is thrown away, so nothing has to be undone after a crash. A journal of new pages is empty.
      db.pragma('journal_mode = MEMORY');
      db.pragma('synchronous = OFF');
      const names = distinctNames(
        tables.map(({ name }) => storedName(/^sqlite_/iu.test(name) ? `table_${name}` : name)),
        Infinity,
      );
      db.exec('BEGIN');
      for (const [at, table] of tables.entries()) {
        await fill(db, names[at] ?? table.name, table, notes);
      }
      db.exec('COMMIT');
    } catch (error) {
      throw toldError(error);
    } finally {
      db.close();
    }
  },
};

async function fill(
  db: Database.Database,
  name: string,
  { columns, rows }: Table,
  notes: Notes,
): Promise<void> {
  const all = columns ?? [];
  if (all.length > maxColumns)
    throw new ExportError(
      'too-many-columns',
      `A SQLite table has ${maxColumns} columns at most, and these items have ${all.length}.`,
      'Choose columns, or write nested values as JSON.',
    );
  const existing = columnsOf(db, name);
  const held = all.map((column) => storedName(column.name));
  const wanted = distinctNames(held, Infinity);
  for (const [at, column] of all.entries()) {
    const own = wanted[at] ?? column.name;
    if (held[at] !== column.name) notes.change('named', own);
    if (own !== held[at]) notes.change('alike', own);
  }
  if (existing.length === 0) create(db, name, all, wanted);
  else requireColumns(name, existing, wanted);
  const places = wanted.map(() => '?').join(', ');
  const insert = db.prepare(
    `INSERT INTO ${quoted(name)} (${wanted.map(quoted).join(', ')}) VALUES (${places})`,
  );
  for await (const batch of rows())
    for (const row of batch) insert.run(all.map((column) => bound(row, column, notes)));
}

function create(
  db: Database.Database,
  name: string,
  columns: readonly Column[],
  names: readonly string[],
): void {
  const definitions = columns.map(({ type }, at) => `${quoted(names[at] ?? '')} ${declaredTypes[type]}`);
  db.exec(`CREATE TABLE ${quoted(name)} (${definitions.join(', ')})`);
  // The key of a list's entries.
  if (columns[0]?.name === 'item' && columns[1]?.name === 'position')
    db.exec(`CREATE INDEX ${quoted(`${name} by item`)} ON ${quoted(name)} (item, position)`);
}

/** The columns of a table that is there; empty: there is none. */
const columnsOf = (db: Database.Database, table: string): string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

function requireColumns(table: string, existing: readonly string[], wanted: readonly string[]): void {
  const known = new Set(existing.map((name) => name.toLowerCase()));
  const missing = wanted.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length > 0) throw otherColumns(`The table "${table}"`, missing);
}

/** The error about rows that do not fit into what is there. @param what at the beginning of a sentence */
const otherColumns = (what: string, missing: readonly string[]): ExportError =>
  new ExportError(
    'other-columns',
    `${what} has no column for ${missing.slice(0, 8).join(', ')}${missing.length > 8 ? ` and ${missing.length - 8} more` : ''}.`,
    'Write a new file, or choose the columns that are there.',
  );

function bound(row: Row, { name, type }: Column, notes: Notes): string | number | null {
  const cell = row.get(name);
  if (!isCell(cell) || cell === null) return null;
  if (typeof cell === 'boolean' && type === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'number' && type !== 'text') return cell;
  const text = cellText(cell);
  if (!text.isWellFormed()) notes.change('halves', name);
  return text;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function toldError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (error.code === 'SQLITE_FULL')
    return Object.assign(new Error(error.message, { cause: error }), { code: 'ENOSPC', syscall: 'write' });
  if (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT')
    return new ExportError('other-columns', 'The file is not a SQLite database.', 'Write a new file.', error);
  return error;
}
