import { describe, expect, it } from 'vitest';
import type { Ledger, NewItem, NewRequest, NewRow } from '../../../../electron/engine/ports/ledger.ts';
import type { JsonValue } from '../../../../electron/extract/types.ts';
import type { Store } from '../../../../electron/store/open.ts';
import {
  completed,
  facts,
  item,
  itemsOf,
  newRun,
  request,
  scratchStore,
  startedRun,
  unfinished,
} from '../support.ts';

const origin = 'https://example.org';
const urlOf = (n: number): string => `https://example.org/page/${n}`;

/** A request as a rule makes it, and as a row does. */
const byRule = (n: number, changes: Partial<NewRequest> = {}): NewRequest =>
  request(n, { callback: 'detail', rule: 0, parent: '1', depth: 1, ...changes });
const byRow = (n: number, changes: Partial<NewRequest> = {}): NewRequest =>
  request(n, { callback: 'detail', rule: null, parent: '1', depth: 1, ...changes });

const row = (values: Record<string, JsonValue>, to: NewRequest | null): NewRow => ({
  values,
  problems: [],
  request: to,
  reason: to === null ? 'It has no URL.' : null,
});

/** What the page of a request gives. */
const page = (n: number, metadata: NewItem['metadata'], changes: Partial<NewItem> = {}): NewItem =>
  item(n, { callback: 'detail', title: null, metadata: { own: n, ...metadata }, ...changes });

class Crawl {
  readonly #store: Store;
  readonly run: string;
  ledger: Ledger;

  constructor(store: Store, run: string, incremental = false) {
    this.#store = store;
    this.run = run;
    this.ledger = store.ledger(run, { rowsTravel: true, incremental });
  }

  static async begin(store = scratchStore(), incremental = false): Promise<Crawl> {
    return new Crawl(store, await startedRun(store), incremental);
  }

  /** Claims all queued requests. @returns their ids by URL and callback */
  async claimed(): Promise<Map<string, string>> {
    const found = await this.ledger.claim(origin, 100, 0);
    return new Map(found.map(({ url, callback, id }) => [`${url.split('/').at(-1)} ${callback}`, id]));
  }

  /** Completes the one request that is queued for a page. */
  async visit(n: number, items: NewItem[], rows: NewRow[] = [], callback = 'detail'): Promise<void> {
    const id = (await this.claimed()).get(`${n} ${callback}`) ?? 'none';
    await this.complete(id, items, rows);
  }

  async complete(id: string, items: NewItem[], rows: NewRow[] = [], links: NewRequest[] = []): Promise<void> {
    await this.ledger.complete({ ...completed(id, items, links), rows });
  }

  async items(): Promise<[string, Record<string, unknown>][]> {
    return (await itemsOf(this.#store, this.run)).map(({ key, metadata }) => [key, metadata]);
  }

  async requests() {
    const { rows } = await this.#store.queries.requests.slice({ run: this.run }, 0, 100);
    return rows.map(
      ({ url, callback, state, items }) => `${url.split('/').at(-1)} ${callback} ${state} ${items}`,
    );
  }

  async events(kind: string): Promise<string[]> {
    const events = await this.#store.queries.events.list(this.run, { kinds: [kind] });
    return events.map(({ message }) => message);
  }
}

/** A run whose page 1 is active, as a listing. */
async function listing(): Promise<{ crawl: Crawl; list: string }> {
  const crawl = await Crawl.begin();
  await crawl.ledger.admit([request(1, { callback: 'list' })]);
  return { crawl, list: (await crawl.claimed()).get('1 list') ?? '' };
}

describe('rows that lead to pages', () => {
  it('give their values to the items of these pages', async () => {
    const { crawl, list } = await listing();
    await crawl.complete(
      list,
      [],
      [row({ rank: 1, own: 'no' }, byRow(2)), row({ rank: 2 }, byRow(3)), row({ rank: 3 }, null)],
    );
    const ids = await crawl.claimed();
    await crawl.complete(ids.get('3 detail') ?? '', [page(3, {})]);
    await crawl.complete(ids.get('2 detail') ?? '', [page(2, { price: 9 })]);
    expect(await crawl.items()).toEqual([
      [urlOf(3), { rank: 2, own: 3 }],
      [urlOf(2), { rank: 1, own: 2, price: 9 }],
    ]);
    expect(await crawl.requests()).toEqual(['1 list done 0', '2 detail done 1', '3 detail done 1']);
  });

  it('that lead to one page give one item each, and one fetch', async () => {
    const { crawl, list } = await listing();
    await crawl.complete(list, [], [row({ rank: 1 }, byRow(2)), row({ rank: 2 }, byRow(2))]);
    await crawl.visit(2, [page(2, {})]);
    expect(await crawl.items()).toEqual([
      [urlOf(2), { rank: 1, own: 2 }],
      [`${urlOf(2)}#2`, { rank: 2, own: 2 }],
    ]);
    expect(await crawl.requests()).toEqual(['1 list done 0', '2 detail done 2']);
    expect(await crawl.ledger.counters()).toMatchObject({ items: 2, done: 2 });
  });

  it('complete the item of a rule that came first', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(2)]);
    await crawl.visit(2, [page(2, { rank: null }, { title: 'Page' })]);
    expect(await crawl.items()).toEqual([[urlOf(2), { own: 2, rank: null }]]);
    await crawl.complete(list, [], [row({ rank: 1, title: 'Row' }, byRow(2)), row({ rank: 2 }, byRow(2))]);
    expect(await crawl.items()).toEqual([
      [urlOf(2), { rank: 1, own: 2 }],
      [`${urlOf(2)}#2`, { rank: 2, own: 2 }],
    ]);
    expect(await crawl.requests()).toEqual(['1 list done 0', '2 detail done 2']);
    expect(await crawl.ledger.counters()).toMatchObject({ items: 2, done: 2 });
  });

  it('are taken by the request of a rule that is queued, and by one in flight', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(2)]);
    const active = (await crawl.claimed()).get('2 detail') ?? '';
    await crawl.ledger.admit([byRule(3)]);
    await crawl.complete(list, [], [row({ rank: 1 }, byRow(2)), row({ rank: 2 }, byRow(3))]);
    await crawl.complete(active, [page(2, {})]);
    await crawl.visit(3, [page(3, {})]);
    expect(await crawl.items()).toEqual([
      [urlOf(2), { rank: 1, own: 2 }],
      [urlOf(3), { rank: 2, own: 3 }],
    ]);
  });

  it('share their request with a rule that comes later', async () => {
    const { crawl, list } = await listing();
    await crawl.complete(list, [], [row({ rank: 1 }, byRow(2))]);
    expect(await crawl.ledger.admit([byRule(2)])).toBe(0);
    expect(await crawl.requests()).toEqual(['1 list done 0', '2 detail queued 0']);
  });

  it('have a request of their own beside a rule with another callback, whichever came first', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(2, { callback: 'other' })]);
    await crawl.complete(
      list,
      [],
      [row({ rank: 1 }, byRow(2)), row({ rank: 2 }, byRow(3))],
      [byRule(3, { callback: null })],
    );
    expect(
      await crawl.ledger.admit([byRule(3, { callback: 'other' }), byRule(3, { callback: 'third' })]),
    ).toBe(0);
    await crawl.complete((await crawl.claimed()).get('2 detail') ?? '', [], [row({ rank: 3 }, byRow(4))]);
    expect(await crawl.ledger.admit([byRule(4, { callback: 'other' })])).toBe(1);
    expect(await crawl.ledger.admit([byRule(4, { callback: 'other' })])).toBe(0);
    expect(await crawl.requests()).toEqual([
      '1 list done 0',
      '2 other active 0',
      '3 null active 0',
      '2 detail done 0',
      '3 detail active 0',
      '4 detail queued 0',
      '4 other queued 0',
    ]);
  });

  it('travel over levels, nearer values first', async () => {
    const { crawl, list } = await listing();
    await crawl.complete(list, [], [row({ region: 'N', rank: 1 }, byRow(2, { callback: 'middle' }))]);
    await crawl.visit(2, [], [row({ rank: 7 }, byRow(3)), row({ rank: null }, byRow(4))], 'middle');
    const ids = await crawl.claimed();
    await crawl.complete(ids.get('4 detail') ?? '', [page(4, {})]);
    await crawl.complete(ids.get('3 detail') ?? '', [page(3, {})]);
    expect(await crawl.items()).toEqual([
      [urlOf(4), { region: 'N', rank: 1, own: 4 }],
      [urlOf(3), { region: 'N', rank: 7, own: 3 }],
    ]);
  });

  it('complete all that lies beyond a page that is done', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(2, { callback: 'middle' })]);
    await crawl.visit(2, [], [row({ rank: 7 }, byRow(3, { callback: 'third' }))], 'middle');
    await crawl.visit(3, [], [row({ place: 1 }, byRow(4)), row({ place: 2 }, byRow(4))], 'third');
    await crawl.visit(4, [page(4, {})]);
    expect(await crawl.items()).toEqual([
      [urlOf(4), { rank: 7, place: 1, own: 4 }],
      [`${urlOf(4)}#2`, { rank: 7, place: 2, own: 4 }],
    ]);
    const regions = [
      row({ region: 'N' }, byRow(2, { callback: 'middle' })),
      row({ region: 'S' }, byRow(2, { callback: 'middle' })),
    ];
    await crawl.complete(list, [], regions);
    expect(await crawl.items()).toEqual([
      [urlOf(4), { region: 'N', rank: 7, place: 1, own: 4 }],
      [`${urlOf(4)}#2`, { region: 'N', rank: 7, place: 2, own: 4 }],
      [`${urlOf(4)}#3`, { region: 'S', rank: 7, place: 1, own: 4 }],
      [`${urlOf(4)}#4`, { region: 'S', rank: 7, place: 2, own: 4 }],
    ]);
    expect(await crawl.requests()).toEqual([
      '1 list done 0',
      '2 middle done 0',
      '3 third done 0',
      '4 detail done 4',
    ]);
  });

  it('give each row of a page that is items to each way to it', async () => {
    const { crawl, list } = await listing();
    await crawl.complete(list, [], [row({ region: 'N' }, byRow(2)), row({ region: 'S' }, byRow(2))]);
    await crawl.visit(2, [
      page(2, {}, { key: `${urlOf(2)}#1` }),
      page(2, { b: 1 }, { key: `${urlOf(2)}#2` }),
    ]);
    expect(await crawl.items()).toEqual([
      [`${urlOf(2)}#1`, { region: 'N', own: 2 }],
      [`${urlOf(2)}#2`, { region: 'N', own: 2, b: 1 }],
      [`${urlOf(2)}#3`, { region: 'S', own: 2 }],
      [`${urlOf(2)}#4`, { region: 'S', own: 2, b: 1 }],
    ]);
  });
});

describe('rows and redirects', () => {
  it('move to the request that holds the page, done or not', async () => {
    const { crawl, list } = await listing();
    await crawl.complete(
      list,
      [],
      [row({ rank: 1 }, byRow(2)), row({ rank: 2 }, byRow(3)), row({ rank: 3 }, byRow(4))],
    );
    const ids = await crawl.claimed();
    await crawl.complete(ids.get('4 detail') ?? '', [page(4, {})]);
    for (const n of [2, 3]) {
      const id = ids.get(`${n} detail`) ?? '';
      expect(await crawl.ledger.takeRedirect(id, request(4).fingerprint)).toBe(false);
      await crawl.ledger.skip(unfinished(id, 'It redirects to what is known.'));
    }
    expect(await crawl.items()).toEqual([
      [urlOf(4), { rank: 3, own: 4 }],
      [`${urlOf(4)}#2`, { rank: 1, own: 4 }],
      [`${urlOf(4)}#3`, { rank: 2, own: 4 }],
    ]);
    expect(await crawl.events('rows-lost')).toEqual([]);
  });

  it('follow a request that has moved already', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(2), byRule(3)]);
    const ids = await crawl.claimed();
    expect(await crawl.ledger.takeRedirect(ids.get('2 detail') ?? '', request(3).fingerprint)).toBe(false);
    await crawl.ledger.skip(unfinished(ids.get('2 detail') ?? '', 'Known.'));
    await crawl.complete(ids.get('3 detail') ?? '', [page(3, {})]);
    await crawl.complete(list, [], [row({ rank: 1 }, byRow(2))]);
    expect(await crawl.items()).toEqual([[urlOf(3), { rank: 1, own: 3 }]]);
  });

  it('keep a request apart from one with another callback that holds the page', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(3, { callback: 'other' })]);
    await crawl.complete(list, [], [row({ rank: 1 }, byRow(2))]);
    const ids = await crawl.claimed();
    const moved = ids.get('2 detail') ?? '';
    expect(await crawl.ledger.takeRedirect(moved, request(3).fingerprint)).toBe(true);
    expect(await crawl.ledger.takeRedirect(moved, request(3).fingerprint)).toBe(true);
    await crawl.complete(moved, [page(3, {})]);
    expect(await crawl.items()).toEqual([[urlOf(2), { rank: 1, own: 3 }]]);
  });

  it('leave rules with different callbacks as they are', async () => {
    const { crawl } = await listing();
    await crawl.ledger.admit([byRule(2), byRule(3, { callback: 'other' })]);
    const ids = await crawl.claimed();
    expect(await crawl.ledger.takeRedirect(ids.get('2 detail') ?? '', request(3).fingerprint)).toBe(false);
  });
});

describe('rows whose page gives no item', () => {
  it('are told with the reason, and keep their values for another try', async () => {
    const { crawl, list } = await listing();
    await crawl.complete(
      list,
      [],
      [row({ rank: 1 }, byRow(2)), row({ rank: 2 }, byRow(2)), row({ rank: 3 }, byRow(3))],
    );
    const ids = await crawl.claimed();
    await crawl.ledger.fail(unfinished(ids.get('2 detail') ?? '', 'The server answered 500.'));
    await crawl.ledger.skip(unfinished(ids.get('3 detail') ?? '', 'Forbidden by robots.txt.'));
    expect(await crawl.events('rows-lost')).toEqual([
      '2 rows that lead here give no item: The server answered 500.',
      '1 row that leads here gives no item: Forbidden by robots.txt.',
    ]);
  });

  it('are told when they come later', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(2)]);
    await crawl.ledger.fail(
      unfinished((await crawl.claimed()).get('2 detail') ?? '', 'The server answered 500.'),
    );
    await crawl.complete(list, [], [row({ rank: 1 }, byRow(2))]);
    expect(await crawl.events('rows-lost')).toEqual([
      '1 row that leads here gives no item: The server answered 500.',
    ]);
  });
});

describe('a run that knows what earlier ones extracted', () => {
  /** Crawls a listing with rows. @returns the states of its requests */
  async function crawlOnce(store: Store, rows: NewRow[], incremental: boolean): Promise<string[]> {
    const crawl = await Crawl.begin(store, incremental);
    await crawl.ledger.admit([request(1, { callback: 'list' })]);
    await crawl.visit(1, [], rows, 'list');
    for (const [name, id] of await crawl.claimed()) {
      const n = Number(name.split(' ', 1)[0]);
      await crawl.ledger.complete({ ...completed(id, [page(n, {})]), facts });
    }
    return (await crawl.requests()).slice(1);
  }

  it('skips a page only where the values of its rows are unchanged', async () => {
    const store = scratchStore();
    const first = [row({ rank: 1 }, byRow(2)), row({ rank: 2 }, byRow(3)), row({ rank: 3 }, byRow(3))];
    expect(await crawlOnce(store, first, false)).toEqual(['2 detail done 1', '3 detail done 2']);
    expect(await crawlOnce(store, first, true)).toEqual(['2 detail skipped 0', '3 detail skipped 0']);
    const changed = [row({ rank: 9 }, byRow(2)), row({ rank: 2 }, byRow(3)), row({ rank: 4 }, byRow(3))];
    expect(await crawlOnce(store, changed, true)).toEqual(['2 detail done 1', '3 detail done 2']);
    expect(await crawlOnce(store, changed, true)).toEqual(['2 detail skipped 0', '3 detail skipped 0']);
    expect(await crawlOnce(store, [row({ rank: 9 }, byRow(2)), row({ rank: 2 }, byRow(4))], true)).toEqual([
      '2 detail skipped 0',
      '4 detail done 1',
    ]);
  });
});

describe('a removed run', () => {
  it('takes its rows along', async () => {
    const store = scratchStore();
    const crawl = await Crawl.begin(store);
    await crawl.ledger.admit([request(1, { callback: 'list' })]);
    await crawl.visit(1, [], [row({ rank: 1 }, byRow(2))], 'list');
    await crawl.visit(2, [page(2, {})]);
    await newRun(store);
    await store.queries.runs.cutOff(crawl.run, 'It was cut off.');
    await store.queries.runs.delete(crawl.run);
    expect(store.check()).toEqual([]);
  });
});

describe('a limit of items', () => {
  it('holds for the items of one page, and for those that are completed late', async () => {
    const { crawl, list } = await listing();
    await crawl.ledger.admit([byRule(2)]);
    await crawl.visit(2, [page(2, {})]);
    const rows = [1, 2, 3].map((rank) => row({ rank }, byRow(2)));
    const more = [1, 2, 3].map((rank) => row({ rank }, byRow(3)));
    const settled = await crawl.ledger.complete({ ...completed(list), rows: [...rows, ...more], room: 1 });
    expect(settled?.items).toBe(1);
    expect(await crawl.items()).toEqual([
      [urlOf(2), { rank: 1, own: 2 }],
      [`${urlOf(2)}#2`, { rank: 2, own: 2 }],
    ]);
    const [third = ''] = [...(await crawl.claimed()).values()];
    expect(await crawl.ledger.complete({ ...completed(third, [page(3, {})]), room: 2 })).toMatchObject({
      items: 2,
    });
    expect(await crawl.ledger.counters()).toMatchObject({ items: 4, done: 3 });
  });
});

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
