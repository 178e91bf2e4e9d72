import type { ExportFormat } from '../../../shared/export-formats.ts';
import { csv } from './csv.ts';
import type { ItemFormat } from './format.ts';
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
