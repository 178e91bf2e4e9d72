import type { Client, CustomTypesConfig } from 'pg';
import { nextFetch } from './batches.ts';
import {
  bytesOfRow,
  Fitting,
  Summing,
  type Cell,
  type Row,
  type TableSum,
  type TransferTable,
} from './rows.ts';
import type { LastIds } from './sqlite-side.ts';

const schema = 'spider_studio';
const quoted = (name: string): string => `"${name}"`;
const placed = (name: string): string => `${schema}.${quoted(name)}`;
const columnsOf = ({ columns }: TransferTable): string => columns.map(({ name }) => quoted(name)).join(', ');

/** Object ids of types whose texts are read as something else. */
const readers = new Map<number, (text: string) => unknown>([
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, (text) => BigInt(text)],
  [23, (text) => BigInt(text)],
  [701, Number],
]);
const types: CustomTypesConfig = { getTypeParser: (id) => readers.get(id) ?? ((text: string) => text) };

async function ask(client: Client, text: string): Promise<Row[]> {
  return (await client.query<Cell[]>({ text, rowMode: 'array', types })).rows;
}

/** Reads the rows of a table, inside a transaction, as many at a time as fit into a megabyte. */
export async function* readPostgres(client: Client, table: TransferTable): AsyncGenerator<Row[]> {
  const fitting = new Fitting();
  await client.query(
    `DECLARE rows_of_table NO SCROLL CURSOR FOR SELECT ${columnsOf(table)} FROM ${placed(table.name)}`,
  );
  for (let last: Parameters<typeof nextFetch>[0] = null; ;) {
    const wanted = nextFetch(last);
    const rows = await ask(client, `FETCH ${wanted} FROM rows_of_table`);
    if (rows.length > 0) yield rows.map((row) => fitting.row(table, row));
    if (rows.length < wanted) break;
    last = { rows: rows.length, bytes: rows.reduce((sum, row) => sum + bytesOfRow(row), 0) };
  }
  await client.query('CLOSE rows_of_table');
}

export async function countPostgres(client: Client, { name }: TransferTable): Promise<number> {
  return Number((await ask(client, `SELECT count(*) FROM ${placed(name)}`))[0]?.[0] ?? 0);
}

/** Sums up what a table holds. */
export async function sumPostgres(client: Client, table: TransferTable): Promise<TableSum> {
  const summing = new Summing();
  for await (const rows of readPostgres(client, table)) for (const row of rows) summing.add(row);
  return summing.result;
}

/** Tables with ids of their own, and the sequences that give them out. */
const sequencesOf = `SELECT c.relname AS "table", format('%I.%I', n.nspname, s.relname) AS sequence
  FROM pg_class AS s JOIN pg_depend AS d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.classid = 'pg_class'::regclass
  JOIN pg_class AS c ON c.oid = d.refobjid JOIN pg_namespace AS n ON n.oid = s.relnamespace
  WHERE s.relkind = 'S' AND n.nspname = '${schema}'`;

async function sequences(client: Client): Promise<{ table: string; sequence: string }[]> {
  return (await client.query<{ table: string; sequence: string }>(sequencesOf)).rows;
}

export async function lastIdsOfPostgres(client: Client): Promise<LastIds> {
  const ids = new Map<string, bigint>();
  for (const { table, sequence } of await sequences(client)) {
    const [row] = await ask(client, `SELECT last_value FROM ${sequence} WHERE is_called`);
    const [id] = row ?? [];
    if (typeof id === 'bigint') ids.set(table, id);
  }
  return ids;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** What refers to what, as it is put back. */
const foreignKeys = `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND connamespace = '${schema}'::regnamespace`;

/** An empty schema that is being filled, in one transaction: what keeps rows right is off until all are there. */
export class PostgresFilling {
  readonly #client: Client;
  readonly #tables: readonly TransferTable[];
  #keys: readonly ForeignKey[] = [];

  constructor(client: Client, tables: readonly TransferTable[]) {
    this.#client = client;
    this.#tables = tables;
  }

  async begin(): Promise<void> {
    await this.#client.query('BEGIN');
    this.#keys = (await this.#client.query<ForeignKey>(foreignKeys)).rows;
    for (const { table, name } of this.#keys)
      await this.#client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const { name } of this.#tables) {
      await this.#client.query(`ALTER TABLE ${placed(name)} DISABLE TRIGGER USER`);
      // New tables have rows with settings.
      await this.#client.query(`DELETE FROM ${placed(name)}`);
    }
  }

  async write(table: TransferTable, rows: readonly Row[]): Promise<void> {
    const columns = table.columns.map((_, index) => rows.map((row) => row[index] ?? null));
    const arrays = table.columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
    await this.#client.query(
      `INSERT INTO ${placed(table.name)} (${columnsOf(table)}) SELECT * FROM unnest(${arrays.join(', ')})`,
      columns,
    );
  }

  /** Puts back what was off, which checks what refers to what. The transaction is still open. */
  async finish(lastIds: LastIds): Promise<void> {
    for (const { name } of this.#tables)
      await this.#client.query(`ALTER TABLE ${placed(name)} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of this.#keys)
      await this.#client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const { table, sequence } of await sequences(this.#client)) {
      const [row] = await ask(this.#client, `SELECT max(id) FROM ${placed(table)}`);
      const most = row?.[0];
      const largest = typeof most === 'bigint' ? most : 0n;
      const last = lastIds.get(table) ?? 0n;
      const id = last > largest ? last : largest;
      if (id > 0n)
        await this.#client.query('SELECT setval($1::regclass, $2::bigint)', [sequence, String(id)]);
    }
  }
}
