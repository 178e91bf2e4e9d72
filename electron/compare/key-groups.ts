import { contentsOf, hash64, type ComparedItem } from './compared-item.ts';

/** The side of a comparison: 0 is the earlier one. */
export type Side = 0 | 1;

/** An item of a group. */
export interface GroupEntry {
  id: string;
  /** Equal for items with the same values. */
  contents: number;
  shared: boolean;
}

/** The items of both sides that have one key, each side in its order. */
export type KeyGroup = readonly [before: readonly GroupEntry[], after: readonly GroupEntry[]];

/** What is kept of the items of one side: 17 bytes for each, and 4 for each group. */
interface SideEntries {
  count: number;
  /** The first id. */
  base: number;
  /** Ids, less the first one. */
  ids: Uint32Array;
  contents: Float64Array;
  /** The entry before it with the same key, plus 1; 0: none. */
  previous: Int32Array;
  shared: Uint8Array;
  /** By group: its last entry, plus 1; 0: none. */
  last: Int32Array;
}

/** Groups for which there is room at first, as a multiple of the items of the larger side: most items are on both sides. */
const roomAtFirst = 1.05;
/** How full the slots may be. */
const maxLoad = 0.7;

/**
 * The items of two sides by key. It keeps numbers alone, about 60 bytes for two items with one key, so that millions fit: hashes of 64 bits
 * stand for keys, of which two in two millions are equal by chance once in ten million comparisons (n² / 2⁶⁵), and hashes of 52 bits for
 * values, which are only compared within a group.
 */
export class KeyGroups {
  readonly #sides: readonly [SideEntries, SideEntries];
  /** Groups by hash: open addressing; a group's number plus 1, 0: free. */
  #slots: Int32Array;
  #high: Uint32Array;
  #low: Uint32Array;
  #count = 0;

  /** @param totals the most items of each side */
  constructor([before, after]: readonly [number, number]) {
    const room = Math.ceil(roomAtFirst * Math.max(before, after)) + 1;
    const entries = (total: number): SideEntries => ({
      count: 0,
      base: 0,
      ids: new Uint32Array(total),
      contents: new Float64Array(total),
      previous: new Int32Array(total),
      shared: new Uint8Array(total),
      last: new Int32Array(room),
    });
    this.#sides = [entries(before), entries(after)];
    this.#slots = slotsFor(room);
    this.#high = new Uint32Array(room);
    this.#low = new Uint32Array(room);
  }

  /** Adds the next item of a side, in the order of ids. @throws RangeError if there are more than was said, or ids go back */
  add(side: Side, item: ComparedItem): void {
    const entries = this.#sides[side];
    if (entries.count === entries.ids.length) throw new RangeError('A side has more items than was said.');
    if (entries.count === 0) entries.base = Number(item.id);
    const id = Number(item.id) - entries.base;
    if (!(id >= 0 && id < 2 ** 32)) throw new RangeError('The items of a side are not in the order of ids.');
    const group = this.#groupOf(item.key);
    const entry = entries.count;
    const [high, low] = hash64(contentsOf(item));
    entries.count += 1;
    entries.ids[entry] = id;
    entries.contents[entry] = (high % 2 ** 20) * 2 ** 32 + low;
    entries.shared[entry] = Number(item.shared);
    entries.previous[entry] = entries.last[group] ?? 0;
    entries.last[group] = entry + 1;
  }

  /** In the order in which their keys were added. */
  *groups(): Generator<KeyGroup> {
    for (let group = 0; group < this.#count; group += 1)
      yield [this.#entries(0, group), this.#entries(1, group)];
  }

  get count(): number {
    return this.#count;
  }

  #entries(side: Side, group: number): GroupEntry[] {
    const { base, ids, contents, previous, shared, last } = this.#sides[side];
    const found: GroupEntry[] = [];
    for (let next = last[group] ?? 0; next > 0; next = previous[next - 1] ?? 0) {
      const entry = next - 1;
      found.push({
        id: String(base + (ids[entry] ?? 0)),
        contents: contents[entry] ?? 0,
        shared: shared[entry] === 1,
      });
    }
    return found.reverse();
  }

  #groupOf(key: string): number {
    const [high, low] = hash64(key);
    const known = this.#find(high, low);
    if (known.group >= 0) return known.group;
    if (this.#count === this.#high.length) {
      this.#grow();
      return this.#added(this.#find(high, low).slot, high, low);
    }
    return this.#added(known.slot, high, low);
  }

  #added(slot: number, high: number, low: number): number {
    const group = this.#count;
    this.#slots[slot] = group + 1;
    this.#high[group] = high;
    this.#low[group] = low;
    this.#count += 1;
    return group;
  }

  /** The group of a hash and its slot; where there is none, -1 and the slot for it. */
  #find(high: number, low: number): { group: number; slot: number } {
    const mask = this.#slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const group = (this.#slots[slot] ?? 0) - 1;
      if (group < 0 || (this.#high[group] === high && this.#low[group] === low)) return { group, slot };
    }
  }

  /** Makes room for half as many groups again. */
  #grow(): void {
    const room = Math.ceil(1.5 * this.#count) + 1;
    for (const side of this.#sides) {
      const last = new Int32Array(room);
      last.set(side.last);
      side.last = last;
    }
    const [high, low] = [new Uint32Array(room), new Uint32Array(room)];
    high.set(this.#high);
    low.set(this.#low);
    [this.#high, this.#low] = [high, low];
    const needed = slotsFor(room);
    if (needed.length === this.#slots.length) return;
    this.#slots = needed;
    const mask = needed.length - 1;
    for (let group = 0; group < this.#count; group += 1) {
      let slot = (low[group] ?? 0) & mask;
      while (needed[slot] !== 0) slot = (slot + 1) & mask;
      needed[slot] = group + 1;
    }
  }
}

const slotsFor = (groups: number): Int32Array =>
  new Int32Array(2 ** Math.ceil(Math.log2(groups / maxLoad + 2)));
