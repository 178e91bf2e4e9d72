import { expect, it } from 'vitest';
import { variedSample } from '../../../../electron/host/data/varied-sample.ts';

const page = (id: string, url: string, callback: string | null, items: number, bytes = 1000) => ({
  id,
  url: `https://shop.example${url}`,
  callback,
  items,
  bytes,
});

const lists = Array.from({ length: 20 }, (_, n) => page(`l${n}`, `/deck?page=${n}`, 'parse_list', 24));
const empty = page('empty', '/gifts', 'parse_list', 0);
const products = Array.from({ length: 200 }, (_, n) =>
  page(`p${n}`, `/p/${n}`, 'parse_product', 1, 1000 + n),
);
const odd = page('odd', '/p/old/lamp', 'parse_product', 1);
const imprint = page('imprint', '/imprint', null, 0);

it('chooses pages of every callback and shape first, and of each the largest and the smallest', () => {
  const all = [imprint, ...products, odd, ...lists, empty];
  const chosen = variedSample(all, 8).map(({ id }) => id);
  expect(chosen.slice(0, 5).toSorted()).toEqual(['empty', 'imprint', 'l0', 'odd', 'p199']);
  expect(chosen[0]).toBe('l0');
  expect(chosen).toContain('p0');
  expect(chosen).toHaveLength(8);
  expect(new Set(chosen).size).toBe(8);
});

it('chooses all where there are few, and none where there are none', () => {
  expect(
    variedSample([odd, empty], 8)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['empty', 'odd']);
  expect(variedSample([], 8)).toEqual([]);
});
