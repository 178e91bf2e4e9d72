import { nearest } from '../../shared/spider/nearest.ts';
import type { ItemRow } from '../store/items.ts';
import { itemColumns, metadataColumn, topLevelFields } from './columns.ts';
import { csvRecord, looksLikeFormula } from './csv.ts';
import { ExportError } from './errors.ts';
import { flattenItem } from './flatten.ts';
import { createNotes, type Notes } from './notes.ts';
import { writeTo, type ExportTarget } from './target.ts';

export const exportFormats = ['csv', 'json', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRequest {
  /** Walks all items; called again for a second walk, which has to give the same ones. */
  rows: () => Iterable<ItemRow>;
  format: ExportFormat;
  /** Columns to write, in this order; null: all. */
  columns: readonly string[] | null;
  target: ExportTarget;
}

export interface ExportResult {
  /** null when it went to a stream. */
  file: string | null;
  /** Items written. */
  rows: number;
  format: ExportFormat;
  /** What the format changed and what was left out, in sentences; empty when everything is as it was. */
  notes: string[];
}

/**
 * Writes items out, one at a time: memory does not grow with them. CSV needs two walks, because its first line names
 * the columns of all items; so does a choice of columns, because each must exist.
 * @throws ExportError
 */
export async function exportItems({ rows, format, columns, target }: ExportRequest): Promise<ExportResult> {
  const notes = createNotes();
  const chosen = columns === null ? null : [...new Set(columns)];
  let written = 0;
  const counted = (): Iterable<ItemRow> => count(rows(), () => (written += 1));
  const known = chosen === null && format !== 'csv' ? null : columnsOf(rows(), format);
  if (chosen !== null && known !== null) requireKnown(chosen, known);
  switch (format) {
    case 'csv':
      await writeTo(target, csvTexts(counted(), chosen ?? known ?? itemColumns, notes));
      break;
    case 'jsonl':
      await writeTo(target, jsonLines(counted(), chosen, notes));
      break;
    case 'json':
      await writeTo(target, jsonArray(jsonLines(counted(), chosen, notes)));
      break;
    default:
      format satisfies never;
  }
  return { file: 'file' in target ? target.file : null, rows: written, format, notes: notes.sentences() };
}

function* count<T>(rows: Iterable<T>, seen: () => void): Generator<T> {
  for (const row of rows) {
    seen();
    yield row;
  }
}

/** All columns of the items, in the order in which they first appear; null without items: nobody can say then. */
function columnsOf(rows: Iterable<ItemRow>, format: ExportFormat): string[] | null {
  const names = new Set<string>();
  for (const row of rows) {
    const fields = format === 'csv' ? flattenItem(row) : topLevelFields(row);
    for (const name of fields.keys()) names.add(name);
  }
  return names.size === 0 ? null : [...names];
}

function requireKnown(chosen: readonly string[], known: readonly string[]): void {
  const all = [...known, metadataColumn];
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, all);
  throw new ExportError(
    'unknown-column',
    `There is no column "${unknown}".${near === null ? '' : ` Did you mean "${near}"?`}`,
    `There are: ${all.join(', ')}.`,
  );
}

function isItemColumn(name: string): boolean {
  return itemColumns.some((column) => column === name);
}

function* csvTexts(rows: Iterable<ItemRow>, columns: readonly string[], notes: Notes): Generator<string> {
  yield csvRecord(columns);
  const shown = new Set(columns);
  for (const row of rows) {
    const cells = flattenItem(row, (change, column) => {
      if (shown.has(column) || change === 'dotted') notes.change(change, column);
    });
    cells.set(metadataColumn, JSON.stringify(row.metadata));
    noteDropped(cells, shown, notes);
    for (const column of columns) {
      if (looksLikeFormula(cells.get(column) ?? '')) notes.change('formula', column);
    }
    yield csvRecord(columns.map((column) => cells.get(column) ?? ''));
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

/** Fields with a value that the chosen columns leave out. */
function noteDropped(fields: ReadonlyMap<string, unknown>, shown: ReadonlySet<string>, notes: Notes): void {
  for (const [name, value] of fields) {
    if (shown.has(name) || isItemColumn(name) || name === metadataColumn) continue;
    if (value !== null && value !== '') notes.change('dropped', name);
  }
}
