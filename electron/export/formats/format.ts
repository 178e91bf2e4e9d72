import type { ExportFormat } from '../../../shared/export-formats.ts';
import type { Column } from '../cells.ts';
import type { CsvDialect } from '../csv.ts';
import type { Notes } from '../notes.ts';

/** A row: values by column. In formats of cells every value is a `Cell`. */
export type Row = ReadonlyMap<string, unknown>;

/** A table to write: the items, or the entries of one of their lists. */
export interface Table {
  /** `items`, or the path of the list. */
  name: string;
  /** null: all fields of each row, whatever they are; only where values are nested. */
  columns: readonly Column[] | null;
  /** Reads the rows, a batch at a time. Called once. */
  rows: () => AsyncIterable<Iterable<Row>>;
}

/** How the tables are written. */
export interface WriteOptions {
  dialect: CsvDialect;
  /** Whether cells that a spreadsheet would run get an apostrophe. CSV only. */
  guardFormulas: boolean;
  /** Receives what the format changes or leaves out. */
  notes: Notes;
}

/** The text of a table, in three parts: what a preview shows and what a file gets. */
export interface TableTexts {
  head: string;
  /** The text of one row. Called for each, in the order of the export. */
  readonly row: (row: Row) => string;
  /** Called once, after the last row. */
  readonly tail: () => string;
}

/** What is known of a form of rows, whatever writes them. */
export interface RowFacts {
  /** Whether rows keep nested values, or have cells. */
  readonly values: 'nested' | 'cells';
  /** Whether columns have one type each, so that all items are read before the first is written. */
  readonly typed: boolean;
  /** Whether members of objects get columns of their own where nothing else was chosen; otherwise objects are JSON. */
  readonly splitsObjects: boolean;
  /** Whether lists of plain values are joined where nothing else was chosen; otherwise they are JSON. */
  readonly joinsLists: boolean;
  /** Whether an empty text looks like a missing value. */
  readonly hidesBlanks: boolean;
}

interface FormatFacts extends RowFacts {
  readonly name: ExportFormat;
  /** Whether a file holds several tables. Otherwise each has a file of its own. */
  readonly holdsTables: boolean;
}

/** A format of text, written row by row. */
export interface TextFormat extends FormatFacts {
  readonly output: 'text';
  texts(columns: readonly Column[] | null, options: WriteOptions): TableTexts;
}

/** A format of bytes, written from the first to the last. */
export interface BinaryFormat extends FormatFacts {
  readonly output: 'bytes';
  encode(tables: readonly Table[], options: WriteOptions): AsyncIterable<Iterable<Uint8Array>>;
}

/** A format that needs a file, because it is not written from the first byte to the last. */
export interface FileFormat extends FormatFacts {
  readonly output: 'file';
  /** @param file does not exist, or holds the tables that get more rows */
  write(file: string, tables: readonly Table[], options: WriteOptions): Promise<void>;
}

/** One format of exports. */
export type ItemFormat = TextFormat | BinaryFormat | FileFormat;
