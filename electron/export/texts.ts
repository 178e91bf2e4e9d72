import type { ExportFormat } from '../../shared/export-formats.ts';
import type { ItemRow } from '../store/items/items.ts';
import { itemColumns, metadataColumn } from '../../shared/item-columns.ts';
import { topLevelFields } from './columns.ts';
import { csvRecords, looksLikeFormula, standardCsv, type CsvDialect } from './csv.ts';
import { flattenItem } from './flatten.ts';
import type { Notes } from './notes.ts';

/** Format and columns of an export. */
export interface ExportShape {
  format: ExportFormat;
  /** Columns to write, in order; null for all. In CSV, null stands for the columns that every item has. */
  columns: readonly string[] | null;
  /** CSV only; the standard dialect if left out. */
  dialect?: CsvDialect;
}

/** Returns the columns of the items in a format, in order of first appearance. */
export function columnsOf(rows: Iterable<ItemRow>, format: ExportFormat): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    const fields = format === 'csv' ? flattenItem(row) : topLevelFields(row);
    for (const name of fields.keys()) names.add(name);
  }
  return [...names];
}

/**
 * Returns the columns of the export that a choice stands for, each once. In CSV a nested value has several columns, and choosing
 * it chooses them all. Names that no item has are kept.
 */
export function chosenColumns(
  chosen: readonly string[],
  known: readonly string[],
  format: ExportFormat,
): string[] {
  if (format !== 'csv') return [...new Set(chosen)];
  const expanded = chosen.flatMap((name) => {
    if (known.includes(name) || name === metadataColumn) return [name];
    const inner = known.filter((other) => other.startsWith(`${name}.`));
    return inner.length === 0 ? [name] : inner;
  });
  return [...new Set(expanded)];
}

/** Yields the text of an export piece by piece, for previews and files alike. */
export function exportTexts(
  rows: Iterable<ItemRow>,
  { format, columns, dialect = standardCsv }: ExportShape,
  notes: Notes,
): Iterable<string> {
  switch (format) {
    case 'csv':
      return csvTexts(rows, { columns: columns ?? itemColumns, dialect }, notes);
    case 'jsonl':
      return jsonLines(rows, columns, notes);
    case 'json':
      return jsonArray(jsonLines(rows, columns, notes));
    default:
      return format satisfies never;
  }
}

function* csvTexts(
  rows: Iterable<ItemRow>,
  { columns, dialect }: { columns: readonly string[]; dialect: CsvDialect },
  notes: Notes,
): Generator<string> {
  const record = csvRecords(dialect);
  yield dialect.mark + record(columns);
  const shown = new Set(columns);
  const objects = new Set<string>();
  for (const column of columns) {
    for (let at = column.indexOf('.'); at > 0; at = column.indexOf('.', at + 1))
      objects.add(column.slice(0, at));
  }
  for (const row of rows) {
    const cells = flattenItem(row, (change, column) => {
      if (change === 'dotted' ? objects.has(column) : shown.has(column)) notes.change(change, column);
    });
    cells.set(metadataColumn, JSON.stringify(row.metadata));
    noteDropped(cells, shown, notes);
    for (const column of columns) {
      if (looksLikeFormula(cells.get(column) ?? '')) notes.change('formula', column);
    }
    yield record(columns.map((column) => cells.get(column) ?? ''));
  }
}

function* jsonLines(
  rows: Iterable<ItemRow>,
  columns: readonly string[] | null,
  notes: Notes,
): Generator<string> {
  const shown = columns === null ? null : new Set(columns);
  for (const row of rows) {
    const fields = topLevelFields(row);
    if (columns === null || shown === null) {
      yield `${JSON.stringify(Object.fromEntries(fields))}\n`;
      continue;
    }
    fields.set(metadataColumn, JSON.stringify(row.metadata));
    noteDropped(fields, shown, notes);
    const entries = columns.map((column) => [column, fields.get(column) ?? null]);
    yield `${JSON.stringify(Object.fromEntries(entries))}\n`;
  }
}

function* jsonArray(lines: Iterable<string>): Generator<string> {
  let before = '[\n';
  for (const line of lines) {
    yield before + line.slice(0, -1);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Notes fields with a value that the chosen columns leave out. */
function noteDropped(fields: ReadonlyMap<string, unknown>, shown: ReadonlySet<string>, notes: Notes): void {
  for (const [name, value] of fields) {
    if (shown.has(name) || isItemColumn(name) || name === metadataColumn) continue;
    if (value !== null && value !== '') notes.change('dropped', name);
  }
}

function isItemColumn(name: string): boolean {
  return itemColumns.some((column) => column === name);
}
