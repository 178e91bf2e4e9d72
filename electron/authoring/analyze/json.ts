import { writeStep } from '../../../shared/selectors/json-path-text.ts';
import { isObject } from '../../extract/json-path/node.ts';
import { detach, shorten } from '../../extract/text.ts';
import type { JsonValue } from '../../extract/types.ts';

/** A value or a member of entries, by its path. */
export interface JsonField {
  name: string;
  /** From the page for a single value, from the entry for a member of entries. */
  path: string;
  /** The types of its values that are not null: "text", "number", "boolean", "list", "object". */
  types: string[];
  /** A value as text, shortened. */
  sample: string;
  /** The number of entries that have it; 1 for a single value. */
  count: number;
}

/** A list of objects, or an object that holds them by their ids. */
export interface JsonList {
  /** Selects its entries; "[*]" and ".*" stand for those of every list around it. */
  path: string;
  count: number;
  fields: JsonField[];
  /** A callback that makes each of them an item. */
  callback: { iterate: { selector: string }; extract: Record<string, { json_path: string }> };
}

/** What a JSON page holds: lists of objects, longest first, and values outside of lists. */
export interface JsonContent {
  lists: JsonList[];
  values: JsonField[];
}

/** Values that are looked at; a page with more is described by its beginning. */
const maxValues = 200_000;
const maxLists = 20;
const maxFields = 40;
const maxDepthInEntry = 3;
const sampleLength = 120;

/** Describes the lists of objects and the single values of a JSON page. */
export function analyzeJson(page: JsonValue): JsonContent {
  const lists = new Map<string, Record<string, JsonValue>[]>();
  const values: JsonField[] = [];
  const open: { value: JsonValue; path: string; inList: boolean }[] = [
    { value: page, path: '$', inList: false },
  ];
  // Breadth first, so that what is near the top is described where there is too much.
  for (let at = 0; at < open.length && at < maxValues; at += 1) {
    const { value, path, inList } = open[at] ?? { value: null, path: '', inList: true };
    if (Array.isArray(value)) {
      const entries = `${path}[*]`;
      const objects = value.filter(isObject);
      if (objects.length > 0) {
        const known = lists.get(entries) ?? [];
        for (const object of objects) known.push(object);
        lists.set(entries, known);
      } else if (!inList && value.length > 0) values.push(single(path, value));
      for (const entry of value)
        if (isContainer(entry)) open.push({ value: entry, path: entries, inList: true });
    } else if (isMap(value)) {
      const entries = `${path}.*`;
      const known = lists.get(entries) ?? [];
      for (const entry of Object.values(value)) {
        known.push(entry);
        open.push({ value: entry, path: entries, inList: true });
      }
      lists.set(entries, known);
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        open.push({ value: member, path: path + writeStep(name), inList });
      }
    } else if (!inList && value !== null) values.push(single(path, value));
  }
  const found = [...lists].map(([path, entries]) => listOf(path, entries));
  return {
    lists: found.sort((a, b) => b.count - a.count).slice(0, maxLists),
    values: values.slice(0, maxFields),
  };
}

/** Entries from which an object is a list of them, and those that are compared. */
const minMapped = 3;
const maxCompared = 50;

/** Whether the members of an object are entries of one kind, with their ids as names: `{"a1": {…}, "b2": {…}}`. */
export function isMap(value: JsonValue): value is Record<string, Record<string, JsonValue>> {
  if (!isObject(value)) return false;
  const entries = Object.values(value);
  if (entries.length < minMapped || !entries.every((entry) => isObject(entry))) return false;
  const [first, ...others] = entries.slice(0, maxCompared).map((entry) => Object.keys(entry));
  const names = new Set(first);
  const isLike = (own: readonly string[]): boolean => {
    const shared = own.filter((name) => names.has(name)).length;
    return shared > 0 && shared * 2 >= Math.max(own.length, names.size);
  };
  return names.size > 1 && others.every((own) => isLike(own));
}

const isContainer = (value: JsonValue): boolean => typeof value === 'object' && value !== null;

function typeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

const sampleOf = (value: JsonValue): string =>
  detach(shorten(typeof value === 'string' ? value : JSON.stringify(value), sampleLength));

function single(path: string, value: JsonValue): JsonField {
  return { name: nameOf(path), path, types: [typeOf(value)], sample: sampleOf(value), count: 1 };
}

/** The last name in a path, as the name of a field. */
const nameOf = (path: string): string =>
  /(?:\.([^.[\]]+)|\['(.+?)'\])(?:\[(?:\*|\d+)\])*$/.exec(path)?.slice(1).find(Boolean) ?? 'value';

function listOf(path: string, entries: readonly Record<string, JsonValue>[]): JsonList {
  const members = new Map<string, { types: Set<string>; sample: JsonValue; count: number }>();
  for (const entry of entries) {
    for (const [member, value] of membersOf(entry, '$', 1)) {
      const known = members.get(member);
      if (known === undefined)
        members.set(member, { types: new Set([typeOf(value)]), sample: value, count: 1 });
      else {
        known.types.add(typeOf(value));
        known.count += 1;
      }
    }
  }
  const names = new Map<string, number>();
  const fields = [...members].slice(0, maxFields).map(([member, { types, sample, count }]): JsonField => {
    const base = nameOf(member);
    const times = (names.get(base) ?? 0) + 1;
    names.set(base, times);
    const name = times === 1 ? base : `${base}_${times}`;
    return { name, path: member, types: [...types].toSorted(), sample: sampleOf(sample), count };
  });
  const extract = Object.fromEntries(fields.map(({ name, path: own }) => [name, { json_path: own }]));
  return { path, count: entries.length, fields, callback: { iterate: { selector: path }, extract } };
}

/** The members of an entry and of objects in it that are not null, by their path. */
function* membersOf(
  entry: Record<string, JsonValue>,
  path: string,
  depth: number,
): Generator<[path: string, value: JsonValue]> {
  for (const [name, value] of Object.entries(entry)) {
    const own = path + writeStep(name);
    if (isObject(value) && depth < maxDepthInEntry) yield* membersOf(value, own, depth + 1);
    else if (value !== null) yield [own, value];
  }
}
