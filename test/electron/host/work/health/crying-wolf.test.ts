import { expect, it } from 'vitest';
import { judgeSpider } from '../../../../../electron/host/work/health/judge-spider.ts';
import { facts, field, now, pastRun, sample } from './pasts.ts';

/** Random numbers of a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const names = Array.from({ length: 12 }, (_, n) => `field${n}`);

/** A spider that works: numbers of items and shares differ from night to night, and first items are not like the others. */
function healthySpider(seed: number, broken: readonly string[]) {
  const random = randomOf(seed);
  const shares = names.map((_, n) => [1, 0.97, 0.9, 0.7, 0.5, 0.2][n % 6] ?? 1);
  const heads = shares.map((share) => (random() < 0.3 ? share * 0.6 : share));
  const count = (items: number, share: number): number =>
    Array.from({ length: items }, random).filter((value) => value < share).length;
  const usual = 20 + random() * 400;
  const counts = (items: number, of: readonly number[], gone: readonly string[]) =>
    names.map((name, n) => {
      const tonight = Math.min(1, (of[n] ?? 1) * (0.9 + 0.2 * random()));
      return field(name, gone.includes(name) ? 0 : count(items, tonight), items);
    });
  const runs = Array.from({ length: 10 }, (_, night) => {
    const items = Math.round(usual * (0.75 + 0.5 * random()));
    const looked = Math.min(120, items);
    return pastRun(night + 1, { items, fields: counts(looked, shares, []), head: counts(10, heads, []) });
  });
  const asked = names.map((name) => ({ callback: 'product', field: name }));
  const taken = sample({ fields: counts(10, heads, broken) });
  return judgeSpider({
    facts: facts({ runs, asked }),
    sampling: { kind: 'made', sample: taken },
    fixtures: { locked: 0, failed: [], since: null },
    now,
  });
}

it('does not cry wolf: 10 healthy spiders stay so, over 50 seeds', () => {
  const alarms = Array.from({ length: 50 * 10 }, (_, seed) => healthySpider(seed, []).findings).flat();
  expect(alarms).toEqual([]);
});

it('finds fields that are gone and were nearly always there, as far as ten items can tell', () => {
  const found = Array.from({ length: 100 }, (_, seed) => healthySpider(seed, ['field0', 'field6']));
  const told = found.flatMap(({ findings }) => findings.map(({ field: name }) => name));
  expect(new Set(told)).toEqual(new Set(['field0', 'field6']));
  // First items often lack them in three spiders of ten, where an empty sample proves little.
  expect(told.length).toBeGreaterThan(120);
});
