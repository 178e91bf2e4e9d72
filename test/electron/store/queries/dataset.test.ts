import { expect, it } from 'vitest';
import type { NewItem } from '../../../../electron/engine/ports/ledger.ts';
import type { ItemRow, ItemView } from '../../../../electron/store/items/item-queries.ts';
import { all, item, newRun, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { memoryStudio } from './memory-studio.ts';
import { sqliteStudio } from './sqlite-studio.ts';
import { addSpider, readPage, shop, startRun, type Studio } from './studio.ts';

const whole: ItemView = { ...shop, run: 'dataset', filters: [], words: [], sort: [], upTo: null };

type Key = readonly string[] | null;

/** Brings the dataset up to date. */
async function settle({ queries }: Studio, key: Key = null): Promise<void> {
  for (let step = 0; !(await queries.dataset.step({ ...shop, key })); step += 1)
    if (step > 10_000) throw new Error('It does not end.');
}

const read = async ({ queries }: Studio, view: Partial<ItemView> = {}): Promise<ItemRow[]> =>
  (await queries.items.slice({ ...whole, ...view }, 0, 1000)).rows;

/** A run that reads pages with these titles, by the number of the page. */
async function crawl(
  studio: Studio,
  titles: Record<number, string>,
  end: 'completed' | 'stopped' = 'completed',
): Promise<string> {
  const session = await startRun(studio);
  for (const [n, title] of Object.entries(titles))
    await readPage(session, Number(n), [item(Number(n), { title })]);
  await session.control.end(end, 'It is over.', end === 'completed' ? 'finished' : 'stopped');
  studio.pass(60_000);
  return session.run;
}

/** Extracts again from a run, with one item of each of these pages. */
async function extractAgain(studio: Studio, source: string, titles: Record<number, string>): Promise<string> {
  const { runs } = studio.queries;
  const { versionId } = await runs.get(source);
  const options = { limit: null, overrides: {}, allowPrivate: false };
  const { id } = await runs.create({ versionId, kind: 'reextract', source, options, appVersion: '0.1.0' });
  const session = { run: id, ...studio.session(id) };
  await session.control.begin();
  for (const [n, title] of Object.entries(titles))
    await readPage(session, Number(n), [item(Number(n), { title })]);
  await session.control.end('completed', 'It is over.', 'finished');
  return id;
}

describeQueries('a dataset', (open) => {
  it('has the newest item of each key, and when it was seen and changed', async () => {
    const studio = open();
    await crawl(studio, { 1: 'Anchor', 2: 'Bell', 3: 'Compass' });
    await crawl(studio, { 1: 'Anchor', 2: 'Bell, large' });
    await crawl(studio, { 1: 'Anchor', 4: 'Drum' });
    await settle(studio);
    const told = (await read(studio)).map(({ title, dataset }) => [title, dataset?.seen_in, dataset?.gone]);
    expect(told).toEqual([
      ['Compass', 1, true],
      ['Bell, large', 2, true],
      ['Anchor', 3, false],
      ['Drum', 1, false],
    ]);
    const [, bell, anchor] = await read(studio);
    expect(bell?.dataset).toEqual({
      first_seen: '2026-11-20T12:00:00.000Z',
      last_seen: '2026-11-20T12:01:00.000Z',
      changed_at: '2026-11-20T12:01:00.000Z',
      seen_in: 2,
      copies: 1,
      gone: true,
    });
    expect(anchor?.dataset).toMatchObject({ changed_at: null, last_seen: '2026-11-20T12:02:00.000Z' });
  });

  it('is filtered, ordered, streamed, sampled and measured as a run is', async () => {
    const studio = open();
    await crawl(studio, { 1: 'Anchor', 2: 'Bell', 3: 'Compass' });
    await crawl(studio, { 1: 'Anchor, new', 2: 'Bell' });
    await settle(studio);
    const column = (name: 'gone' | 'changed_at' | 'first_seen' | 'seen_in') =>
      ({ kind: 'dataset', name }) as const;
    const titles = async (view: Partial<ItemView>) => (await read(studio, view)).map(({ title }) => title);
    expect(await titles({ filters: [{ column: column('gone'), operator: 'equals', value: true }] })).toEqual([
      'Compass',
    ]);
    const since = '2026-11-20T12:00:30Z';
    const changed = [{ column: column('changed_at'), operator: 'greater-or-equal', value: since } as const];
    expect(await titles({ filters: changed })).toEqual(['Anchor, new']);
    expect(await titles({ words: ['bell'] })).toEqual(['Bell']);
    expect(await titles({ sort: [{ column: column('seen_in'), descending: true }] })).toEqual([
      'Anchor, new',
      'Bell',
      'Compass',
    ]);
    const { items } = studio.queries;
    const stream = await items.stream({ ...whole, sort: [{ column: column('gone'), descending: true }] });
    expect(stream.total).toBe(3);
    expect((await all(stream.batches())).map(({ title }) => title)).toEqual([
      'Compass',
      'Anchor, new',
      'Bell',
    ]);
    expect(await all(items.values(whole, column('gone')))).toEqual(['true', 'false', 'false']);
    const sample = await items.sample({ ...shop, run: 'dataset' }, 100);
    expect(sample.total).toBe(3);
    expect(sample.rows.map(({ dataset }) => dataset?.seen_in)).toEqual([1, 2, 2]);
  });

  it('tells nothing of absence by runs that did not fetch everything', async () => {
    const studio = open();
    await crawl(studio, { 1: 'Anchor', 2: 'Bell' });
    await crawl(studio, { 1: 'Anchor' }, 'stopped');
    await settle(studio);
    expect((await read(studio)).map(({ dataset }) => dataset?.gone)).toEqual([false, false]);
  });

  it('tells items by the fields of the key, and makes them anew when it changes', async () => {
    const studio = open();
    const session = await startRun(studio);
    const lamp = (n: number, sku: string): NewItem => item(n, { metadata: { sku } });
    await readPage(session, 1, [lamp(1, 'a'), lamp(1, 'a')]);
    await readPage(session, 2, [lamp(2, 'a')]);
    await readPage(session, 3, [lamp(3, '')]);
    await session.control.end('completed', 'It is over.', 'finished');
    await settle(studio);
    expect((await read(studio)).map(({ url, dataset }) => [url.at(-1), dataset?.copies])).toEqual([
      ['1', 2],
      ['2', 1],
      ['3', 1],
    ]);
    await settle(studio, ['sku']);
    expect((await read(studio)).map(({ url, dataset }) => [url.at(-1), dataset?.copies])).toEqual([
      ['2', 3],
      ['3', 1],
    ]);
  });

  it('follows deleted runs and accepted generations', async () => {
    const studio = open();
    const first = await crawl(studio, { 1: 'Anchor', 2: 'Bell' });
    const second = await crawl(studio, { 1: 'Anchor', 3: 'Compass' });
    await settle(studio);
    const again = await extractAgain(studio, first, { 2: 'Bell, read again', 5: 'Eel' });
    await settle(studio);
    const shown = async () => {
      await settle(studio);
      return (await read(studio))
        .map(({ title, dataset }) => `${title} ${dataset?.gone ? 'gone' : dataset?.seen_in}`)
        .sort();
    };
    expect(await shown()).toEqual(['Anchor 2', 'Bell gone', 'Compass 1']);
    await studio.queries.runs.accept(again);
    expect(await shown()).toEqual(['Anchor 1', 'Bell, read again gone', 'Compass 1', 'Eel gone']);
    await removeForGood(studio.queries, { kind: 'run', run: second });
    expect(await shown()).toEqual(['Bell, read again 1', 'Eel 1']);
    await removeForGood(studio.queries, { kind: 'run', run: again });
    expect(await shown()).toEqual(['Anchor 1', 'Bell 1']);
  });

  it('tells which runs have seen an item, and where it changed', async () => {
    const studio = open();
    const { dataset } = studio.queries;
    const runs = [
      await crawl(studio, { 1: 'Anchor', 2: 'Bell' }),
      await crawl(studio, { 1: 'Anchor, new' }),
      await crawl(studio, { 1: 'Anchor, new' }),
    ];
    await settle(studio);
    const [, anchor] = await read(studio);
    const history = await dataset.history(anchor?.id ?? '', 10);
    expect(history.map(({ run, changed }) => [run, changed])).toEqual([
      [runs[2], false],
      [runs[1], true],
      [runs[0], false],
    ]);
    expect(history[0]).toMatchObject({ copies: 1, seenAt: '2026-11-20T12:02:00.000Z' });
    expect(await dataset.history(anchor?.id ?? '', 1)).toHaveLength(1);
    await expect(dataset.history('x', 1)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('leaves out runs that are under way, and is empty without any', async () => {
    const studio = open();
    await addSpider(studio, shop);
    await settle(studio);
    expect(await read(studio)).toEqual([]);
    const session = await startRun(studio);
    await readPage(session, 1, [item(1)]);
    await settle(studio);
    expect(await read(studio)).toEqual([]);
    await session.control.end('completed', 'It is over.', 'finished');
    await settle(studio);
    expect(await read(studio)).toHaveLength(1);
  });
});

it('knows whether it is current', async () => {
  const studio = sqliteStudio();
  const isCurrent = (key: Key = null) => studio.queries.dataset.isCurrent({ ...shop, key });
  await crawl(studio, { 1: 'Anchor' });
  expect(await isCurrent()).toBe(false);
  await settle(studio);
  expect(await isCurrent()).toBe(true);
  expect(await isCurrent(['title'])).toBe(false);
  await crawl(studio, { 1: 'Anchor' });
  expect(await isCurrent()).toBe(false);
});

/** A generator of whole numbers below a bound (mulberry32), so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A run in both studios. */
type Pair = [string, string];

const keys: readonly Key[] = [null, ['sku'], ['title', 'sku'], ['nothing']];

/** Does the same at random in the studio on SQLite, whose dataset is brought up to date in steps, and in the one that computes it. */
class Random {
  readonly studios: [Studio, Studio] = [
    sqliteStudio(':memory:', undefined, { datasetStep: 2 }),
    memoryStudio(),
  ];
  runs: { ids: Pair; paused: boolean }[] = [];
  key: Key = null;
  readonly #below: (bound: number) => number;
  #pages = 0;

  constructor(seed: number) {
    this.#below = numbers(seed);
  }

  /** How much more happens before somebody looks again. */
  unseen(): number {
    return this.#below(3);
  }

  async act(): Promise<void> {
    const what = this.#below(10);
    if (what < 4 || this.runs.length === 0) await this.#crawl();
    else if (what < 5) await this.#goOn();
    else if (what < 7) await this.#extractAgain();
    else if (what < 8) await this.#delete();
    else if (what < 9) this.key = keys[this.#below(keys.length)] ?? null;
    // Some of the steps that would bring it up to date.
    else await this.studios[0].queries.dataset.step({ ...shop, key: this.key });
    for (const studio of this.studios) studio.pass(1000);
  }

  async #both(act: (studio: Studio, which: 0 | 1) => Promise<string>): Promise<Pair> {
    return [await act(this.studios[0], 0), await act(this.studios[1], 1)];
  }

  /** Items of some pages; several have the same key. */
  #given(): { page: number; items: NewItem[] }[] {
    return Array.from({ length: this.#below(5) }, () => {
      this.#pages += 1;
      const items = Array.from({ length: this.#below(3) }, () => {
        const n = this.#below(5);
        const sku = ['a', 'b', ''][this.#below(3)] ?? '';
        return item(n, { title: `t${this.#below(2)}`, metadata: { sku, price: this.#below(2) } });
      });
      return { page: this.#pages, items };
    });
  }

  async #crawl(): Promise<void> {
    const given = this.#given();
    const how = this.#below(4);
    const ids = await this.#both(async (studio) => {
      const run = await newRun(studio);
      await this.#session(studio, run, given, how);
      return run;
    });
    this.runs.push({ ids, paused: how === 3 });
  }

  async #session(
    studio: Studio,
    run: string,
    given: readonly { page: number; items: NewItem[] }[],
    how: number,
  ): Promise<void> {
    const session = { run, ...studio.session(run) };
    await session.control.begin();
    for (const { page, items } of given) await readPage(session, page, items);
    if (how === 3) {
      await session.control.pausing('It is asked to.');
      await session.control.end('paused', 'It is paused.', 'paused');
    } else if (how === 2) await session.control.end('stopped', 'It is stopped.', 'limit');
    else await session.control.end('completed', 'It is over.', 'finished');
  }

  async #goOn(): Promise<void> {
    const run = this.runs.find(({ paused }) => paused);
    if (run === undefined) return;
    const given = this.#given();
    await this.#both(async (studio, which) => {
      await this.#session(studio, run.ids[which], given, 0);
      return run.ids[which];
    });
    run.paused = false;
  }

  async #extractAgain(): Promise<void> {
    const ended = this.runs.filter(({ paused }) => !paused);
    const source = ended[this.#below(Math.max(1, ended.length))];
    if (source === undefined) return;
    const { kind } = await this.studios[0].queries.runs.get(source.ids[0]);
    if (kind === 'reextract') return;
    const given = this.#given();
    const isAccepted = this.#below(3) > 0;
    const ids = await this.#both(async (studio, which) => {
      const { runs } = studio.queries;
      const { versionId } = await runs.get(source.ids[which]);
      const options = { limit: null, overrides: {}, allowPrivate: false };
      const made = {
        versionId,
        kind: 'reextract',
        source: source.ids[which],
        options,
        appVersion: '0.1.0',
      } as const;
      const { id } = await runs.create(made);
      await this.#session(studio, id, given, 0);
      if (isAccepted) await runs.accept(id);
      return id;
    });
    this.runs.push({ ids, paused: false });
  }

  async #delete(): Promise<void> {
    const [run] = this.runs.splice(this.#below(this.runs.length), 1);
    if (run === undefined) return;
    await this.#both(async (studio, which) => {
      await removeForGood(studio.queries, { kind: 'run', run: run.ids[which] });
      return '';
    });
  }

  /** The dataset, with runs by their place in the test and without ids of items, which differ. */
  async shown(which: 0 | 1): Promise<unknown[]> {
    const studio = this.studios[which];
    await settle(studio, this.key);
    const place = new Map(this.runs.map(({ ids }, index) => [ids[which], index]));
    const rows = await read(studio);
    const told = rows.map(async ({ id, run, url, title, metadata, dataset }) => {
      const history = await studio.queries.dataset.history(id, 100);
      const seen = history.map(({ item: _item, ...each }) => ({ ...each, run: place.get(each.run) }));
      return { run: place.get(run), url, title, metadata, dataset, seen };
    });
    return Promise.all(told);
  }
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'equals what is computed from all items, whatever happened to the runs: seed %i',
  async (seed) => {
    const random = new Random(seed);
    for (let step = 0; step < 25; step += 1) {
      await random.act();
      expect(await random.shown(0), `step ${step}`).toEqual(await random.shown(1));
      for (let more = 0; more < random.unseen(); more += 1) await random.act();
    }
  },
  20_000,
);
