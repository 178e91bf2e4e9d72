import type { JsonKey } from '../../../shared/selectors/json-path-text.ts';
import { isObject } from '../../extract/json-path/node.ts';
import { jsonPathFor } from '../../extract/json-path/select.ts';
import { isJson } from '../../extract/scope.ts';
import type { JsonValue } from '../../extract/types.ts';
import type { Pair } from './places.ts';
import type { Candidate } from './propose-selectors.ts';
import type { ValueSlot } from './slots.ts';

/** A value in JSON with the names and positions that lead to it. */
interface Leaf {
  readonly keys: readonly JsonKey[];
  readonly value: JsonValue;
}

/** Values of a place that are looked through, pairs that are, and paths for each. */
const limits = { values: 20_000, pairs: 4, most: 8 };

/** Writes paths for what a field took before: the same value elsewhere, or a value whose name and place are alike. */
export function proposePaths({ field, present }: ValueSlot, pairs: readonly Pair[]): Candidate[] {
  const { json_path: path } = field;
  if (typeof path !== 'string') return [];
  return pairs.slice(0, limits.pairs).flatMap(({ old, fresh, isSame }) => {
    if (!isJson(old.scope) || !isJson(fresh.scope)) return [];
    return pathsTo(path, old.scope.value, fresh.scope.value, isSame).map((written, rank) => ({
      field: { ...present, json_path: written },
      why: 'by its name in the JSON',
      rank,
    }));
  });
}

/**
 * Paths in new JSON for what a path took in the old one, the likeliest first.
 * @param isSame whether the same value is expected
 */
export function pathsTo(path: string, old: JsonValue, fresh: JsonValue, isSame: boolean): string[] {
  const taken = firstAt(path, old);
  if (taken === null) return [];
  return best(valuesIn(fresh), taken, isSame).flatMap(({ keys }) => writings(keys, path));
}

/** Writes paths for lists that may hold what the entries were. */
export function proposeArrays(path: string, { old, fresh }: Pair): { selector: string; why: string }[] {
  if (!isJson(old.scope) || !isJson(fresh.scope)) return [];
  const taken = firstAt(path, old.scope.value);
  if (taken === null) return [];
  const names = namesOf(taken.keys);
  return valuesIn(fresh.scope.value)
    .filter(({ value }) => Array.isArray(value) && value.length > 0)
    .map((leaf) => ({ leaf, likeness: likeNames(names, namesOf(leaf.keys)) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, limits.most)
    .map(({ leaf }) => ({ selector: `${writePath(leaf.keys)}[*]`, why: 'by the list in the JSON' }));
}

function firstAt(path: string, value: JsonValue): Leaf | null {
  const read = jsonPathFor(path);
  const [match] = read.ok ? read.selector.select(value) : [];
  return match === undefined ? null : { keys: match.keys, value: match.value };
}

/** All values inside one, itself left out, outer ones first. */
function valuesIn(value: JsonValue): Leaf[] {
  const leaves: Leaf[] = [];
  const open: Leaf[] = [{ keys: [], value }];
  for (let at = 0; at < open.length && leaves.length < limits.values; at += 1) {
    const each = open[at];
    if (each === undefined) break;
    if (each.keys.length > 0) leaves.push(each);
    const inner: [JsonKey, JsonValue][] = Array.isArray(each.value)
      ? [...each.value.entries()]
      : isObject(each.value)
        ? Object.entries(each.value)
        : [];
    for (const [key, child] of inner) open.push({ keys: [...each.keys, key], value: child });
  }
  return leaves;
}

function best(leaves: readonly Leaf[], taken: Leaf, isSame: boolean): Leaf[] {
  const wanted = JSON.stringify(taken.value);
  const names = namesOf(taken.keys);
  return leaves
    .map((leaf) => {
      const isEqual = isSame && JSON.stringify(leaf.value) === wanted;
      const isKind = kindOf(leaf.value) === kindOf(taken.value);
      return { leaf, score: (isEqual ? 2 : 0) + (isKind ? 0.5 : 0) + likeNames(names, namesOf(leaf.keys)) };
    })
    .sort((a, b) => b.score - a.score || a.leaf.keys.length - b.leaf.keys.length)
    .slice(0, limits.most)
    .map(({ leaf }) => leaf);
}

const kindOf = (value: JsonValue): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

const namesOf = (keys: readonly JsonKey[]): string[] =>
  keys.filter((key): key is string => typeof key === 'string');

/** How alike the names on two ways are, 0 to 1: half of it is the last name. */
function likeNames(one: readonly string[], other: readonly string[]): number {
  const last = likeWords(one.at(-1) ?? '', other.at(-1) ?? '');
  const around = one.slice(0, -1).filter((name) => other.includes(name)).length;
  return 0.5 * last + (0.5 * (1 + around)) / Math.max(1, one.length, other.length);
}

/** Share of the pairs of letters that two names have in common. */
function likeWords(one: string, other: string): number {
  const pairs = (text: string): Set<string> => {
    const small = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
    return new Set(Array.from({ length: Math.max(0, small.length - 1) }, (_, at) => small.slice(at, at + 2)));
  };
  const [a, b] = [pairs(one), pairs(other)];
  if (a.size + b.size === 0) return one === other ? 1 : 0;
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

/** Where the old path took all of a list, so does the new one. */
const writings = (keys: readonly JsonKey[], old: string): string[] =>
  /\*|\.\./.test(old) && keys.some((key) => typeof key === 'number')
    ? [writePath(keys.map((key) => (typeof key === 'number' ? '*' : key))), writePath(keys)]
    : [writePath(keys)];

/** Writes a path, names with a point where that can be. */
function writePath(keys: readonly JsonKey[]): string {
  const steps = keys.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    if (key === '*') return '[*]';
    return /^[A-Za-z_][\w]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  });
  return `$${steps.join('')}`;
}
