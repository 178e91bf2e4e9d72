import type { CallValue } from '../../../shared/contract/index.ts';
import type { ResultColumn } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';
import { isAboutTheCrawl, orderColumns } from './columns.tsx';
import { fieldsOfColumns, type ExportChoices } from './export-choices.ts';

export type ExportPreview = CallValue<'exports.preview'>;

/** A field of the items, and what an export makes of it. */
export interface ExportedField {
  name: string;
  type: ResultColumn['type'];
  /** Whether it is written. */
  isIn: boolean;
  /** In words, one for each kind of change; empty: it is written as it is. */
  changes: string[];
  /** The nested values of it, whose way can be chosen: it itself, and those inside of it. */
  nested: ExportPreview['nested'];
}

/**
 * Returns the fields of the items and what becomes of each: those that are written first, in the order of the file.
 * @param chosen the chosen columns in their order; null: all, as they come
 * @param list the list whose entries have a row each; null: each item is a row
 */
export function exportedFields(
  columns: readonly ResultColumn[],
  preview: ExportPreview,
  { columns: chosen, rows: list }: Pick<ExportChoices, 'columns' | 'rows'>,
): ExportedField[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  const usual = orderColumns(columns)
    .filter(({ name, metadata, filled }) => !isAboutTheCrawl(name) && (metadata || filled > 0))
    .map(({ name }) => name);
  const crawl = columns.map(({ name }) => name).filter(isAboutTheCrawl);
  const written = fieldsOfColumns(preview.columns, [...known.keys()]);
  const first = chosen ?? written.filter((name) => usual.includes(name));
  const names = [...new Set([...first, ...usual, ...(chosen === null ? [] : crawl)])];
  return names.map((name) => {
    const isIn = chosen === null || chosen.includes(name);
    return {
      name,
      type: known.get(name)?.type ?? 'text',
      isIn,
      // What is known about the crawl is usually left out.
      changes: !isIn && isAboutTheCrawl(name) ? [] : changesOf(name, preview, list),
      nested: isIn ? preview.nested.filter(({ path }) => isWithin(path, name)) : [],
    };
  });
}

/** Whether a field is not written as it is. */
export const isChanged = ({ changes }: ExportedField): boolean => changes.length > 0;

function changesOf(field: string, { columns, paths }: ExportPreview, list: string | null): string[] {
  const belongs = (path: string): boolean => isWithin(path, field);
  const changes = paths
    .filter(({ path }) => belongs(path))
    .map(({ path, notes }) => (path === field ? '' : `${path}: `) + notes.join('; '));
  if (list !== null && belongs(list)) changes.unshift(rowsOf(list, columns));
  if (changes.length === 0 && columns.length > 0 && !columns.some(belongs)) return ['left out'];
  return changes;
}

function rowsOf(list: string, columns: readonly string[]): string {
  const inner = columns.filter((column) => column !== list && isWithin(column, list));
  return `one row for each entry of ${list}${inner.length === 0 ? '' : `, with ${counted(inner.length, 'column')}: ${inner.join(', ')}`}`;
}

const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

/** Rows that an export is going to have. */
export interface ExpectedRows {
  rows: number;
  /** Whether it is known exactly; otherwise it is an estimate from the first items. */
  exact: boolean;
}

/** Returns how many rows an export is going to have. @param list null: each item is a row */
export function expectedRows(
  { lists, examined, total }: Pick<ExportPreview, 'lists' | 'examined' | 'total'>,
  list: string | null,
): ExpectedRows {
  if (list === null) return { rows: total, exact: true };
  const entries = lists.find(({ path }) => path === list)?.entries ?? 0;
  if (examined >= total) return { rows: entries, exact: true };
  return { rows: Number(((entries / examined) * total).toPrecision(2)), exact: false };
}

/** The columns to choose so that the entries of a list are among them. @param columns null: all are */
export const columnsWith = (columns: readonly string[], list: string | null): string[] =>
  list === null || columns.some((column) => isWithin(list, column)) ? [...columns] : [...columns, list];
