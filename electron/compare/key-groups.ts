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

/** What is kept of the items of one side: 25 bytes for each. */
interface SideEntries {
  count: number;
  ids: Float64Array;
  contents: Float64Array;
  /** The entry before it with the same key, plus 1; 0: none. */
  previous: Int32Array;
  shared: Uint8Array;
  /** By group: its last entry, plus 1; 0: none. */
  last: Int32Array;
}

/**
 * The items of two sides by key. It keeps numbers alone, about 100 bytes for an item of each side, so that millions fit: hashes of 64
 * bits stand for keys, of which two in two millions are equal by chance once in ten million comparisons (n² / 2⁶⁵), and hashes of
 * 52 bits for values, which are only compared within a group.
 */
export class KeyGroups {
  readonly #sides: readonly [SideEntries, SideEntries];
  /** Groups by hash: open addressing; a group's number plus 1, 0: free. */
  readonly #slots: Int32Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  #count = 0;

  /** @param totals the most items of each side */
  constructor([before, after]: readonly [number, number]) {
    const most = before + after;
    const entries = (total: number): SideEntries => ({
      count: 0,
      ids: new Float64Array(total),
      contents: new Float64Array(total),
      previous: new Int32Array(total),
      shared: new Uint8Array(total),
      last: new Int32Array(most),
    });
    this.#sides = [entries(before), entries(after)];
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(1.4 * most + 2)));
    this.#high = new Uint32Array(most);
    this.#low = new Uint32Array(most);
  }

  /** @throws RangeError if a side has more items than was said */
  add(side: Side, item: ComparedItem): void {
    const entries = this.#sides[side];
    if (entries.count === entries.ids.length) throw new RangeError('A side has more items than was said.');
    const group = this.#groupOf(item.key);
    const entry = entries.count;
    const [high, low] = hash64(contentsOf(item));
    entries.count += 1;
    entries.ids[entry] = Number(item.id);
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
    const { ids, contents, previous, shared, last } = this.#sides[side];
    const found: GroupEntry[] = [];
    for (let next = last[group] ?? 0; next > 0; next = previous[next - 1] ?? 0) {
      const entry = next - 1;
      found.push({
        id: String(ids[entry]),
        contents: contents[entry] ?? 0,
        shared: shared[entry] === 1,
      });
    }
    return found.reverse();
  }

  #groupOf(key: string): number {
    const [high, low] = hash64(key);
    const mask = this.#slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const group = (this.#slots[slot] ?? 0) - 1;
      if (group >= 0 && (this.#high[group] !== high || this.#low[group] !== low)) continue;
      if (group >= 0) return group;
      const added = this.#count;
      this.#slots[slot] = added + 1;
      this.#high[added] = high;
      this.#low[added] = low;
      this.#count += 1;
      return added;
    }
  }
}
