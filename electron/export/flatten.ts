import type { PathChoice } from '../../shared/export-formats.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { datasetColumns } from '../../shared/columns-of-dataset.ts';
import { itemColumns, metadataName } from '../../shared/item-columns.ts';
import { cellText, JsonText, type Cell } from './cells.ts';
import { freeName } from './columns.ts';

/**
 * What happened to a value when it was converted to a cell. Three kinds are written as JSON: `objects` is a list that contains
 * objects or lists, `inseparable` is a list of scalars that could not be split again, `hollow` is an empty list or object.
 * `forced` is a list that was joined by choice and cannot be split again.
 */
export type Change =
  | 'dotted'
  | 'joined'
  | 'object'
  | 'objects'
  | 'inseparable'
  | 'hollow'
  | 'renamed'
  | 'blank'
  | 'forced'
  | 'chosen-json';

/** The separator between the values of a list in one cell. */
export const listSeparator = ', ';

/** What was chosen for some paths. */
export interface PathChoices {
  /** Also remembers that the path was met. */
  get(path: string): PathChoice | undefined;
  /** Whether something was chosen for a path inside of this one; the empty path is around all others. */
  hasWithin(path: string): boolean;
  /** Chosen paths that no value had so far. */
  readonly unmet: () => string[];
}

/** Returns choices by path. The last one for a path counts. */
export function pathChoices(all: readonly PathChoice[]): PathChoices {
  const choices = new Map(all.map((choice) => [choice.path, choice]));
  const met = new Set<string>();
  return {
    get(path) {
      const choice = choices.get(path);
      if (choice !== undefined) met.add(path);
      return choice;
    },
    hasWithin: (path) =>
      [...choices.keys()].some((chosen) => chosen.startsWith(path === '' ? '' : `${path}.`)),
    unmet: () => [...choices.keys()].filter((path) => !met.has(path)),
  };
}

/** How nested values become cells. */
export interface Flattening {
  /** What was chosen for some paths. */
  choices: PathChoices;
  /** Whether lists of scalars are joined where nothing was chosen; otherwise they are JSON. */
  joins: boolean;
  /** Whether members of objects get columns of their own where nothing was chosen; otherwise objects are JSON. */
  splits: boolean;
}

/** Told of each value that was converted. */
export type OnChange = (change: Change, column: string) => void;

/** A value, the name of its column, and the name that it would have if none was taken. */
export type NamedValue = readonly [name: string, wanted: string, value: unknown];

/** Lists are joined, and nothing was chosen. */
const usualFlattening: Flattening = { choices: pathChoices([]), joins: true, splits: true };

/**
 * Returns an item as a map from column to cell, the columns of every item first. Nested objects become dotted names. A list of
 * scalars is joined if it can be split again; any other list becomes JSON. What was chosen for a path goes before that.
 * @param changed called for each value that was converted
 */
export function flattenItem(
  row: ItemRow,
  flattening: Flattening = usualFlattening,
  changed: OnChange = () => undefined,
): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const column of itemColumns) cells.set(column, row[column]);
  if (row.dataset !== undefined) for (const column of datasetColumns) cells.set(column, row.dataset[column]);
  for (const [key, value] of Object.entries(row.metadata)) {
    addCells(cells, [metadataName(key), key, value], { flattening, changed, prefix: '' });
  }
  return cells;
}

/** What `addCells` goes by. */
export interface AddOptions {
  flattening: Flattening;
  changed: OnChange;
  /** What stands before a name in the path of a choice. */
  prefix: string;
}

/** Adds the cells of a value, under names that are free. A value with a table of its own has none. */
export function addCells(cells: Map<string, Cell>, value: NamedValue, options: AddOptions): void {
  const { flattening, changed, prefix } = options;
  const add = (name: string, wanted: string, inner: unknown): void => {
    const choice = flattening.choices.get(prefix + name);
    if (choice?.as === 'table') return;
    const members = membersOf(
      inner,
      choice,
      flattening.splits || flattening.choices.hasWithin(prefix + name),
    );
    if (members !== null) {
      changed('dotted', name);
      for (const [key, member] of members) add(`${name}.${key}`, `${wanted}.${key}`, member);
      return;
    }
    const free = freeName(name, cells);
    if (free !== wanted) changed('renamed', free);
    if (inner === '') changed('blank', free);
    cells.set(free, cellOf(inner, free, choice, options));
  };
  add(...value);
}

/** The members that get columns of their own; null: the value is one cell. */
function membersOf(
  value: unknown,
  choice: PathChoice | undefined,
  splits: boolean,
): [string, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null;
  const isDotted =
    choice?.as === 'columns' || (isObject(value) && (choice === undefined ? splits : choice.as === 'join'));
  if (!isDotted) return null;
  const members = Object.entries(value);
  return members.length === 0 ? null : members;
}

function cellOf(
  value: unknown,
  column: string,
  choice: PathChoice | undefined,
  { flattening, changed }: AddOptions,
): Cell {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (Array.isArray(value) && choice?.as === 'join') {
    const { separator = listSeparator } = choice;
    changed(isJoinable(value, separator) ? 'joined' : 'forced', column);
    return joined(value, separator);
  }
  if (choice?.as === 'json') {
    changed('chosen-json', column);
    return new JsonText(JSON.stringify(value));
  }
  if (Array.isArray(value) && flattening.joins && isJoinable(value, listSeparator)) {
    changed('joined', column);
    return joined(value, listSeparator);
  }
  changed(isObject(value) && Object.keys(value).length > 0 ? 'object' : kindOfJson(value), column);
  return new JsonText(JSON.stringify(value));
}

/** Returns the entries of a list as one text; objects and lists in it are JSON. */
export const joined = (list: readonly unknown[], separator: string): string =>
  list
    .map((entry) =>
      typeof entry === 'object' && entry !== null ? JSON.stringify(entry) : cellText(scalar(entry)),
    )
    .join(separator);

/** Returns why a value is written as JSON. @param value a list that is not joined, or an empty object */
function kindOfJson(value: object): Change {
  if (!Array.isArray(value) || value.length === 0) return 'hollow';
  return value.some((entry) => typeof entry === 'object' && entry !== null) ? 'objects' : 'inseparable';
}

/** Whether the joined list can be split again and cannot be mistaken for JSON. */
export function isJoinable(list: readonly unknown[], separator: string): boolean {
  return (
    list.length > 0 &&
    list.every(
      (value) =>
        value !== null &&
        typeof value !== 'object' &&
        value !== '' &&
        !cellText(scalar(value)).includes(separator),
    ) &&
    !/^\s*[[{]/.test(cellText(scalar(list[0])))
  );
}

function scalar(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Whether a value has members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
