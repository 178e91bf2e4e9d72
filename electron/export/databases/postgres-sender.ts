import type { Client } from 'pg';
import { isCell } from '../cells.ts';
import { ExportError } from '../errors.ts';
import type { Row } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import { converted, quoted, serverText, type PlacedColumn } from './postgres-values.ts';
import { replacedTable } from './tables.ts';

/** Rows and characters that are sent at once. */
const batchRows = 1000;
const batchLength = 1_000_000;
/** How rows are sent. */
export interface Sending {
  key: readonly string[] | null;
  isList: boolean;
  shown: string;
}

/** Sends rows in portions. */
export class Sender {
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
    { key, isList, shown }: Sending,
  ) {
    this.#client = client;
    this.#columns = columns;
    this.#key = (isList ? [] : (key ?? [])).map((one) => columns.findIndex((column) => column.name === one));
    this.#shown = shown;
    this.#statement = isList ? entryInsertion(name, columns, key !== null) : insertion(name, columns, key);
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

/** Adds rows of a list; where rows are replaced, only those of the last item of a key. */
function entryInsertion(name: string, columns: readonly PlacedColumn[], isReplaced: boolean): string {
  const into = additionOf(name, columns);
  const item = columns.findIndex(({ from }) => from === 'item');
  return isReplaced
    ? `${into} WHERE EXISTS (SELECT 1 FROM ${replacedTable} AS r WHERE r.item_id = u.c${item})`
    : into;
}

function additionOf(name: string, columns: readonly PlacedColumn[]): string {
  const values = columns.map(({ serverType }, at) => converted(`u.c${at}`, serverType));
  const lists = columns.map((_, at) => `$${at + 1}::text[]`);
  return `INSERT INTO ${name} (${columns.map((column) => quoted(column.name)).join(', ')})
    SELECT ${values.join(', ')} FROM unnest(${lists.join(', ')}) AS u(${columns.map((_, at) => `c${at}`).join(', ')})`;
}

function insertion(name: string, columns: readonly PlacedColumn[], key: readonly string[] | null): string {
  const into = additionOf(name, columns);
  if (key === null) return into;
  const changed = columns.filter((column) => !key.includes(column.name)).map((column) => quoted(column.name));
  const action =
    changed.length === 0
      ? 'DO NOTHING'
      : `DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `${into} ON CONFLICT (${key.map(quoted).join(', ')}) ${action}`;
}

/** A value in quotation marks, or its beginning. */
const shortened = (value: string): string =>
  JSON.stringify(value.length > 60 ? `${value.slice(0, 59)}…` : value);
