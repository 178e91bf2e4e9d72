import { describe, expect, it } from 'vitest';
import { byRow, byRule, Crawl, page, row } from './rows-crawl.ts';

describe('rows in any order', () => {
  /** What leads where: pages of three levels, by the callback of each level. */
  const levels = ['list', 'middle', 'detail'];

  it.each(Array.from({ length: 60 }, (_, seed) => [seed]))('give the same items (seed %i)', async (seed) => {
    let state = seed + 1;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    // Pages 10 to 12 are lists, 20 to 23 lie in the middle, 30 to 33 are details.
    const counts = [3, 4, 4];
    const rowsOf = new Map<number, { to: number; mark: string }[]>();
    for (const level of [0, 1]) {
      for (let n = 0; n < (counts[level] ?? 0); n += 1) {
        const from = 10 * (level + 1) + n;
        const rows = Array.from({ length: 1 + random(3) }, (_, index) => ({
          to: 10 * (level + 2) + random(counts[level + 1] ?? 1),
          mark: `${from}.${index}`,
        }));
        rowsOf.set(from, rows);
      }
    }
    const ways = (to: number): string[] => {
      const found = [...rowsOf].flatMap(([from, rows]) =>
        rows.flatMap(({ to: target, mark }) =>
          target === to ? ways(from).map((way) => `${way} ${mark}`) : [],
        ),
      );
      return found.length > 0 || to >= 20 ? found : [''];
    };
    const crawl = await Crawl.begin();
    const ruled = new Set<number>();
    const rule = async (n: number): Promise<void> => {
      ruled.add(n);
      await crawl.ledger.admit([byRule(n, { callback: levels[Math.floor(n / 10) - 1] ?? null })]);
    };
    for (const n of [10, 11, 12]) await rule(n);
    const active = new Map<string, string>();
    for (;;) {
      // Now and then a rule takes a page, before or after its rows.
      if (random(3) === 0) await rule(random(2) === 0 ? 20 + random(4) : 30 + random(4));
      for (const [name, id] of await crawl.claimed()) active.set(name, id);
      const names = [...active.keys()];
      const name = names[random(names.length)];
      if (name === undefined) break;
      const n = Number(name.split(' ', 1)[0]);
      const rows = (rowsOf.get(n) ?? []).map(({ to, mark }) =>
        row(
          { [`level${Math.floor(n / 10)}`]: mark },
          byRow(to, { callback: levels[Math.floor(to / 10) - 1] ?? null }),
        ),
      );
      await crawl.complete(active.get(name) ?? '', n < 30 ? [] : [page(n, {})], rows);
      active.delete(name);
    }
    const middle = [20, 21, 22, 23].filter((n) => ruled.has(n) && ways(n).length === 0);
    const expected = [30, 31, 32, 33].flatMap((n) => {
      const all = [...rowsOf].flatMap(([from, rows]) =>
        rows.flatMap(({ to, mark }) => {
          if (to !== n) return [];
          if (middle.includes(from)) return [mark];
          return ways(from).map((way) => `${way} ${mark}`.trim());
        }),
      );
      if (all.length === 0) return ruled.has(n) ? [`${n}`] : [];
      return all.map((way) => `${n} ${way}`);
    });
    const items = (await crawl.items()).map(([, { own, level1, level2 }]) =>
      [own, level1, level2].filter((value) => value !== undefined).join(' '),
    );
    expect(items.sort()).toEqual(expected.sort());
  });
});
