import type Database from 'better-sqlite3';
import { damagedRow } from '../errors.ts';
import { Fitting, Summing, type Row, type TableSum, type TransferTable } from './rows.ts';

const quoted = (name: string): string => `"${name}"`;
const columnsOf = ({ columns }: TransferTable): string => columns.map(({ name }) => quoted(name)).join(', ');

/** The ids that were given out last, by table: an id that was used is not given out again. */
export type LastIds = ReadonlyMap<string, bigint>;

/** Reads the rows of a table as the types of its columns say. */
export function* readSqlite(db: Database.Database, table: TransferTable, fitting: Fitting): Generator<Row> {
  const rows = db
    .prepare<[], unknown[]>(`SELECT ${columnsOf(table)} FROM ${quoted(table.name)}`)
    .raw()
    .safeIntegers();
  for (const row of rows.iterate()) yield fitting.row(table, row);
}

export function countSqlite(db: Database.Database, { name }: TransferTable): number {
  return (
    db
      .prepare<[], number>(`SELECT count(*) FROM ${quoted(name)}`)
      .pluck()
      .get() ?? 0
  );
}

/** Sums up what a table holds. */
export function sumSqlite(db: Database.Database, table: TransferTable): TableSum {
  const summing = new Summing();
  for (const row of readSqlite(db, table, new Fitting())) summing.add(row);
  return summing.result;
}

export function lastIdsOfSqlite(db: Database.Database): LastIds {
  const rows = db.prepare<[], [string, bigint]>('SELECT name, seq FROM sqlite_sequence').raw().safeIntegers();
  return new Map(rows.all());
}

/** Tables whose ids are never given out twice. */
const keptIds = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'";

/** An empty database that is being filled: what keeps rows right is off until all are there. */
export class SqliteFilling {
  readonly #db: Database.Database;
  readonly #triggers: readonly { name: string; sql: string }[];

  constructor(db: Database.Database, tables: readonly TransferTable[]) {
    this.#db = db;
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = OFF');
    this.#triggers = db
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all();
    db.exec('BEGIN');
    for (const { name } of this.#triggers) db.exec(`DROP TRIGGER ${quoted(name)}`);
    // A new database has rows with settings.
    for (const { name } of tables) db.exec(`DELETE FROM ${quoted(name)}`);
  }

  write(table: TransferTable, rows: readonly Row[]): void {
    const insert = this.#db.prepare<Row[number][]>(
      `INSERT INTO ${quoted(table.name)} (${columnsOf(table)}) VALUES (${table.columns.map(() => '?').join(', ')})`,
    );
    for (const row of rows) insert.run(...row);
  }

  /** Puts back what was off, and checks what refers to what. @throws StoreError `damaged` */
  finish(lastIds: LastIds): void {
    const db = this.#db;
    const kept = new Set(db.prepare<[], string>(keptIds).pluck().all());
    db.exec('DELETE FROM sqlite_sequence');
    const remember = db.prepare<[string, bigint]>('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
    for (const [name, id] of lastIds) if (kept.has(name)) remember.run(name, id);
    const broken = db
      .prepare<[], string>('SELECT "table" FROM pragma_foreign_key_check LIMIT 1')
      .pluck()
      .get();
    if (broken !== undefined)
      throw damagedRow(`A row of the table ${broken}, which refers to one that is not there,`);
    for (const { sql } of this.#triggers) db.exec(sql);
    db.exec('COMMIT');
    db.pragma('synchronous = FULL');
    db.pragma('wal_checkpoint(TRUNCATE)');
  }
}
