import type { JsonValue } from '../../../shared/json-value.ts';

/** One line of the tree. */
export interface JsonLine {
  /** Where the value is: names and places joined by "/", as JSON pointers write them. */
  readonly path: string;
  readonly depth: number;
  /** The name or place within the parent; null for the root. */
  readonly name: string | null;
  readonly value: JsonValue;
  /** How many values it holds; null: it is no list and no object. */
  readonly size: number | null;
  readonly open: boolean;
  /** For a line that stands for the rest of a long list: how many more there are. */
  readonly more: number | null;
}

/** Of longer lists and objects the rest is shown on demand. */
export const shownAtOnce = 500;

const step = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

const isNested = (value: JsonValue): value is JsonValue[] | { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null;

/** Names and values inside a nested value. */
function entriesOf(value: JsonValue): [string, JsonValue][] {
  if (Array.isArray(value)) return value.map((each, index) => [String(index), each]);
  return isNested(value) ? Object.entries(value) : [];
}

/**
 * The lines that are shown: `isOpen` decides about each nested value; `limitOf` how many of its values are shown.
 */
export function linesOf(
  root: JsonValue,
  isOpen: (path: string, depth: number) => boolean,
  limitOf: (path: string) => number = () => shownAtOnce,
): JsonLine[] {
  const lines: JsonLine[] = [];
  const add = (path: string, depth: number, name: string | null, value: JsonValue) => {
    const nested = isNested(value);
    const size = nested ? (Array.isArray(value) ? value.length : Object.keys(value).length) : null;
    const open = nested && size !== 0 && isOpen(path, depth);
    lines.push({ path, depth, name, value, size, open, more: null });
    if (!open) return;
    const entries = entriesOf(value);
    const limit = limitOf(path);
    for (const [key, each] of entries.slice(0, limit)) add(`${path}/${step(key)}`, depth + 1, key, each);
    if (entries.length > limit) {
      const more = entries.length - limit;
      lines.push({
        path: `${path}/…`,
        depth: depth + 1,
        name: null,
        value: null,
        size: null,
        open: false,
        more,
      });
    }
  };
  add('', 0, null, root);
  return lines;
}

/** The paths of names and scalars that hold the text, and of everything above them. */
export function findInJson(
  root: JsonValue,
  search: string,
): { matches: ReadonlySet<string>; parents: ReadonlySet<string> } {
  const matches = new Set<string>();
  const parents = new Set<string>();
  const term = search.toLowerCase();
  const visit = (path: string, name: string | null, value: JsonValue): boolean => {
    let found = false;
    if (isNested(value)) {
      for (const [key, each] of entriesOf(value)) {
        if (visit(`${path}/${step(key)}`, Array.isArray(value) ? null : key, each)) found = true;
      }
      if (found) parents.add(path);
    }
    const here =
      (name?.toLowerCase().includes(term) ?? false) ||
      (!isNested(value) && String(value).toLowerCase().includes(term));
    if (here) matches.add(path);
    return found || here;
  };
  if (term !== '') visit('', null, root);
  return { matches, parents };
}

/** The beginning of a nested value in one line. */
export function previewOf(value: JsonValue, length = 80): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${value.length === 1 ? '1 entry' : `${value.length} entries`}]`;
  }
  if (!isNested(value)) return scalarText(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return '{}';
  const text = keys.slice(0, 8).join(', ');
  return `{${text.length > length ? `${text.slice(0, length)}…` : text}${keys.length > 8 ? ', …' : ''}}`;
}

/** A scalar as JSON writes it. */
export const scalarText = (value: JsonValue) => JSON.stringify(value);
