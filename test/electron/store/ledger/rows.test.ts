import type { LedgerOptions } from '../../../../electron/store/ledger/ledger.ts';
import { describe, expect, it } from 'vitest';
import type { NewRow } from '../../../../electron/engine/ports/ledger.ts';
import type { Store } from '../../../../electron/store/open.ts';
import {
  completed,
  facts,
  newRun,
  portsOf,
  request,
  scratchStore,
  unfinished,
  removeForGood,
} from '../support.ts';
import { byRow, byRule, Crawl, page, row, urlOf } from './rows-crawl.ts';

/** A run whose page 1 is active, as a listing. */
async function listing(options: LedgerOptions = {}): Promise<{ crawl: Crawl; list: string }> {
  const crawl = await Crawl.begin(scratchStore(), options);
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

  it('keep their values when failed requests are queued again', async () => {
    const store = scratchStore();
    const crawl = await Crawl.begin(store);
    await crawl.ledger.admit([request(1, { callback: 'list' })]);
    await crawl.visit(1, [], [row({ rank: 1 }, byRow(2))], 'list');
    await crawl.ledger.fail(unfinished((await crawl.claimed()).get('2 detail') ?? '', 'Busy.'));
    await store.queries.runs.cutOff(crawl.run, 'It was cut off.');
    expect(await store.queries.requests.requeueFailed(crawl.run)).toBe(1);
    await portsOf(store, crawl.run).control.begin();
    const resumed = new Crawl(store, crawl.run);
    await resumed.visit(2, [page(2, {})]);
    expect(await resumed.items()).toEqual([[urlOf(2), { rank: 1, own: 2 }]]);
  });

  it('are told where that page has no rows of its own, before or after', async () => {
    const { crawl, list } = await listing();
    const reason = 'No rows: "li" matches nothing on this page.';
    await crawl.ledger.admit([byRule(3)]);
    await crawl.ledger.complete({ ...completed((await crawl.claimed()).get('3 detail') ?? ''), reason });
    await crawl.complete(list, [], [row({ rank: 1 }, byRow(2)), row({ rank: 2 }, byRow(3))]);
    await crawl.ledger.complete({ ...completed((await crawl.claimed()).get('2 detail') ?? ''), reason });
    const told = `1 row that leads here gives no item: ${reason}`;
    expect(await crawl.events('rows-lost')).toEqual([told, told]);
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
    const crawl = await Crawl.begin(store, { incremental });
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
    await removeForGood(store.queries, { kind: 'run', run: crawl.run });
    expect(store.check()).toEqual([]);
  });
});

describe('a limit of items', () => {
  it('holds for the items of one page, and for those that are completed late', async () => {
    const { crawl, list } = await listing({ itemLimit: 2 });
    await crawl.ledger.admit([byRule(2)]);
    await crawl.visit(2, [page(2, {})]);
    const rows = [1, 2, 3].map((rank) => row({ rank }, byRow(2)));
    const more = [1, 2, 3].map((rank) => row({ rank }, byRow(3)));
    const settled = await crawl.ledger.complete({ ...completed(list), rows: [...rows, ...more] });
    expect(settled?.items).toBe(1);
    expect(await crawl.items()).toEqual([
      [urlOf(2), { rank: 1, own: 2 }],
      [`${urlOf(2)}#2`, { rank: 2, own: 2 }],
    ]);
    const [third = ''] = [...(await crawl.claimed()).values()];
    expect(await crawl.ledger.complete(completed(third, [page(3, {})]))).toMatchObject({ items: 0 });
    expect(await crawl.ledger.counters()).toMatchObject({ items: 2, done: 3 });
  });
});
