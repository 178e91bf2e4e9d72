import { isFilled } from '../../shared/filled.ts';
import { metadataName } from '../../shared/item-columns.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { freeName } from './columns.ts';
import { isObject } from './flatten.ts';

/** A column of an item, and its value. */
type Field = readonly [name: string, value: unknown];

/**
 * Returns the rows of an item: one for each entry of one of its lists. The entry takes the place of the list: an object gives a
 * column to each of its members (`reviews.stars`), any other entry stays under the name of the list. All other columns are repeated.
 * The objects and lists around an inner list become columns in the same way.
 * @param list the column of the list; a dotted name for a list inside a list or object (`comments.replies`)
 * @returns nothing for an item without entries; a value that is no list counts as its only entry
 */
export function* rowsOf(item: ItemRow, list: string): Generator<ItemRow> {
  for (const fields of expand(fieldsOf(item), list)) yield { ...item, metadata: recordOf(fields) };
}

/** Counts the entries of the lists in items. */
export interface ListTally {
  add(items: Iterable<ItemRow>): void;
  /** The number of entries of each list, by its column; dotted names for lists inside of lists and objects. */
  entries(): Map<string, number>;
}

/** Creates an empty tally. */
export function createListTally(): ListTally {
  const counts = new Map<string, number>();
  const lists = new Set<string>();
  const add = ([name, value]: Field): void => {
    if (Array.isArray(value)) lists.add(name);
    const entries = entriesOf(value);
    counts.set(name, (counts.get(name) ?? 0) + entries.length);
    for (const entry of entries) for (const member of membersOf(name, entry)) add(member);
  };
  return {
    add(items) {
      for (const item of items) for (const field of fieldsOf(item)) add(field);
    },
    entries: () => new Map([...counts].filter(([name]) => lists.has(name))),
  };
}

const fieldsOf = ({ metadata }: ItemRow): Field[] =>
  Object.entries(metadata).map(([key, value]) => [metadataName(key), value]);

function* expand(fields: readonly Field[], list: string): Generator<readonly Field[]> {
  const at = placeOf(fields, list);
  const field = fields[at];
  if (field === undefined) return;
  const [name, value] = field;
  const before = fields.slice(0, at);
  const after = fields.slice(at + 1);
  for (const entry of entriesOf(value)) {
    const members = membersOf(name, entry);
    if (name !== list) for (const row of expand(members, list)) yield [...before, ...row, ...after];
    else if (isObject(entry)) yield [...before, ...members, ...after];
    else yield [...before, [name, entry], ...after];
  }
}

/** The place of the list, or else of the field it is in: the one with the longest name. @returns -1: none */
function placeOf(fields: readonly Field[], list: string): number {
  let best = -1;
  for (const [place, [name]] of fields.entries()) {
    const holds = name === list || list.startsWith(`${name}.`);
    if (holds && name.length > (fields[best]?.[0].length ?? -1)) best = place;
  }
  return best;
}

const entriesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isFilled(value) ? [value] : [];

const membersOf = (name: string, value: unknown): Field[] =>
  isObject(value) ? Object.entries(value).map(([key, member]) => [`${name}.${key}`, member]) : [];

function recordOf(fields: readonly Field[]): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of fields) values.set(freeName(name, values), value);
  return Object.fromEntries(values);
}
