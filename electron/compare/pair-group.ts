import { canonicalJson, type ComparedItem } from './compared-item.ts';
import type { GroupEntry, KeyGroup } from './key-groups.ts';

/** Which items of a group are the same thing. */
export interface Pairing {
  /** Number of pairs with the same values. */
  same: number;
  changed: { before: string; after: string }[];
  removed: string[];
  added: string[];
}

/** Reads items of both sides, by id. */
export type ReadBoth = (
  before: readonly string[],
  after: readonly string[],
) => Promise<readonly [ReadonlyMap<string, ComparedItem>, ReadonlyMap<string, ComparedItem>]>;

/** Items of a side of a group, at most, that are compared with all others by their values. */
const maxCompared = 600;
/** Items of a group that tell which fields tell items apart. */
const maxWeighed = 60;
/** The least share of what two items have that must be equal if they are one thing that has moved. */
const leastLikeness = 0.5;
/** Characters of a value beyond which it does not tell more. */
const maxTelling = 40;

/**
 * Pairs the items of a group, such as the rows of a page, which have only their place there. A row that is inserted at the top moves all
 * others, so places are asked last: items with the same values are paired first, wherever they are; then those that share most of
 * what tells items apart; then those that stand between the same neighbours. The rest is removed and added.
 */
export async function pairGroup([before, after]: KeyGroup, read: ReadBoth): Promise<Pairing> {
  if (before.length === 1 && after.length === 1) return pairOne(before, after);
  const pairs = new GroupPairs(before.length, after.length);
  const same = pairEqual(before, after, pairs);
  if (pairs.hasBoth() && Math.max(before.length - same, after.length - same) <= maxCompared)
    await pairAlike([before, after], pairs, read);
  pairs.pairNeighbours();
  const changed = [...pairs.partners.entries()].flatMap(([place, partner]) => {
    const [a, b] = [before[place], after[partner]];
    return a === undefined || b === undefined || a.contents === b.contents
      ? []
      : [{ before: a.id, after: b.id }];
  });
  return {
    same,
    changed,
    removed: idsAt(before, pairs.openBefore()),
    added: idsAt(after, pairs.openAfter()),
  };
}

const idsAt = (entries: readonly GroupEntry[], places: readonly number[]): string[] =>
  places.flatMap((place) => entries[place]?.id ?? []);

function pairOne([before]: readonly GroupEntry[], [after]: readonly GroupEntry[]): Pairing {
  const none: Pairing = { same: 0, changed: [], removed: [], added: [] };
  if (before === undefined || after === undefined) return none;
  if (before.contents === after.contents) return { ...none, same: 1 };
  return { ...none, changed: [{ before: before.id, after: after.id }] };
}

/** Which places of two lists are paired. A partner of -1: none yet. */
class GroupPairs {
  readonly partners: Int32Array;
  readonly #back: Int32Array;

  constructor(before: number, after: number) {
    this.partners = new Int32Array(before).fill(-1);
    this.#back = new Int32Array(after).fill(-1);
  }

  pair(before: number, after: number): void {
    this.partners[before] = after;
    this.#back[after] = before;
  }

  openBefore = (): number[] => placesOf(this.partners);
  openAfter = (): number[] => placesOf(this.#back);
  hasBoth = (): boolean => this.partners.includes(-1) && this.#back.includes(-1);
  isOpen = (before: number, after: number): boolean =>
    this.partners[before] === -1 && this.#back[after] === -1;

  /** Pairs what stands between the same two pairs, in order. */
  pairNeighbours(): void {
    const open = new Map<string, number[]>();
    for (const [place, gap] of gapsOf(this.partners, (place, partner) => `${place} ${partner}`))
      open.set(gap, [...(open.get(gap) ?? []), place]);
    for (const [place, gap] of gapsOf(this.#back, (place, partner) => `${partner} ${place}`)) {
      const before = open.get(gap)?.shift();
      if (before !== undefined) this.pair(before, place);
    }
  }
}

function placesOf(partners: Int32Array): number[] {
  const open: number[] = [];
  for (const [place, partner] of partners.entries()) if (partner === -1) open.push(place);
  return open;
}

/** The places without a partner, each with the pairs beside it. @param name of a pair, the same from both sides */
function* gapsOf(
  partners: Int32Array,
  name: (place: number, partner: number) => string,
): Generator<[place: number, gap: string]> {
  const next: string[] = [];
  let after = 'end';
  for (const [place, partner] of [...partners.entries()].reverse()) {
    next[place] = after;
    if (partner !== -1) after = name(place, partner);
  }
  let before = 'start';
  for (const [place, partner] of partners.entries()) {
    if (partner === -1) yield [place, `${before} ${next[place]}`];
    else before = name(place, partner);
  }
}

/** Pairs items with the same values, in order. @returns how many */
function pairEqual(before: readonly GroupEntry[], after: readonly GroupEntry[], pairs: GroupPairs): number {
  const places = new Map<number, number[]>();
  for (const [place, { contents }] of after.entries()) {
    const there = places.get(contents);
    if (there === undefined) places.set(contents, [place]);
    else there.push(place);
  }
  for (const there of places.values()) there.reverse();
  let same = 0;
  for (const [place, { contents }] of before.entries()) {
    const partner = places.get(contents)?.pop();
    if (partner === undefined) continue;
    pairs.pair(place, partner);
    same += 1;
  }
  return same;
}

/** An item whose values are texts that can be compared. */
type Texts = ReadonlyMap<string, string>;

const textsOf = (item: ComparedItem | undefined): Texts =>
  new Map([...(item?.values ?? [])].map(([name, value]) => [name, canonicalJson(value)]));

/** Pairs the items that share most, the most alike first; where several are, those that stand nearest to one another. */
async function pairAlike([before, after]: KeyGroup, pairs: GroupPairs, read: ReadBoth): Promise<void> {
  const [open, openAfter] = [pairs.openBefore(), pairs.openAfter()];
  const weighed = before.slice(0, maxWeighed).map(({ id }) => id);
  const [first, second] = await read([...weighed, ...idsAt(before, open)], idsAt(after, openAfter));
  const weights = weightsOf(weighed.map((id) => textsOf(first.get(id))));
  const lefts = idsAt(before, open).map((id) => textsOf(first.get(id)));
  const rights = idsAt(after, openAfter).map((id) => textsOf(second.get(id)));
  const candidates: { from: number; to: number; likeness: number }[] = [];
  for (const [left, from] of open.entries()) {
    for (const [right, to] of openAfter.entries()) {
      const likeness = likenessOf(lefts[left], rights[right], weights);
      if (likeness >= leastLikeness) candidates.push({ from, to, likeness });
    }
  }
  const shift = after.length - before.length;
  const distance = ({ from, to }: { from: number; to: number }): number => Math.abs(to - from - shift / 2);
  candidates.sort((a, b) => b.likeness - a.likeness || distance(a) - distance(b) || a.from - b.from);
  for (const { from, to } of candidates) if (pairs.isOpen(from, to)) pairs.pair(from, to);
}

/** How much each field tells of an item, from 0 to 1: the share of items that have a value of their own there. */
function weightsOf(items: readonly Texts[]): ReadonlyMap<string, number> {
  const texts = new Map<string, string[]>();
  for (const item of items)
    for (const [name, text] of item) texts.set(name, [...(texts.get(name) ?? []), text]);
  return new Map(
    [...texts].map(([name, all]) => [
      name,
      all.length === 1 ? 1 : (new Set(all).size - 1) / (all.length - 1),
    ]),
  );
}

/** The share of what two items have that is equal in both, from 0 to 1. Long values that tell items apart count most. */
function likenessOf(
  a: Texts | undefined,
  b: Texts | undefined,
  weights: ReadonlyMap<string, number>,
): number {
  if (a === undefined || b === undefined) return 0;
  let all = 0;
  let equal = 0;
  for (const [name, text] of a) {
    const other = b.get(name);
    const telling = Math.min(maxTelling, Math.max(text.length, other?.length ?? 0));
    const weight = (weights.get(name) ?? 1) * telling;
    all += weight;
    if (other === text) equal += weight;
  }
  return all === 0 ? 0 : equal / all;
}
