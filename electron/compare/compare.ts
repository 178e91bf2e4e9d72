import { isSameValue, type ComparedItem, type ComparedSide } from './compared-item.ts';
import { Differences } from './differences.ts';
import { KeyGroups, type KeyGroup, type Side } from './key-groups.ts';
import { pairGroup, type Pairing, type ReadBoth } from './pair-group.ts';

/** How often the values of a field differ in items that both sides have. */
export interface FieldChanges {
  field: string;
  /** Only the later side has a value. */
  added: number;
  /** Only the earlier side has a value. */
  removed: number;
  /** Both have one, and they differ. */
  changed: number;
}

/** What two sides have in common, and what not. */
export interface Comparison {
  /** Items of both sides. */
  totals: { before: number; after: number };
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  /** Items in which a field of the key is empty: their row or their URL tells them apart. */
  keyless: { before: number; after: number };
  /** Items whose key another item of their side has before them. They are paired in order. */
  duplicates: { before: number; after: number };
  /** Fields that differ, in the order in which they were met. */
  fields: FieldChanges[];
  differences: Differences;
}

/** Options of `compareItems`. */
export interface CompareOptions {
  /** Throws when the comparison is no longer wanted. Asked for each batch. */
  check?: () => void | Promise<void>;
  /** Called with the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Items that are read again at once. */
const batchSize = 400;
/** Share of the work that is reading all items once. */
const readingShare = 0.8;

/**
 * Compares the items of two sides by their keys, in memory for numbers alone: about 60 bytes for an item of each side. The order of
 * everything follows from the order of the items.
 */
export async function compareItems(
  before: ComparedSide,
  after: ComparedSide,
  { check = () => undefined, onProgress = () => undefined }: CompareOptions = {},
): Promise<Comparison> {
  const groups = new KeyGroups([before.total, after.total]);
  const all = Math.max(1, before.total + after.total);
  const keyless: [number, number] = [0, 0];
  let done = 0;
  for (const number of [0, 1] as const satisfies Side[]) {
    for await (const batch of (number === 0 ? before : after).batches()) {
      await check();
      for (const item of batch) {
        groups.add(number, item);
        keyless[number] += Number(item.keyless);
      }
      done += batch.length;
      onProgress((readingShare * done) / all);
    }
  }
  const tally = new Tally(before, after);
  let passed = 0;
  for (const group of groups.groups()) {
    tally.countDuplicates(group);
    await tally.take(await pairGroup(group, tally.read));
    passed += 1;
    if (passed % batchSize !== 0) continue;
    await check();
    onProgress(readingShare + ((1 - readingShare) * passed) / groups.count);
  }
  return { ...(await tally.end()), keyless: { before: keyless[0], after: keyless[1] } };
}

/** Collects what differs. Changed items are read in batches, and keep their place among the others. */
class Tally {
  readonly #before: ComparedSide;
  readonly #after: ComparedSide;
  readonly #differences = new Differences();
  readonly #fields = new Map<string, FieldChanges>();
  readonly #duplicates: [number, number] = [0, 0];
  #same = 0;
  #changed = 0;
  #waiting: Waiting[] = [];

  constructor(before: ComparedSide, after: ComparedSide) {
    this.#before = before;
    this.#after = after;
  }

  readonly read: ReadBoth = (before, after) =>
    Promise.all([this.#before.read(before), this.#after.read(after)]);

  countDuplicates([before, after]: KeyGroup): void {
    for (const side of [0, 1] as const satisfies Side[]) {
      const own = (side === 0 ? before : after).filter(({ shared }) => !shared).length;
      this.#duplicates[side] += Math.max(0, own - 1);
    }
  }

  async take({ same, changed, removed, added }: Pairing): Promise<void> {
    this.#same += same;
    for (const pair of changed) this.#waiting.push(pair);
    for (const id of removed) this.#waiting.push({ before: id, after: null });
    for (const id of added) this.#waiting.push({ before: null, after: id });
    if (this.#waiting.length >= batchSize) await this.#settle();
  }

  async end(): Promise<Omit<Comparison, 'keyless'>> {
    await this.#settle();
    const added = this.#differences.count({ kind: 'added' });
    const removed = this.#differences.count({ kind: 'removed' });
    const [before, after] = this.#duplicates;
    return {
      totals: { before: this.#before.total, after: this.#after.total },
      added,
      removed,
      changed: this.#changed,
      unchanged: this.#same,
      duplicates: { before, after },
      fields: [...this.#fields.values()],
      differences: this.#differences,
    };
  }

  async #settle(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const both = waiting.filter(({ before, after }) => before !== null && after !== null);
    const [first, second] = await this.read(
      both.flatMap(({ before }) => before ?? []),
      both.flatMap(({ after }) => after ?? []),
    );
    for (const { before, after } of waiting) {
      if (before === null || after === null) {
        this.#differences.add({ kind: before === null ? 'added' : 'removed', before, after, fields: [] });
        continue;
      }
      const [a, b] = [first.get(before), second.get(after)];
      // One of them has been deleted since it was read.
      if (a === undefined || b === undefined) continue;
      const fields = differingFields(a, b);
      for (const field of fields) this.#count(field, a, b);
      this.#changed += 1;
      this.#differences.add({ kind: 'changed', before, after, fields });
    }
  }

  #count(field: string, a: ComparedItem, b: ComparedItem): void {
    const counted = this.#fields.get(field) ?? { field, added: 0, removed: 0, changed: 0 };
    if (!a.values.has(field)) counted.added += 1;
    else if (!b.values.has(field)) counted.removed += 1;
    else counted.changed += 1;
    this.#fields.set(field, counted);
  }
}

/** A pair, or an item that only one side has. */
interface Waiting {
  before: string | null;
  after: string | null;
}

/** The fields of two items whose values differ, in the order of the earlier item. */
function differingFields(a: ComparedItem, b: ComparedItem): string[] {
  const names = new Set([...a.values.keys(), ...b.values.keys()]);
  return [...names].filter((name) => !isSameValue(a.values.get(name), b.values.get(name)));
}
