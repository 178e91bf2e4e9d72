import type { ExportFormat } from '../../shared/export-formats.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { isItemColumnName, itemColumns, metadataColumn } from '../../shared/item-columns.ts';
import { topLevelFields } from './columns.ts';
import { csvRecords, looksLikeFormula, standardCsv, type CsvDialect } from './csv.ts';
import { flattenItem } from './flatten.ts';
import type { Notes } from './notes.ts';

/** Format, rows and columns of an export. */
export interface ExportShape {
  format: ExportFormat;
  /** The list whose entries have a row each (see `rowsOf`); null: each item is a row. */
  rows: string | null;
  /** Columns to write, in order; null for all. In CSV, null stands for the columns that every item has. */
  columns: readonly string[] | null;
  /** CSV only; the standard dialect if left out. */
  dialect?: CsvDialect;
}

/** Adds the columns that rows have in a format, in the order in which they first appear. */
export function addColumns(names: Set<string>, rows: Iterable<ItemRow>, format: ExportFormat): void {
  for (const row of rows) {
    const fields = format === 'csv' ? flattenItem(row) : topLevelFields(row);
    for (const name of fields.keys()) names.add(name);
  }
}

/** Returns the values of a row by column: in CSV the text of its cells, `undefined` where it has none. */
export function valuesOf(row: ItemRow, columns: readonly string[], format: ExportFormat): unknown[] {
  const fields: Map<string, unknown> = format === 'csv' ? flattenItem(row) : topLevelFields(row);
  fields.set(metadataColumn, JSON.stringify(row.metadata));
  return columns.map((column) => fields.get(column));
}

/**
 * Returns the columns of the export that a choice stands for, each once. A nested value may have several columns, and choosing
 * it chooses them all. Names that no row has are kept.
 */
export function chosenColumns(chosen: readonly string[], known: readonly string[]): string[] {
  const expanded = chosen.flatMap((name) => {
    const own = known.filter((other) => other === name || other.startsWith(`${name}.`));
    return own.length === 0 ? [name] : own;
  });
  return [...new Set(expanded)];
}

/** Returns the columns to write. @param known those that the rows have @returns null: all, or those of every item if there is no row */
export function writtenColumns({ format, columns }: ExportShape, known: readonly string[]): string[] | null {
  if (columns !== null) return chosenColumns(columns, known);
  return format === 'csv' && known.length > 0 ? [...known] : null;
}

/** The text of an export, in three parts: what a preview shows and what a file gets. */
export interface ExportTexts {
  head: string;
  /** The text of one row. Called for each, in the order of the export. */
  readonly row: (row: ItemRow) => string;
  /** Called once, after the last row. */
  readonly tail: () => string;
}

/** @param notes receives what the format changes or leaves out */
export function exportTexts(
  { format, columns, dialect = standardCsv }: ExportShape,
  notes: Notes,
): ExportTexts {
  switch (format) {
    case 'csv':
      return csvTexts(columns ?? itemColumns, dialect, notes);
    case 'jsonl':
      return jsonLines(columns, notes);
    case 'json':
      return jsonArray(columns, notes);
    default:
      return format satisfies never;
  }
}

function csvTexts(columns: readonly string[], dialect: CsvDialect, notes: Notes): ExportTexts {
  const record = csvRecords(dialect);
  const shown = new Set(columns);
  const objects = new Set<string>();
  for (const column of columns) {
    for (let at = column.indexOf('.'); at > 0; at = column.indexOf('.', at + 1))
      objects.add(column.slice(0, at));
  }
  return {
    head: dialect.mark + record(columns),
    row(row) {
      const cells = flattenItem(row, (change, column) => {
        if (change === 'dotted' ? objects.has(column) : shown.has(column)) notes.change(change, column);
      });
      cells.set(metadataColumn, JSON.stringify(row.metadata));
      noteDropped(cells, shown, notes);
      for (const column of columns) {
        if (looksLikeFormula(cells.get(column) ?? '')) notes.change('formula', column);
      }
      return record(columns.map((column) => cells.get(column) ?? ''));
    },
    tail: () => '',
  };
}

function jsonLines(columns: readonly string[] | null, notes: Notes): ExportTexts {
  const json = jsonOf(columns, notes);
  return { head: '', row: (row) => `${json(row)}\n`, tail: () => '' };
}

function jsonArray(columns: readonly string[] | null, notes: Notes): ExportTexts {
  const json = jsonOf(columns, notes);
  let before = '[\n';
  return {
    head: '',
    row(row) {
      const text = before + json(row);
      before = ',\n';
      return text;
    },
    tail: () => (before === '[\n' ? '[]\n' : '\n]\n'),
  };
}

/** @param columns null: all fields of an item */
function jsonOf(columns: readonly string[] | null, notes: Notes): (row: ItemRow) => string {
  const shown = new Set(columns);
  return (row) => {
    const fields = topLevelFields(row);
    if (columns === null) return JSON.stringify(Object.fromEntries(fields));
    fields.set(metadataColumn, JSON.stringify(row.metadata));
    noteDropped(fields, shown, notes);
    return JSON.stringify(Object.fromEntries(columns.map((column) => [column, fields.get(column) ?? null])));
  };
}

/** Notes fields with a value that the chosen columns leave out. */
function noteDropped(fields: ReadonlyMap<string, unknown>, shown: ReadonlySet<string>, notes: Notes): void {
  for (const [name, value] of fields) {
    if (shown.has(name) || isItemColumnName(name) || name === metadataColumn) continue;
    if (value !== null && value !== '') notes.change('dropped', name);
  }
}
