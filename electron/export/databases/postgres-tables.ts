import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { ExportError } from '../errors.ts';
import type { Table } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import { distinctNames } from '../names.ts';
import { connectForExport, type PostgresLogin } from './postgres-connection.ts';
import { postgresError } from './postgres-errors.ts';
import { Sender } from './postgres-sender.ts';
import {
  declared,
  fittingName,
  fittingTableName,
  quoted,
  type PlacedColumn,
  type ServerColumn,
} from './postgres-values.ts';
import {
  ledgerTable,
  nameFor,
  neededColumns,
  noUniqueKey,
  replacedTable,
  type TableOrder,
  type TableSession,
} from './tables.ts';

/** The most columns of a table of PostgreSQL. */
const maxColumns = 1600;

/** A table of PostgreSQL. */
export interface PostgresOrder extends TableOrder {
  /** null: the first one of the search path, usually `public`. */
  schema: string | null;
}

/** Begins a transaction in a PostgreSQL database. @throws ExportError, PostgresError */
export async function openPostgresTables(login: PostgresLogin, order: PostgresOrder): Promise<TableSession> {
  const { client, shown: place } = await connectForExport(login);
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
    let rows = 0;
    for (const [at, table] of tables.entries()) {
      const written = await this.#fill(this.#tableName(tables, at, notes), table, {
        notes,
        isList: at > 0,
        hasLists: tables.length > 1,
      });
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
  async #fill(
    table: string,
    { columns, rows }: Table,
    { notes, isList, hasLists }: Filling,
  ): Promise<number> {
    const placed = await this.#prepare(table, placedColumns(columns ?? [], notes), isList);
    const { key } = this.#order;
    const name = this.#name(table);
    if (isList && key !== null) await this.#removeEntries(name, key);
    const senders = [
      new Sender(this.#client, name, placed, { key, isList, shown: this.#shown }),
      ...(!isList && key !== null && hasLists ? [await this.#replaced(name, placed, key)] : []),
    ];
    for await (const batch of rows())
      for (const row of batch)
        for (const sender of senders) {
          sender.add(row, notes);
          if (sender.isFull) await sender.send();
        }
    for (const sender of senders) await sender.send();
    return senders[0]?.written ?? 0;
  }

  /** Returns what notes the keys of rows that have replaced others, and their items. */
  async #replaced(table: string, placed: readonly PlacedColumn[], key: readonly string[]): Promise<Sender> {
    const names = key.map(quoted).join(', ');
    await this.#client.query(
      `CREATE TEMP TABLE ${replacedTable} ON COMMIT DROP AS SELECT ${names}, ''::text AS item_id FROM ${table} LIMIT 0`,
    );
    await this.#client.query(`CREATE UNIQUE INDEX ON ${replacedTable} (${names})`);
    await this.#client.query(`CREATE INDEX ON ${replacedTable} (item_id)`);
    const item: PlacedColumn = { name: 'item_id', from: 'id', type: 'text', serverType: 'text' };
    const columns = [...placed.filter(({ name }) => key.includes(name)), item];
    return new Sender(this.#client, replacedTable, columns, { key, isList: false, shown: this.#shown });
  }

  /** Removes the rows of a list whose items are replaced. */
  async #removeEntries(table: string, key: readonly string[]): Promise<void> {
    const same = key.map((name) => `e.${quoted(name)} = r.${quoted(name)}`).join(' AND ');
    await this.#client.query(`DELETE FROM ${table} AS e USING ${replacedTable} AS r WHERE ${same}`);
  }

  async #prepare(table: string, columns: PlacedColumn[], isList: boolean): Promise<PlacedColumn[]> {
    const order = this.#order;
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
      if (key !== '' && !isList) definitions.push(`UNIQUE (${key})`);
      await this.#client.query(`CREATE TABLE ${name} (${definitions.join(', ')})`);
      if (key !== '' && isList) await this.#client.query(`CREATE INDEX ON ${name} (${key})`);
    } else {
      if (order.key !== null && !isList && !(await this.#isUnique(table, order.key)))
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

/** How a table is filled. */
interface Filling {
  notes: Notes;
  /** Whether it is the table of a list. Its rows are replaced with those of the item. */
  isList: boolean;
  /** Whether lists have tables. */
  hasLists: boolean;
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

/** A number for the lock of a table, the same for everyone who writes to it. */
const lockOf = (table: string): string =>
  createHash('sha256').update(`spider-studio ${table}`).digest().readBigInt64BE().toString();
