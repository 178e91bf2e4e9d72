import { expect, it } from 'vitest';
import {
  choosePages,
  type Candidate,
  type SampleLimits,
} from '../../../../../electron/host/work/proof/choose-pages.ts';

const limits: SampleLimits = { perGroup: 4, pages: 20, saved: 3, bytes: 1e6 };

const page = (key: string, changes: Partial<Candidate> = {}): Candidate => ({
  key,
  group: 'list',
  parent: null,
  depth: 1,
  isPoor: false,
  bytes: 100,
  isSaved: false,
  ...changes,
});

const many = (count: number, of: (n: number) => Candidate): Candidate[] =>
  Array.from({ length: count }, (_, n) => of(n));

/** A list of 30 pages, each of which is linked from the one before, with two lamps on each. */
const shop = [
  page('start', { group: null, depth: 0 }),
  ...many(30, (n) => page(`list ${n}`, { parent: n === 0 ? 'start' : `list ${n - 1}`, depth: n + 1 })),
  ...many(60, (n) => page(`lamp ${n}`, { group: 'lamp', parent: `list ${Math.floor(n / 2)}`, depth: 40 })),
];

const keysOf = (chosen: readonly Candidate[]): string[] => chosen.map(({ key }) => key);

it('takes the same pages for the same seed, in their order, and others for another', () => {
  const chosen = keysOf(choosePages(shop, 'a', limits));
  expect(keysOf(choosePages(shop, 'a', limits))).toEqual(chosen);
  expect(keysOf(choosePages(shop, 'b', limits))).not.toEqual(chosen);
  expect(chosen).toEqual(keysOf(shop).filter((key) => chosen.includes(key)));
});

it.each(['a', 'b', 'c', 'd'])(
  'takes the page that leads to each, so that all are reached (seed %s)',
  (seed) => {
    const chosen = choosePages(shop, seed, limits);
    const keys = new Set(keysOf(chosen));
    const lamps = chosen.filter(({ group }) => group === 'lamp');
    expect(lamps).toHaveLength(limits.perGroup);
    for (const { parent } of lamps) expect(keys).toContain(parent);
    const follows = chosen.filter(({ group, parent }) => group === 'list' && keys.has(parent ?? ''));
    expect(follows.length).toBeGreaterThan(0);
  },
);

it('draws half of a group from anywhere, and the rest from pages that are taken already', () => {
  const candidates = [
    ...many(200, (n) => page(`list ${n}`)),
    ...many(4000, (n) => page(`lamp ${n}`, { group: 'lamp', parent: `list ${n % 200}`, depth: 2 })),
  ];
  const chosen = choosePages(candidates, 'a', { ...limits, perGroup: 8, pages: 100 });
  const lamps = chosen.filter(({ group }) => group === 'lamp');
  expect(lamps).toHaveLength(8);
  const lists = chosen.length - lamps.length;
  expect(lists).toBeGreaterThan(8);
  expect(lists).toBeLessThanOrEqual(12);
});

it.each([
  [1, 0],
  [50, 1],
  [150, 3],
])('takes the start, and as many pages that gave nothing as there are: of 200, %i', (poor, taken) => {
  const candidates = [
    page('start', { depth: 0 }),
    ...many(199, (n) => page(`page ${n}`, { isPoor: n < poor })),
  ];
  const chosen = choosePages(candidates, 'a', limits);
  expect(chosen).toHaveLength(limits.perGroup);
  expect(keysOf(chosen)).toContain('start');
  expect(chosen.filter(({ isPoor }) => isPoor)).toHaveLength(taken);
});

it('takes saved pages first, some of each group, and no more than there is room for', () => {
  const candidates = [
    ...many(5, (n) => page(`saved ${n}`, { group: 'saved', isSaved: true })),
    ...many(50, (n) => page(`page ${n}`, { group: `group ${n % 10}` })),
  ];
  const chosen = choosePages(candidates, 'a', { ...limits, perGroup: 1 });
  expect(chosen.filter(({ isSaved }) => isSaved)).toHaveLength(limits.saved);
  expect(new Set(chosen.map(({ group }) => group)).size).toBe(11);
  expect(choosePages(candidates, 'a', limits)).toHaveLength(limits.pages);
  expect(choosePages(candidates, 'a', { ...limits, bytes: 450 })).toHaveLength(4);
});
