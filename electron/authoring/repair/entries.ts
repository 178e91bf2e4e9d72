import { isTag, type AnyNode, type Element } from 'domhandler';
import { languageOfEntries, languageOfRows } from '../../../shared/selectors/language.ts';
import { selectEntries } from '../../extract/entries.ts';
import { isJson, type Scope } from '../../extract/scope.ts';
import { elementsBelow } from '../../extract/walk.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import { findLists } from '../lists/find-lists.ts';
import { recordSelector } from '../lists/record-selector.ts';
import { rankGroups } from '../selectors/group.ts';
import { describeTree } from '../tree.ts';
import { proposeArrays } from './json-paths.ts';
import type { Descriptions } from './locate.ts';
import { chancesOf } from './match-elements.ts';
import type { Pair, Place } from './places.ts';
import type { EntriesSlot } from './slots.ts';

/** A selector that may stand for rows or entries, with what it gives. */
export interface EntriesChoice {
  readonly selector: string;
  readonly why: string;
  /** How well its entries fit the old ones, 0 to 1. */
  readonly score: number;
  /** What it selects at each place that was compared. */
  readonly selected: readonly (readonly Scope[])[];
}

/** Places that are compared, places at which selectors are written, and old entries that are looked for at each. */
const limits = { compared: 6, seeds: 2, sought: 4, lists: 8, groups: 6 };
/** Entries of a place that are compared, and words of each. */
const maxEntries = 60;
const maxWords = 200;
/** Share of words from which two entries are the same. */
const sameFrom = 0.5;

/** What the selector of a slot takes at a place; nothing where it cannot be used. */
export function entriesAt({ scope }: Place, slot: EntriesSlot, source = slot.selector): readonly Scope[] {
  const language = slot.name === 'rows' ? languageOfRows(source) : languageOfEntries(source);
  const entries = selectEntries(scope, { source, language, as: slot.as, what: 'entries' });
  return entries.ok ? entries.scopes : [];
}

/** Tries the selector of a slot, and others that are written for what its entries were; the best first. */
export function chooseEntries(
  slot: EntriesSlot,
  all: readonly Pair[],
  describe: Descriptions,
): { present: EntriesChoice; choices: EntriesChoice[] } {
  const pairs = all.filter(({ old }) => entriesAt(old, slot).length > 0).slice(0, limits.compared);
  const judge = ({ selector, why }: Pick<EntriesChoice, 'selector' | 'why'>): EntriesChoice => {
    const selected = pairs.map(({ fresh }) => entriesAt(fresh, slot, selector));
    const scores = pairs.map((pair, at) => fitOf(entriesAt(pair.old, slot), selected[at] ?? [], pair.isSame));
    const score = scores.reduce((sum, each) => sum + each, 0) / Math.max(1, scores.length);
    return { selector, why, score, selected };
  };
  const present = judge({ selector: slot.present, why: 'as it is' });
  if (present.score >= enough) return { present, choices: [] };
  const written = pairs.slice(0, limits.seeds).flatMap((pair) => proposed(slot, pair, describe));
  const distinct = new Map(written.map((each) => [each.selector, each]));
  return { present, choices: [...distinct.values()].map(judge).toSorted((a, b) => b.score - a.score) };
}

/** Score from which entries are those that there were before. */
export const enough = 0.75;

function proposed(
  slot: EntriesSlot,
  pair: Pair,
  describe: Descriptions,
): Pick<EntriesChoice, 'selector' | 'why'>[] {
  const { scope, on } = pair.fresh;
  if (isJson(scope)) return proposeArrays(slot.selector, pair);
  const groups = rankedGroups(slot, pair, scope, describe);
  if (isTag(scope) || on.page.kind === 'json') return groups;
  const tree = describeTree(on.page);
  const lists = findLists(on.page, tree)
    .slice(0, limits.lists)
    .flatMap(({ records }) => {
      const heads = records.flatMap(([head]) => tree.factsOf(head ?? null) ?? []);
      const selector = recordSelector(tree, heads);
      return selector === null ? [] : [{ selector, why: 'by what repeats on the page' }];
    });
  return [...lists, ...groups];
}

/** Selectors for the elements that are likest to some of the old entries. */
function rankedGroups(
  slot: EntriesSlot,
  { old, fresh }: Pair,
  scope: AnyNode,
  describe: Descriptions,
): Pick<EntriesChoice, 'selector' | 'why'>[] {
  const sought = entriesAt(old, slot)
    .filter((each): each is Element => !isJson(each) && isTag(each))
    .slice(0, limits.sought);
  const { elements, described } = describe(fresh);
  const before = describe(old);
  const rows = chancesOf(sought.map(before.describe), described);
  const found = rows.flatMap((row) => {
    const best = row.reduce((top, chance, at) => (chance > (row[top] ?? 0) ? at : top), 0);
    return elements[best] ?? [];
  });
  const sets = [[...new Set(found)], found.slice(0, 1)];
  return sets
    .flatMap((examples) => rankGroups(scope, examples, { part: 'markup', most: limits.groups }))
    .filter(({ selector, language }) => usable(slot, selector, language))
    .map(({ selector, why }) => ({ selector, why }));
}

/** Whether a selector is read in the language that it is written in. */
const usable = ({ name }: EntriesSlot, selector: string, language: 'css' | 'xpath'): boolean =>
  (name === 'rows' ? languageOfRows(selector) : languageOfEntries(selector)) === language;

/** How well entries fit those before: by their texts where the place is the same, and by their number and make. */
function fitOf(old: readonly Scope[], fresh: readonly Scope[], isSame: boolean): number {
  if (fresh.length === 0) return 0;
  const many = Math.min(old.length, fresh.length) / Math.max(old.length, fresh.length);
  const made = likeMake(old, fresh);
  if (!isSame) return 0.3 * many + 0.7 * made;
  const matches = matchEntries(old, fresh);
  const shared =
    (2 * matches.length) / (Math.min(old.length, maxEntries) + Math.min(fresh.length, maxEntries));
  const words = matches.reduce((sum, { likeness }) => sum + likeness, 0) / Math.max(1, matches.length);
  return Math.max(shared * (0.5 + 0.5 * words), 0.3 * many + 0.4 * made);
}

/** How alike the entries of two places are in what they are made of: length of text, links, pictures. */
function likeMake(old: readonly Scope[], fresh: readonly Scope[]): number {
  const [before, after] = [makeOf(old), makeOf(fresh)];
  const parts = before.map((one, at) => {
    const other = after[at] ?? 0;
    return (1 + Math.min(one, other)) / (1 + Math.max(one, other));
  });
  return parts.reduce((sum, each) => sum + each, 0) / parts.length;
}

function makeOf(scopes: readonly Scope[]): number[] {
  const some = scopes.slice(0, 20);
  const mean = (of: (scope: Scope) => number): number =>
    some.reduce((sum, each) => sum + of(each), 0) / Math.max(1, some.length);
  const tagged = (name: string) => (scope: Scope) =>
    isJson(scope) ? 0 : elementsBelow(scope).filter((each) => each.name === name).length;
  return [mean((scope) => textOfScope(scope).length), mean(tagged('a')), mean(tagged('img'))];
}

const textOfScope = (scope: Scope): string => (isJson(scope) ? JSON.stringify(scope.value) : textOf(scope));

/** An old entry and the new one that it is. */
export interface EntryMatch {
  readonly old: number;
  readonly fresh: number;
  readonly likeness: number;
}

/** Finds entries again by their words, each once, the likest first. */
export function matchEntries(old: readonly Scope[], fresh: readonly Scope[]): EntryMatch[] {
  const [before, after] = [old.slice(0, maxEntries).map(wordsOf), fresh.slice(0, maxEntries).map(wordsOf)];
  const all = before.flatMap((words, at) =>
    after.map((others, other) => ({ old: at, fresh: other, likeness: overlap(words, others) })),
  );
  const taken = { old: new Set<number>(), fresh: new Set<number>() };
  return all
    .filter(({ likeness }) => likeness >= sameFrom)
    .sort((a, b) => b.likeness - a.likeness || a.old - b.old)
    .filter((each) => {
      if (taken.old.has(each.old) || taken.fresh.has(each.fresh)) return false;
      taken.old.add(each.old);
      taken.fresh.add(each.fresh);
      return true;
    });
}

const wordsOf = (scope: Scope): ReadonlySet<string> =>
  new Set(
    (
      textOfScope(scope)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).slice(0, maxWords),
  );

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 && other.size === 0) return 0;
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return (2 * common) / (one.size + other.size);
}
