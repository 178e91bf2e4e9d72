import type { ItemRow } from '../store/items/item-queries.ts';
import { itemColumns, metadataName } from '../../shared/item-columns.ts';
import { freeName } from './columns.ts';

/**
 * What happened to a value when it was converted to a cell. Three kinds are written as JSON: `objects` is a list that contains
 * objects or lists, `inseparable` is a list of scalars that could not be split again, `hollow` is an empty list or object.
 */
export type Change = 'dotted' | 'joined' | 'objects' | 'inseparable' | 'hollow' | 'renamed' | 'blank';

/** The separator between the values of a list in one cell. */
const listSeparator = ', ';

/**
 * Returns an item as a map from column to text, the columns of every item first. Nested objects become dotted names. A list of
 * scalars is joined if it can be split again; any other list becomes JSON. null becomes the empty string.
 * @param changed called for each value that was converted
 */
export function flattenItem(
  row: ItemRow,
  changed: (change: Change, column: string) => void = () => undefined,
): Map<string, string> {
  const cells = new Map<string, string>();
  for (const column of itemColumns) cells.set(column, scalarText(row[column]));
  const add = (name: string, wanted: string, value: unknown): void => {
    if (isObject(value) && Object.keys(value).length > 0) {
      changed('dotted', name);
      for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, `${wanted}.${key}`, inner);
      return;
    }
    const free = freeName(name, cells);
    if (free !== wanted) changed('renamed', free);
    if (value === '') changed('blank', free);
    cells.set(free, cellText(value, free, changed));
  };
  for (const [key, value] of Object.entries(row.metadata)) add(metadataName(key), key, value);
  return cells;
}

function cellText(value: unknown, column: string, changed: (change: Change, column: string) => void): string {
  if (typeof value !== 'object' || value === null) return scalarText(value);
  if (Array.isArray(value) && isJoinable(value)) {
    changed('joined', column);
    return value.map(scalarText).join(listSeparator);
  }
  changed(kindOfJson(value), column);
  return JSON.stringify(value);
}

/** Returns why a value is written as JSON. @param value a list that is not joined, or an empty object */
function kindOfJson(value: object): Change {
  if (!Array.isArray(value) || value.length === 0) return 'hollow';
  return value.some((entry) => typeof entry === 'object' && entry !== null) ? 'objects' : 'inseparable';
}

/** Whether the joined list can be split again and cannot be mistaken for JSON. */
function isJoinable(list: readonly unknown[]): boolean {
  return (
    list.length > 0 &&
    list.every(
      (value) =>
        value !== null &&
        typeof value !== 'object' &&
        value !== '' &&
        !scalarText(value).includes(listSeparator),
    ) &&
    !/^\s*[[{]/.test(scalarText(list[0]))
  );
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Whether a value has members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
