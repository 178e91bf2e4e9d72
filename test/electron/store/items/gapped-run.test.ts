import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ItemSlice } from '../../../../electron/store/items/item-queries.ts';
import { newRun, scratchFolder, scratchStore } from '../support.ts';
import { expectPlaces, viewOf } from './describe-gapped.ts';
import { fillSqlite, gappedItems, isOfOther } from './gapped-run.ts';

it('finds items by their places in a run whose ids have gaps, also after some were deleted', async () => {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = scratchStore(path);
  const runs = [await newRun(store), await newRun(store)] as const;
  fillSqlite(path, runs);
  await expectPlaces(store, runs[0]);

  const db = new Database(path);
  db.exec(`DELETE FROM items WHERE id BETWEEN 10000 AND 11000;
    UPDATE origins SET items = (SELECT count(*) FROM items WHERE items.run_id = origins.run_id)`);
  db.close();
  const left = Array.from({ length: gappedItems }, (_, n) => n + 1).filter(
    (id) => !isOfOther(id) && (id < 10_000 || id > 11_000),
  );
  const { rows, total } = await store.queries.items.slice(viewOf(runs[0]), 12_345, 5);
  expect([total, rows.map(({ id }) => Number(id))]).toEqual([left.length, left.slice(12_345, 12_350)]);
});

it('answers a filter with what was found so far, and goes on with each call until all was searched', async () => {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = scratchStore(path);
  const runs = [await newRun(store), await newRun(store)] as const;
  fillSqlite(path, runs);
  const { items } = store.queries;
  const column = { kind: 'metadata', key: 'n' } as const;
  const view = { ...viewOf(runs[0]), filters: [{ column, operator: 'less' as const, value: 50_000 }] };
  const wanted = Array.from({ length: 49_999 }, (_, n) => n + 1).filter((id) => !isOfOther(id));
  const all = Array.from({ length: gappedItems }, (_, n) => n + 1).filter((id) => !isOfOther(id)).length;
  const answers: ItemSlice[] = [];
  while (answers.at(-1)?.searched !== undefined || answers.length === 0)
    answers.push(await items.slice(view, 10, 5, 0));
  // The first rows are there at once, and stay.
  for (const { rows, upTo } of answers)
    expect([upTo, rows.map(({ id }) => Number(id))]).toEqual([59_999, wanted.slice(10, 15)]);
  const searched = answers.slice(0, -1).map((answer) => answer.searched ?? all);
  expect(searched.length).toBeGreaterThan(0);
  expect(searched).toEqual([...new Set(searched)].toSorted((a, b) => a - b));
  expect(Math.max(...searched)).toBeLessThan(all);
  const totals = answers.map(({ total }) => total);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  expect(totals.at(-1)).toBe(wanted.length);
  // Whoever has no patience to tell gets all, in one answer.
  const other = { ...view, words: ['example'] };
  const { total, searched: rest, rows } = await items.slice(other, wanted.length - 3, 10);
  expect([total, rest, rows.map(({ id }) => Number(id))]).toEqual([
    wanted.length,
    undefined,
    wanted.slice(-3),
  ]);
});
