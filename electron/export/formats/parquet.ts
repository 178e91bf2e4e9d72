import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { cellText, isCell, type Cell, type Column, type ColumnType } from '../cells.ts';
import { itemColumns } from '../../../shared/item-columns.ts';
import type { Notes } from '../notes.ts';
import type { BinaryFormat, Row, Table } from './format.ts';

/** Rows of a group, which is held in memory: memory grows with it, and a file of many small groups is read more slowly. */
const groupRows = 10_000;
/** Cells of a group: with thousands of columns it has fewer rows. */
const groupCells = 1_000_000;
/** Characters of text after which a group is written although it has fewer rows. */
const groupLength = 8_000_000;

/** Apache Parquet, with a type for each column, compressed with Snappy. */
export const parquet: BinaryFormat = {
  name: 'parquet',
  output: 'bytes',
  values: 'cells',
  typed: true,
  splitsObjects: true,
  joinsLists: false,
  hidesBlanks: false,
  holdsTables: false,
  async *encode(tables, { notes }) {
    for (const table of tables) yield* encodeTable(table, notes);
  },
};

async function* encodeTable({ columns, rows }: Table, notes: Notes): AsyncGenerator<Iterable<Uint8Array>> {
  const all =
    columns ?? itemColumns.map((name): Column => ({ name, type: name === 'scraped_at' ? 'time' : 'text' }));
  for (const { name } of all) if (!name.isWellFormed()) notes.change('named', name.toWellFormed());
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: all.length }, ...all.map(elementOf)],
    createdBy: 'Spider Studio',
  });
  const mostRows = Math.min(groupRows, Math.ceil(groupCells / Math.max(1, all.length)));
  let group = createGroup(all, notes);
  const flush = (): Uint8Array => {
    if (group.rows > 0)
      void writer.write({
        columnData: all.map(({ name }, at) => ({ name, data: group.values[at] ?? [] })),
        rowGroupSize: group.rows,
      });
    group = createGroup(all, notes);
    return taken(bytes);
  };
  for await (const batch of rows()) {
    for (const row of batch) {
      group.add(row);
      if (group.rows >= mostRows || group.length >= groupLength) yield [flush()];
    }
  }
  yield [flush()];
  void writer.finish();
  yield [taken(bytes)];
}

/** Takes what has been written out of the buffer. The offsets in the file go on. */
function taken(bytes: ByteWriter): Uint8Array {
  const copy = bytes.getBytes().slice();
  bytes.index = 0;
  return copy;
}

interface Group {
  rows: number;
  /** Characters of its texts. */
  length: number;
  values: unknown[][];
  add(row: Row): void;
}

function createGroup(columns: readonly Column[], notes: Notes): Group {
  const group: Group = {
    rows: 0,
    length: 0,
    values: columns.map(() => []),
    add(row) {
      group.rows += 1;
      for (const [at, { name, type }] of columns.entries()) {
        const cell = row.get(name);
        if (!isCell(cell) || cell === null) group.values[at]?.push(null);
        else {
          if (typeof cell === 'object') group.length += cell.json.length;
          else if (typeof cell === 'string') {
            group.length += cell.length;
            if (!cell.isWellFormed()) notes.change('halves', name);
          }
          group.values[at]?.push(valueOf(cell, type));
        }
      }
    },
  };
  return group;
}

function valueOf(cell: Exclude<Cell, null>, type: ColumnType): unknown {
  switch (type) {
    case 'integer':
      return typeof cell === 'number' ? BigInt(cell) : null;
    case 'time': {
      const time = new Date(cellText(cell));
      return Number.isNaN(time.getTime()) ? null : time;
    }
    case 'number':
    case 'boolean':
      return cell;
    case 'json':
      // The library makes the text.
      return JSON.parse(cellText(cell));
    case 'text':
      return cellText(cell);
    default:
      return type satisfies never;
  }
}

function elementOf({ name, type }: Column): SchemaElement {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'integer':
      return { ...optional, type: 'INT64' };
    case 'number':
      return { ...optional, type: 'DOUBLE' };
    case 'boolean':
      return { ...optional, type: 'BOOLEAN' };
    case 'time':
      return { ...optional, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' };
    case 'json':
      return { ...optional, type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } };
    case 'text':
      return { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    default:
      return type satisfies never;
  }
}
