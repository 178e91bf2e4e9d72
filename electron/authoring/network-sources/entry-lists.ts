import { writeStep } from '../../../shared/selectors/json-path-text.ts';
import { isObject } from '../../extract/json-path/node.ts';
import type { JsonValue } from '../../extract/types.ts';

/** Entries of JSON that may be rows. */
export interface EntryList {
  /** Selects them. "[*]" stands for the entries of every list around them. */
  path: string;
  entries: readonly JsonValue[];
}

/** Values that are looked at, lists that are kept, and members of an entry. */
const limits = { values: 200_000, lists: 60, leaves: 60, depth: 5 };
/** The fewest members of an object that may be entries by their ids. */
const minMembers = 3;

/** The lists of objects, of lists, and of objects by their ids, in a JSON value. */
export function entryLists(value: JsonValue): EntryList[] {
  const lists = new Map<string, JsonValue[]>();
  const add = (path: string, entries: readonly JsonValue[]): void => {
    const known = lists.get(path) ?? [];
    for (const entry of entries) known.push(entry);
    lists.set(path, known);
  };
  const open: { value: JsonValue; path: string }[] = [{ value, path: '$' }];
  for (let at = 0; at < open.length && at < limits.values; at += 1) {
    const { value: next, path } = open[at] ?? { value: null, path: '' };
    if (Array.isArray(next)) {
      const entries = next.filter(isContainer);
      if (entries.length > 0) add(`${path}[*]`, entries);
      for (const entry of entries) open.push({ value: entry, path: `${path}[*]` });
    } else if (isObject(next)) {
      const members = Object.entries(next);
      const isById = members.length >= minMembers && areAlike(members.map(([, member]) => member));
      if (isById)
        add(
          `${path}[*]`,
          members.map(([, member]) => member),
        );
      for (const [name, member] of members) {
        if (isContainer(member))
          open.push({ value: member, path: isById ? `${path}[*]` : path + writeStep(name) });
      }
    }
  }
  return [...lists]
    .map(([path, entries]) => ({ path, entries }))
    .toSorted((a, b) => b.entries.length - a.entries.length)
    .slice(0, limits.lists);
}

const isContainer = (value: JsonValue): boolean => typeof value === 'object' && value !== null;

/** Whether all values are objects with mostly the same names. */
function areAlike(values: readonly JsonValue[]): boolean {
  const [first] = values;
  if (!isObject(first ?? null) || !values.every(isObject)) return false;
  const names = new Set(Object.keys(Object(first)));
  return (
    names.size >= 2 &&
    values.every((value) => {
      const own = Object.keys(Object(value));
      return own.filter((name) => names.has(name)).length * 2 > Math.max(own.length, names.size);
    })
  );
}

/** The texts, numbers and yes or no in an entry by their path: of lists inside it, the first entry. */
export function leavesOf(entry: JsonValue): Map<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  const visit = (value: JsonValue, path: string, depth: number): void => {
    if (leaves.size >= limits.leaves || value === null || depth > limits.depth) return;
    if (!isContainer(value)) {
      leaves.set(path, value);
      return;
    }
    if (Array.isArray(value)) {
      // An entry that is a list is a row of cells.
      const most = depth === 0 ? limits.leaves : 1;
      for (const [at, member] of value.slice(0, most).entries()) visit(member, `${path}[${at}]`, depth + 1);
      return;
    }
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) visit(member, path + writeStep(name), depth + 1);
  };
  visit(entry, '$', 0);
  return leaves;
}
