import type { JsonValue } from '../../extract/types.ts';
import { leavesOf } from './entry-lists.ts';
import { keysOfValue, likenessOf, type Likeness, type ValueKeys } from './keys.ts';
import type { SeenColumn, SeenRows } from './seen-rows.ts';

/** A column of the page, and the place in an entry that says the same. */
export interface MatchedColumn {
  column: SeenColumn;
  /** From the entry. */
  path: string;
  likeness: Likeness;
}

/** How entries of an answer say what is seen in the rows of a page. */
export interface RowsMatch {
  columns: MatchedColumn[];
  /** Rows whose entry was found, and the entry of each row; null: none. */
  rows: number;
  entryOf: readonly (number | null)[];
  /** Columns that an answer has to say and this does not, by name. */
  missing: string[];
  /** Share of the columns that it says. */
  coverage: number;
}

/** The most entries that are compared; an answer may hold more than a page shows. */
const maxEntries = 1500;
/** From which share of its rows, of the cells of a column and of the columns on something is said. */
export const minShare = { rows: 0.5, cells: 0.8, columns: 0.5 };

/** The values of the entries by their path. */
type Members = ReadonlyMap<string, readonly (ValueKeys | null)[]>;

/** Compares the rows of a page with the entries of an answer. Null: the answer does not carry them. */
export function matchRows(seen: SeenRows, entries: readonly JsonValue[]): RowsMatch | null {
  const members = membersOf(entries.slice(0, maxEntries));
  const aligned = align(seen, members);
  if (aligned === null) return null;
  const columns = seen.columns.flatMap((column) => bestMember(column, members, aligned) ?? []);
  const telling = seen.columns.filter(({ isTelling }) => isTelling);
  const isSaid = (column: SeenColumn): boolean => columns.some((match) => match.column === column);
  const said = telling.filter(isSaid);
  const missing = seen.columns
    .filter((column) => !isSaid(column) && (column.isTelling || column.field.type === 'url'))
    .map(({ field }) => field.name);
  const coverage = said.length / Math.max(1, telling.length);
  const isEnough = said.length >= 2 || said.length === telling.length;
  if (said.length === 0 || !isEnough || coverage < minShare.columns) return null;
  return { columns, rows: aligned.filter((at) => at !== null).length, entryOf: aligned, missing, coverage };
}

function membersOf(entries: readonly JsonValue[]): Members {
  const members = new Map<string, (ValueKeys | null)[]>();
  for (const [at, entry] of entries.entries()) {
    for (const [path, value] of leavesOf(entry)) {
      const keys = keysOfValue(value);
      if (keys === null) continue;
      let known = members.get(path);
      if (known === undefined) {
        known = Array.from({ length: entries.length }, () => null);
        members.set(path, known);
      }
      known[at] = keys;
    }
  }
  return members;
}

/** The entry of each row, by the column that tells rows apart and is said by most entries. Null: too few rows have one. */
function align(seen: SeenRows, members: Members): (number | null)[] | null {
  let best: { entryOf: (number | null)[]; count: number } | null = null;
  for (const { cells } of seen.columns) {
    const keys = cells.map((cell) => cell.flatMap(identities));
    if (new Set(keys.flatMap(([first]) => first ?? [])).size < Math.max(2, seen.count * 0.5)) continue;
    for (const values of members.values()) {
      const entryOf = entriesByKey(keys, values);
      const count = entryOf.filter((at) => at !== null).length;
      if (count > (best?.count ?? 0)) best = { entryOf, count };
    }
  }
  const enough = Math.max(2, Math.ceil(seen.count * minShare.rows));
  return best !== null && best.count >= enough ? best.entryOf : null;
}

/** By what a value can be told from others: a text with letters, or a number that does not come by chance. */
function identities({ text, numbers }: ValueKeys): string[] {
  const own = text !== null && text.length >= 2 && /\p{L}/u.test(text) ? [`t${text}`] : [];
  const rare = numbers.filter((number) => !Number.isInteger(number) || Math.abs(number) >= 1000);
  return [...own, ...rare.map((number) => `n${number}`)];
}

function entriesByKey(
  rows: readonly (readonly string[])[],
  values: readonly (ValueKeys | null)[],
): (number | null)[] {
  const waiting = new Map<string, number[]>();
  for (const [at, value] of values.entries()) {
    for (const key of value === null ? [] : identities(value)) {
      const known = waiting.get(key);
      if (known === undefined) waiting.set(key, [at]);
      else known.push(at);
    }
  }
  const taken = new Set<number>();
  return rows.map((keys) => {
    for (const key of keys) {
      const at = waiting.get(key)?.find((entry) => !taken.has(entry));
      if (at === undefined) continue;
      taken.add(at);
      return at;
    }
    return null;
  });
}

/** How much each likeness speaks for a member. */
const weights: Readonly<Record<Likeness, number>> = {
  text: 1,
  number: 0.95,
  day: 0.9,
  'month-day': 0.8,
  beginning: 0.7,
  hundredths: 0.6,
  part: 0.5,
};

/** The member of the entries that says a column; null: none does. */
function bestMember(
  column: SeenColumn,
  members: Members,
  entryOf: readonly (number | null)[],
): MatchedColumn | null {
  let best: { path: string; likeness: Likeness; score: number } | null = null;
  for (const [path, values] of members) {
    const found = compare(column, values, entryOf);
    if (found === null) continue;
    const score = found.score + nameScore(column.field.name, path);
    if (best === null || score > best.score) best = { path, likeness: found.likeness, score };
  }
  return best === null ? null : { column, path: best.path, likeness: best.likeness };
}

/** A little for a member whose name is that of the column, and less for one deep inside. */
function nameScore(name: string, path: string): number {
  const steps = [...path.matchAll(/[\p{L}\p{N}_]+/gu)].map(([step]) => step.toLowerCase());
  const likeness = steps.includes(name) ? 0.04 : steps.some((step) => step.includes(name)) ? 0.02 : 0;
  return likeness - steps.length * 0.001;
}

function compare(
  { cells, field }: SeenColumn,
  values: readonly (ValueKeys | null)[],
  entryOf: readonly (number | null)[],
): { likeness: Likeness; score: number } | null {
  const kinds = new Map<Likeness, number>();
  const different = new Set<string>();
  const isAddress = field.type === 'url' || field.type === 'image';
  let filled = 0;
  let hits = 0;
  let dated = 0;
  for (const [row, cell] of cells.entries()) {
    const at = entryOf[row] ?? null;
    if (at === null || cell.length === 0) continue;
    filled += 1;
    const value = values[at] ?? null;
    if (value === null) continue;
    const likeness = bestLikeness(cell, value);
    // Of an address nothing but the whole is the same.
    if (likeness === null || (isAddress && likeness !== 'text')) continue;
    hits += 1;
    if ((likeness === 'day' || likeness === 'month-day') && value.isNumber !== true) dated += 1;
    kinds.set(likeness, (kinds.get(likeness) ?? 0) + 1);
    different.add(value.text ?? '');
  }
  if (filled === 0 || hits < Math.max(2, filled * minShare.cells)) return null;
  const [likeness] = [...kinds].toSorted((a, b) => b[1] - a[1])[0] ?? ['part' as const];
  if (!isNoChance(likeness, { kinds, hits, filled, different })) return null;
  const weight = [...kinds].reduce((sum, [kind, count]) => sum + weights[kind] * count, 0) / hits;
  // A written date says more than a number of seconds.
  return { likeness, score: (weight * hits + dated * 0.1) / filled };
}

const bestLikeness = (cell: readonly ValueKeys[], value: ValueKeys): Likeness | null => {
  let best: Likeness | null = null;
  for (const seen of cell) {
    const found = likenessOf(seen, value);
    if (found !== null && (best === null || weights[found] > weights[best])) best = found;
  }
  return best;
};

/** What is the same in all rows says little, and hundredths must hold in all rows. */
function isNoChance(
  likeness: Likeness,
  about: {
    kinds: ReadonlyMap<Likeness, number>;
    hits: number;
    filled: number;
    different: ReadonlySet<string>;
  },
): boolean {
  const { kinds, hits, filled, different } = about;
  const hundredths = kinds.get('hundredths') ?? 0;
  if (hundredths > 0) return hundredths === hits && hits === filled && hits >= 3 && different.size >= 3;
  if (different.size >= 2) return true;
  const [only = ''] = different;
  return likeness === 'text' && /\p{L}{2}/u.test(only);
}
