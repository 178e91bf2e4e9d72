import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { isCell } from '../cells.ts';
import { ExportError } from '../errors.ts';
import type { Row, Table } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import { distinctNames } from '../names.ts';
import { connectPostgres, type PostgresLogin } from './postgres-connection.ts';
import { postgresError } from './postgres-errors.ts';
import {
  converted,
  declared,
  fittingName,
  fittingTableName,
  serverText,
  type PlacedColumn,
  type ServerColumn,
} from './postgres-values.ts';
import {
  ledgerTable,
  nameFor,
  neededColumns,
  noUniqueKey,
  requireOneTable,
  type TableOrder,
  type TableSession,
} from './tables.ts';

/** Rows and characters that are sent at once. */
const batchRows = 1000;
const batchLength = 1_000_000;
/** The most columns of a table of PostgreSQL. */
const maxColumns = 1600;

/** A table of PostgreSQL. */
export interface PostgresOrder extends TableOrder {
  /** null: the first one of the search path, usually `public`. */
  schema: string | null;
}

/** Begins a transaction in a PostgreSQL database. @throws ExportError */
export async function openPostgresTables(login: PostgresLogin, order: PostgresOrder): Promise<TableSession> {
  const { client, shown: place } = await connectPostgres(login);
  const shown = order.schema === null ? order.table : `${order.schema}.${order.table}`;
  const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw postgresError(error, place, shown);
    }
  };
  try {
    return await inWords(async () => {
      const session = new PostgresSession(client, order, shown);
      await session.begin();
      return {
        newest: session.newest,
        write: (tables, newest, notes) => inWords(() => session.write(tables, newest, notes)),
        close: () => client.end().catch(() => undefined),
      };
    });
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

class PostgresSession {
  newest = 0;
  readonly #client: Client;
  readonly #order: PostgresOrder;
  readonly #shown: string;

  constructor(client: Client, order: PostgresOrder, shown: string) {
    this.#client = client;
    this.#order = order;
    this.#shown = shown;
  }

  async begin(): Promise<void> {
    await this.#client.query(
      "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '60s'",
    );
    // One export at a time into a table: the second sees what the first has created and added.
    await this.#client.query('SELECT pg_advisory_xact_lock($1::bigint)', [lockOf(this.#shown)]);
    if (this.#order.key !== null || !(await this.#exists(ledgerTable))) return;
    const { rows } = await this.#client.query<{ newest: string }>(
      `SELECT newest FROM ${this.#name(ledgerTable)} WHERE recipe = $1 AND target = $2 AND part = $3`,
      this.#ledgerKey(),
    );
    this.newest = Number(rows[0]?.newest ?? 0);
  }

  async write(tables: readonly Table[], newest: number, notes: Notes): Promise<number> {
    requireOneTable(this.#order, tables);
    let rows = 0;
    for (const [at, table] of tables.entries()) {
      const order = at === 0 ? this.#order : { ...this.#order, key: null };
      const written = await this.#fill(this.#tableName(tables, at, notes), table, order, notes);
      if (at === 0) rows = written;
    }
    if (this.#order.key === null) await this.#note(newest, rows);
    await this.#commit();
    return rows;
  }

  #tableName(tables: readonly Table[], at: number, notes: Notes): string {
    const name = nameFor(this.#order, tables, at);
    const fitting = at === 0 ? name : fittingTableName(name);
    if (fitting !== name) notes.change('shortened-table', fitting);
    return fitting;
  }

  async #commit(): Promise<void> {
    try {
      await this.#client.query('COMMIT');
    } catch (error) {
      if (error instanceof Error && !('severity' in error))
        throw new ExportError(
          'database-unreachable',
          'The connection was lost while the rows were being committed: all of them are there, or none.',
          'Carry it out again. What is there already is not added twice.',
          error,
        );
      throw error;
    }
  }

  #ledgerKey(): [string, string, string] {
    const { table, source } = this.#order;
    return [source.recipe, table, source.part];
  }

  async #note(newest: number, rows: number): Promise<void> {
    const name = this.#name(ledgerTable);
    if (!(await this.#exists(ledgerTable)))
      await this.#client.query(
        `CREATE TABLE ${name} (recipe text NOT NULL, target text NOT NULL, part text NOT NULL, newest bigint NOT NULL,
          row_count bigint NOT NULL, written_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (recipe, target, part))`,
      );
    await this.#client.query(
      `INSERT INTO ${name} AS l (recipe, target, part, newest, row_count) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (recipe, target, part) DO UPDATE
        SET newest = excluded.newest, row_count = l.row_count + excluded.row_count, written_at = now()`,
      [...this.#ledgerKey(), newest, rows],
    );
  }

  /** Creates or completes a table, and writes its rows. @returns how many */
  async #fill(name: string, { columns, rows }: Table, order: PostgresOrder, notes: Notes): Promise<number> {
    const placed = await this.#prepare(name, placedColumns(columns ?? [], notes), order);
    const sender = new Sender(this.#client, this.#name(name), placed, order.key, this.#shown);
    for await (const batch of rows())
      for (const row of batch) {
        sender.add(row, notes);
        if (sender.isFull) await sender.send();
      }
    await sender.send();
    return sender.written;
  }

  async #prepare(table: string, columns: PlacedColumn[], order: PostgresOrder): Promise<PlacedColumn[]> {
    if (columns.length > maxColumns)
      throw new ExportError(
        'too-many-columns',
        `A table of PostgreSQL has ${maxColumns} columns at most, and these items have ${columns.length}.`,
        'Choose columns.',
      );
    const name = this.#name(table);
    const isThere = await this.#exists(table);
    const existing = isThere ? await this.#columnsOf(table) : null;
    const known = new Map((existing ?? []).map((column) => [column.name, column]));
    const needed = neededColumns(columns, existing === null ? null : new Set(known.keys()), {
      order,
      shown: this.#shown,
    });
    const key = order.key?.map(quoted).join(', ') ?? '';
    if (existing === null) {
      const definitions = columns.map((column) => `${quoted(column.name)} ${column.serverType}`);
      if (key !== '') definitions.push(`UNIQUE (${key})`);
      await this.#client.query(`CREATE TABLE ${name} (${definitions.join(', ')})`);
    } else {
      if (order.key !== null && !(await this.#isUnique(table, order.key)))
        throw noUniqueKey(this.#shown, `CREATE UNIQUE INDEX ON ${name} (${key});`, order.key);
      for (const column of needed)
        await this.#client.query(
          `ALTER TABLE ${name} ADD COLUMN ${quoted(column.name)} ${column.serverType}`,
        );
    }
    return columns
      .filter((column) => known.get(column.name)?.isGenerated !== true)
      .map((column) => ({ ...column, serverType: known.get(column.name)?.type ?? column.serverType }));
  }

  #name(table: string): string {
    const { schema } = this.#order;
    return schema === null ? quoted(table) : `${quoted(schema)}.${quoted(table)}`;
  }

  async #exists(table: string): Promise<boolean> {
    const { rows } = await this.#client.query<{ found: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS found',
      [this.#name(table)],
    );
    return rows[0]?.found === true;
  }

  async #columnsOf(table: string): Promise<ServerColumn[]> {
    const { rows } = await this.#client.query<ServerColumn>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type,
          attgenerated <> '' OR attidentity = 'a' AS "isGenerated"
        FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [this.#name(table)],
    );
    return rows;
  }

  async #isUnique(table: string, key: readonly string[]): Promise<boolean> {
    const { rows } = await this.#client.query<{ columns: string[] }>(
      `SELECT array_agg(a.attname::text) AS columns FROM pg_index AS i
        JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = to_regclass($1) AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
          AND i.indimmediate AND i.indnkeyatts = i.indnatts
        GROUP BY i.indexrelid`,
      [this.#name(table)],
    );
    const wanted = key.toSorted().join('\0');
    return rows.some(({ columns }) => columns.toSorted().join('\0') === wanted);
  }
}

/** Sends rows in portions. */
class Sender {
  written = 0;
  readonly #client: Client;
  readonly #statement: string;
  readonly #columns: readonly PlacedColumn[];
  readonly #key: readonly number[];
  readonly #shown: string;
  #rows = new Map<string, (string | null)[]>();
  #length = 0;

  constructor(
    client: Client,
    name: string,
    columns: readonly PlacedColumn[],
    key: readonly string[] | null,
    shown: string,
  ) {
    this.#client = client;
    this.#columns = columns;
    this.#key = (key ?? []).map((one) => columns.findIndex((column) => column.name === one));
    this.#shown = shown;
    this.#statement = insertion(name, columns, key);
  }

  get isFull(): boolean {
    return this.#rows.size >= batchRows || this.#length >= batchLength;
  }

  add(row: Row, notes: Notes): void {
    const values = this.#columns.map(({ from, name, serverType }) => {
      const cell = row.get(from);
      const text = isCell(cell) ? serverText(cell, serverType, () => notes.change('nul', name)) : null;
      this.#length += text?.length ?? 0;
      return text;
    });
    const keyless = this.#key.find((at) => values[at] === null);
    if (keyless !== undefined) return notes.change('keyless', this.#columns[keyless]?.name ?? '');
    this.written += 1;
    // A statement cannot replace a row twice: the last one of a key counts.
    const id = this.#key.length === 0 ? String(this.written) : this.#key.map((at) => values[at]).join('\0');
    this.#rows.set(id, values);
  }

  async send(): Promise<void> {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    this.#length = 0;
    if (rows.length === 0) return;
    const lists = this.#columns.map((_, at) => rows.map((row) => row[at] ?? null));
    try {
      await this.#client.query(this.#statement, lists);
    } catch (error) {
      throw (await this.#columnError(error, lists)) ?? error;
    }
  }

  /** Finds the column and the value that do not fit together, which the server does not name; null: that is not what is wrong. */
  async #columnError(error: unknown, lists: readonly (string | null)[][]): Promise<ExportError | null> {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(?:22|42846)/.test(code)) return null;
    await this.#client.query('ROLLBACK');
    for (const [at, { name, serverType }] of this.#columns.entries()) {
      const value = await this.#unfit(lists[at] ?? [], serverType);
      if (value !== null)
        return new ExportError(
          'column-type',
          `The column "${name}" of ${this.#shown} is ${serverType}, and ${shortened(value)} does not fit.`,
          `Change it there (ALTER TABLE ${this.#shown} ALTER COLUMN ${quoted(name)} TYPE text), or clean the field in the spider.`,
          error,
        );
    }
    return null;
  }

  /** The first value that is not one of a type; null: all are. */
  async #unfit(values: readonly (string | null)[], type: string): Promise<string | null> {
    const limit = /^character(?: varying)?\((\d+)\)/.exec(type)?.[1];
    if (limit !== undefined) return values.find((value) => (value?.length ?? 0) > Number(limit)) ?? null;
    const check = `SELECT count(v::${type}) FROM unnest($1::text[]) AS u(v)`;
    const fits = async (some: readonly (string | null)[]): Promise<boolean> => {
      try {
        await this.#client.query(check, [some]);
        return true;
      } catch (error) {
        if (error instanceof Error && 'severity' in error) return false;
        throw error;
      }
    };
    let rest = values;
    if (await fits(rest)) return null;
    while (rest.length > 1) {
      const half = rest.slice(0, Math.ceil(rest.length / 2));
      rest = (await fits(half)) ? rest.slice(half.length) : half;
    }
    return rest[0] ?? null;
  }
}

function insertion(name: string, columns: readonly PlacedColumn[], key: readonly string[] | null): string {
  const values = columns.map(({ serverType }, at) => converted(`u.c${at}`, serverType));
  const lists = columns.map((_, at) => `$${at + 1}::text[]`);
  const into = `INSERT INTO ${name} (${columns.map((column) => quoted(column.name)).join(', ')})
    SELECT ${values.join(', ')} FROM unnest(${lists.join(', ')}) AS u(${columns.map((_, at) => `c${at}`).join(', ')})`;
  if (key === null) return into;
  const changed = columns.filter((column) => !key.includes(column.name)).map((column) => quoted(column.name));
  const action =
    changed.length === 0
      ? 'DO NOTHING'
      : `DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `${into} ON CONFLICT (${key.map(quoted).join(', ')}) ${action}`;
}

function placedColumns(columns: NonNullable<Table['columns']>, notes: Notes): PlacedColumn[] {
  const fitting = columns.map((column) => fittingName(column.name));
  const names = new Set(fitting).size === fitting.length ? fitting : distinctNames(fitting, 60);
  return columns.map((column, at) => {
    const name = names[at] ?? column.name;
    if (name !== column.name) notes.change('shortened', name);
    return { ...column, name, from: column.name, serverType: declared[column.type] };
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A number for the lock of a table, the same for everyone who writes to it. */
const lockOf = (table: string): string =>
  createHash('sha256').update(`spider-studio ${table}`).digest().readBigInt64BE().toString();

/** A value in quotation marks, or its beginning. */
const shortened = (value: string): string =>
  JSON.stringify(value.length > 60 ? `${value.slice(0, 59)}…` : value);
