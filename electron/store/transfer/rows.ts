import { createHash } from 'node:crypto';
import { damagedRow } from '../errors.ts';

/** A value of a row, the same in both databases. */
export type Cell = bigint | number | string | Uint8Array | null;

/** The values of a row, in the order of the columns of its table. */
export type Row = readonly Cell[];

/** A table that is copied. */
export interface TransferTable {
  name: string;
  columns: readonly { name: string; type: string }[];
}

/** What a table holds: how many rows, and a sum over all of them in any order. */
export interface TableSum {
  rows: number;
  sum: string;
}

/** Sums up rows, whatever their order. */
export class Summing {
  #rows = 0;
  #sum = 0n;

  add(row: Row): void {
    const hash = createHash('sha256');
    for (const cell of row) hash.update(encoded(cell));
    const digest = hash.digest();
    const value = (digest.readBigUInt64BE(0) << 64n) | digest.readBigUInt64BE(8);
    this.#rows += 1;
    this.#sum = BigInt.asUintN(128, this.#sum + value);
  }

  get result(): TableSum {
    return { rows: this.#rows, sum: this.#sum.toString(16) };
  }
}

/** A value with its kind and length, so that no two rows are written alike. */
function encoded(cell: Cell): Uint8Array {
  if (cell === null) return Buffer.from('n');
  if (cell instanceof Uint8Array) return Buffer.concat([Buffer.from(`b${cell.length}:`), cell]);
  const text = Buffer.from(String(cell));
  return Buffer.concat([Buffer.from(`${typeof cell === 'string' ? 't' : 'i'}${text.length}:`), text]);
}

/** Bytes that a value takes, about. */
export function bytesOfRow(row: Row): number {
  let bytes = 0;
  for (const cell of row) bytes += typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8;
  return bytes;
}

/** The character that PostgreSQL cannot hold in a text, and what stands for it there. */
const nul = '\u0000';
const replacement = '\ufffd';

/** Brings the values of SQLite, which keeps a value of any type in any column, to the types of the columns. */
export class Fitting {
  /** Texts in which NUL was replaced. */
  replaced = 0;

  row(table: TransferTable, values: readonly unknown[]): Row {
    return table.columns.map(({ name, type }, index) => this.#cell(table.name, name, type, values[index]));
  }

  #cell(table: string, column: string, type: string, value: unknown): Cell {
    if (value === null || value === undefined) return null;
    if (type === 'bytea' && value instanceof Uint8Array) return value;
    if (type === 'text' && typeof value === 'string') {
      if (!value.includes(nul)) return value;
      this.replaced += 1;
      return value.replaceAll(nul, replacement);
    }
    if (type === 'double precision' && (typeof value === 'number' || typeof value === 'bigint'))
      return Number(value);
    if (type === 'bigint' && typeof value === 'bigint') return value;
    if (type === 'bigint' && typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
    throw damagedRow(`A row of the table ${table}, whose ${column} is not of its type,`);
  }
}
