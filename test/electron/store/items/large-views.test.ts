import { given } from '../../../given.ts';
import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../../../electron/store/items/item-queries.ts';
import { completed, facts, item, request, scratchStore, startedRun } from '../support.ts';

describe('views that are longer than their top', () => {
  it('go on below the top as they began', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    const count = 1500;
    await ledger.admit(Array.from({ length: count }, (_, n) => request(n + 1)));
    for (let done = 0; done < count; done += 50) {
      const claimed = await ledger.claim('https://example.org', 50, Date.now());
      await Promise.all(
        claimed.map(({ id }, n) =>
          ledger.complete({
            ...completed(id, [
              item(done + n, { title: `T${(done + n) % 97}`, metadata: { n: (done + n) % 31 } }),
            ]),
            facts: { ...facts, durationMs: ((done + n) * 7919) % 501 },
          }),
        ),
      );
    }
    await ledger.flush();

    const view = (column: ItemView['sort'][number]['column'], descending: boolean): ItemView => ({
      project: 'default',
      spider: 'shop',
      run,
      filters: [],
      words: [],
      sort: [{ column, descending }],
      upTo: null,
    });
    for (const column of [
      { kind: 'column', name: 'title' },
      { kind: 'metadata', key: 'n' },
      { kind: 'column', name: 'id' },
    ] as const) {
      for (const descending of [false, true]) {
        const sorted = view(column, descending);
        const top = await store.queries.items.slice(sorted, 0, 1000);
        const whole = await store.queries.items.slice(sorted, 900, 600);
        expect(top.total).toBe(count);
        expect(whole.rows.slice(0, 100)).toEqual(top.rows.slice(900));
        const ids = new Set([...top.rows, ...whole.rows].map(({ id }) => id));
        expect(ids.size).toBe(count);
      }
    }

    // A sample is spread over all of them, without reading those between.
    const { total, rows } = await store.queries.items.sample(
      { project: 'default', spider: 'shop', run },
      100,
    );
    const sampled = rows.map(({ id }) => Number(id));
    expect(total).toBe(count);
    expect(sampled.length).toBeGreaterThan(80);
    expect(sampled.length).toBeLessThanOrEqual(120);
    expect(new Set(sampled).size).toBe(sampled.length);
    const places = sampled.map((id) => id - Math.min(...sampled)).toSorted((a, b) => a - b);
    const gaps = places.map((place, index) => place - (places[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(count / 10);
    expect(places.at(-1)).toBeGreaterThan(count * 0.9);

    const sort = { column: 'durationMs', descending: true } as const;
    const top = await store.queries.requests.slice({ run, sort }, 0, 1000);
    const whole = await store.queries.requests.slice({ run, sort }, 900, 600);
    expect(top.total).toBe(count);
    expect(whole.rows.slice(0, 100)).toEqual(top.rows.slice(900));
    const times = [...top.rows.slice(0, 900), ...whole.rows].map(({ durationMs }) => given(durationMs));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});
