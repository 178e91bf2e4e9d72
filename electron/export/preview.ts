import type { ItemRow } from '../store/items.ts';
import { metadataColumn, topLevelFields } from './columns.ts';
import { csvRecord } from './csv.ts';
import type { ExportFormat } from './export.ts';
import { flattenItem } from './flatten.ts';

export interface PreviewRequest {
  /** Names of columns, nested ones standing for all that is in them; null: all. */
  columns: readonly string[] | null;
  format: ExportFormat;
  /** How many rows are written. */
  rows: number;
}

/**
 * The columns of an export that a choice of columns stands for: in CSV a nested value is several columns, and choosing it
 * chooses all of them. Names that no item has are left as they are.
 */
export function expandColumns(chosen: readonly string[], known: Iterable<string>): string[] {
  const all = [...known];
  const expanded = chosen.flatMap((name) => {
    if (all.includes(name) || name === metadataColumn) return [name];
    const inner = all.filter((other) => other.startsWith(`${name}.`));
    return inner.length === 0 ? [name] : inner;
  });
  return [...new Set(expanded)];
}

/** The columns that items have in a format, in the order in which they first appear. */
export function exportColumns(items: Iterable<ItemRow>, format: ExportFormat): string[] {
  const names = new Set<string>();
  for (const item of items) {
    for (const name of (format === 'csv' ? flattenItem(item) : topLevelFields(item)).keys()) names.add(name);
  }
  return [...names];
}

/** The beginning of an export as it would be written. @param items more than are written tell more columns */
export function previewExport(
  items: readonly ItemRow[],
  { columns: chosen, format, rows }: PreviewRequest,
): { text: string; rows: number; columns: string[] } {
  const known = exportColumns(items, format);
  const columns =
    chosen === null ? known : format === 'csv' ? expandColumns(chosen, known) : [...new Set(chosen)];
  const shown = items.slice(0, rows);
  const text =
    format === 'csv'
      ? [columns, ...shown.map((item) => cellsOf(item, columns))].map(csvRecord).join('')
      : jsonText(shown, chosen === null ? null : columns, format);
  return { text, rows: shown.length, columns };
}

function cellsOf(item: ItemRow, columns: readonly string[]): string[] {
  const cells = flattenItem(item);
  cells.set(metadataColumn, JSON.stringify(item.metadata));
  return columns.map((column) => cells.get(column) ?? '');
}

function jsonText(
  items: readonly ItemRow[],
  columns: readonly string[] | null,
  format: 'json' | 'jsonl',
): string {
  const lines = items.map((item) => {
    const fields = topLevelFields(item);
    fields.set(metadataColumn, JSON.stringify(item.metadata));
    const names = columns ?? [...fields.keys()].filter((name) => name !== metadataColumn);
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, fields.get(name) ?? null])));
  });
  if (format === 'jsonl') return lines.map((line) => `${line}\n`).join('');
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}
