import { expect } from 'vitest';
import type { ItemView } from '../../../../electron/store/items/item-queries.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { gappedItems, isOfOther } from './gapped-run.ts';

/** All items of the first run. */
export const viewOf = (run: string): ItemView => ({
  project: 'default',
  spider: 'shop',
  run,
  filters: [],
  words: [],
  sort: [],
  upTo: null,
});

const backwards = { sort: [{ column: { kind: 'column', name: 'id' }, descending: true }] } as const;

/** Looks at parts of the first of two runs, whose ids have gaps, and compares them with what was written. */
export async function expectPlaces({ queries: { items } }: Store, run: string): Promise<void> {
  const ids = Array.from({ length: gappedItems }, (_, n) => n + 1).filter((id) => !isOfOther(id));
  const offsets = [0, 1, 4095, 4096, 4097, 9_000, 13_332, 13_333, 13_334, 20_000, ids.length - 5000];
  const places = [...offsets, ids.length - 101, ids.length - 100, ids.length - 7, ids.length, ids.length + 9];
  const idsOf = async (view: Partial<ItemView>, offset: number) => {
    const { rows, ...found } = await items.slice({ ...viewOf(run), ...view }, offset, 100);
    return { ...found, ids: rows.map(({ id }) => Number(id)) };
  };
  for (const offset of places) {
    const found = await idsOf({}, offset);
    expect([offset, found.ids]).toEqual([offset, ids.slice(offset, offset + 100)]);
    expect(found).toMatchObject({ total: ids.length, newer: 0 });
    const back = await idsOf(backwards, offset);
    expect([offset, back.ids]).toEqual([offset, ids.toReversed().slice(offset, offset + 100)]);
  }
  for (const upTo of [5, 4096, 12_289, 20_000, 25_000, 32_000, 32_001, 47_777, 59_990]) {
    const seen = ids.filter((id) => id <= upTo);
    for (const offset of [0, Math.floor(seen.length / 2), Math.max(0, seen.length - 50)]) {
      const found = await idsOf({ upTo }, offset);
      expect([upTo, offset, found.ids]).toEqual([upTo, offset, seen.slice(offset, offset + 100)]);
      expect(found).toMatchObject({ total: seen.length, newer: ids.length - seen.length });
    }
  }
}
