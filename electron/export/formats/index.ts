import type { ExportFormat, RowForm } from '../../../shared/export-formats.ts';
import { csv } from './csv.ts';
import type { ItemFormat, RowFacts } from './format.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { parquet } from './parquet.ts';
import { sqlite } from './sqlite.ts';
import { xlsx } from './xlsx.ts';

/** All formats by name. */
export const itemFormats: Readonly<Record<ExportFormat, ItemFormat>> = {
  csv,
  json,
  jsonl,
  xlsx,
  parquet,
  sqlite,
};

/** A table of a database: a type for each column, nested values as JSON. */
const table: RowFacts = {
  values: 'cells',
  typed: true,
  splitsObjects: false,
  joinsLists: false,
  hidesBlanks: false,
};

/** What is known of each form of rows. */
export const rowFacts: Readonly<Record<RowForm, RowFacts>> = { ...itemFormats, table };
