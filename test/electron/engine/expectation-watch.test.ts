import { describe, expect, it } from 'vitest';
import { ExpectationWatch } from '../../../electron/engine/expectation-watch.ts';
import type { NewEvent, NewItem } from '../../../electron/engine/ports/ledger.ts';
import type { MeasuredRun, MeasuredState } from '../../../electron/engine/ports/measured-run.ts';
import type { Expect, Spider } from '../../../shared/spider/schema.ts';
import { item } from '../store/support.ts';

const spiderWith = (expected: Expect | null): Spider => ({
  name: 'shop',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  expect: expected,
});

/** A run whose items are in a list, read two at a time. */
class Run {
  readonly stored: NewItem[] = [];
  readonly events: NewEvent[] = [];
  state: MeasuredState | null = null;
  keeps = 0;
  now = 0;
  readonly measured: MeasuredRun = {
    items: async (after) => {
      const from = Number(after ?? 0);
      const items = this.stored.slice(from, from + 2);
      return { items, last: items.length === 0 ? null : String(from + items.length) };
    },
    load: async () => this.state,
    keep: async (state) => {
      this.keeps += 1;
      this.state = structuredClone(state);
    },
  };

  async open(expected: Expect): Promise<ExpectationWatch> {
    const ledger = { record: async (events: readonly NewEvent[]) => void this.events.push(...events) };
    const clock = { now: () => this.now };
    const watch = await ExpectationWatch.open(spiderWith(expected), {
      measured: this.measured,
      ledger,
      clock,
    });
    if (watch === null) throw new Error('The spider expects something.');
    return watch;
  }

  /** Stores items with these prices, and tells the watch. */
  async store(watch: ExpectationWatch, ...prices: (number | string | null)[]): Promise<void> {
    const items = prices.map((price, index) => item(this.stored.length + index + 1, { metadata: { price } }));
    this.stored.push(...items);
    await watch.recordPage(items, false);
  }

  /** Stores items that wait for files. */
  async storeWaiting(watch: ExpectationWatch, from: number, count: number): Promise<void> {
    const items = Array.from({ length: count }, (_, at) =>
      item(from + at, { metadata: { photo: { url: `https://example.org/${from + at}.png`, file: null } } }),
    );
    this.stored.push(...items);
    await watch.recordPage(items, false);
  }

  /** The file of a stored item could not be downloaded. */
  async lackFile(watch: ExpectationWatch, at: number): Promise<void> {
    const stored = this.stored[at];
    if (stored === undefined) throw new Error('There is no such item.');
    const error = 'The server answered 404.';
    stored.metadata = { photo: { url: `https://example.org/${at}.png`, file: null, error } };
    await watch.recordFile(false);
  }

  get told(): string[] {
    return this.events.map(({ message }) => message);
  }
}

const numbers: Expect = { fields: { price: { type: 'number' } } };
const aPrice = 'price: expected a number, but 1 of 2 values is not, for example "x".';

describe('the watch over what is expected', () => {
  it('is not there for a spider that expects nothing', async () => {
    const run = new Run();
    const deps = {
      measured: run.measured,
      ledger: { record: async () => undefined },
      clock: { now: () => 0 },
    };
    expect(await ExpectationWatch.open(spiderWith(null), deps)).toBeNull();
    expect(run.keeps).toBe(0);
  });

  it('counts a file that could not be downloaded as none, and ends the run while it goes', async () => {
    const run = new Run();
    const watch = await run.open({ fields: { photo: { min_fill: 0.9 } }, on_breach: 'pause' });
    await run.storeWaiting(watch, 0, 60);
    for (let at = 0; at < 6; at += 1) await run.lackFile(watch, at);
    expect([watch.reached(), run.told]).toEqual([null, []]);
    for (let at = 6; at < 20; at += 1) await run.lackFile(watch, at);
    expect(watch.reached()).toMatchObject({ kind: 'breached', action: 'pause' });
    const report = await watch.close('over', 0);
    expect(report.fields[0]).toMatchObject({ items: 60, filled: 40 });
    expect(run.told).toEqual([expect.stringContaining('photo')]);
  });

  it('tells each breach once, with the item that does not fit', async () => {
    const run = new Run();
    const watch = await run.open(numbers);
    await run.store(watch, 1, 'x');
    await run.store(watch, 'y', 'z');
    expect(run.told).toEqual([aPrice]);
    expect(run.events[0]).toMatchObject({ kind: 'expectation', url: 'https://example.org/page/2' });
    expect(watch.reached()).toBeNull();
    const report = await watch.close('over', 0);
    expect(report.breaches[0]?.got).toBe('3 of 4 values are not');
    expect(run.told).toHaveLength(1);
  });

  it.each(['pause', 'fail'] as const)('ends the crawl where the spider says %s', async (action) => {
    const run = new Run();
    const watch = await run.open({ ...numbers, on_breach: action });
    await run.store(watch, 1, 2);
    expect(watch.reached()).toBeNull();
    await run.store(watch, 'x');
    expect(watch.reached()).toEqual({
      kind: 'breached',
      action,
      message: 'price: expected a number, but 1 of 3 values is not, for example "x".',
    });
  });

  it('measures what earlier sessions have stored, and does not end again for what was told', async () => {
    const run = new Run();
    const expected: Expect = {
      fields: { price: { type: 'number', range: [0, 5] } },
      on_breach: 'pause',
    };
    const first = await run.open(expected);
    await run.store(first, 1, 'x', 3);
    expect(first.reached()).not.toBeNull();
    await first.close('running', 0);
    const second = await run.open(expected);
    expect(run.state?.report).toMatchObject({ items: 3, fields: [{ filled: 3 }] });
    await run.store(second, 'y');
    expect(second.reached()).toBeNull();
    await run.store(second, 6);
    expect(second.reached()).toMatchObject({ message: expect.stringContaining('at least 0 and at most 5') });
    expect(run.told).toHaveLength(2);
  });

  it('judges at the end what is judged only there', async () => {
    const run = new Run();
    const watch = await run.open({ min_items: 3, fields: { price: { required: true } } });
    await run.store(watch, null, 1);
    expect(run.told).toEqual([]);
    await watch.close('complete', 0);
    expect(run.told).toEqual([
      'There are 2 items, expected at least 3.',
      'price is filled in 1 of 2 items (50 %), expected in at least 98 %.',
    ]);
    expect(run.state?.report.isOver).toBe(true);
  });

  it('counts what earlier runs have extracted as items of a complete run', async () => {
    const run = new Run();
    const watch = await run.open({ min_items: 3 });
    await run.store(watch, 1);
    expect((await watch.close('complete', 2)).breaches).toEqual([]);
  });

  it('measures anew where rows have changed items, before it ends the crawl', async () => {
    const run = new Run();
    const watch = await run.open({ fields: { price: { type: 'number' } }, on_breach: 'fail' });
    const [wrong, right] = ['x', 5].map((price) => item(1, { metadata: { price } }));
    if (wrong === undefined || right === undefined) throw new Error('There are two items.');
    run.stored.push(right);
    await watch.recordPage([wrong], true);
    expect(watch.reached()).toBeNull();
    expect((await watch.close('over', 0)).items).toBe(1);
    expect(run.told).toEqual([]);
  });

  it('keeps its numbers once a second', async () => {
    const run = new Run();
    const watch = await run.open(numbers);
    expect(run.keeps).toBe(1);
    for (run.now = 100; run.now < 3000; run.now += 100) await run.store(watch, 1);
    expect(run.keeps).toBe(3);
    expect(run.state?.report.items).toBe(20);
    await watch.close('running', 0);
    expect(run.state?.report).toMatchObject({ items: 29, isOver: false });
  });

  it('does not miss what is stored while it measures anew', async () => {
    const run = new Run();
    const watch = await run.open(numbers);
    await run.store(watch, 1, 2, 3);
    const last = item(9, { metadata: { price: 4 } });
    await watch.recordPage([], true);
    const reading = run.measured.items.bind(run.measured);
    let isOpen = true;
    run.measured.items = async (after) => {
      const batch = await reading(after);
      if (isOpen && batch.last === null) {
        isOpen = false;
        run.stored.push(last);
        await watch.recordPage([last], false);
      }
      return batch;
    };
    expect((await watch.close('over', 0)).items).toBe(4);
  });

  it('measures what was stored since the last time, where items come from stored pages', async () => {
    const run = new Run();
    const watch = await run.open({ ...numbers, on_breach: 'fail' });
    const put = (...prices: (number | string)[]) =>
      run.stored.push(
        ...prices.map((price, at) => item(run.stored.length + at + 1, { metadata: { price } })),
      );
    put(1, 2, 3);
    await watch.recordStored(false);
    expect(watch.reached()).toBeNull();
    put('x');
    run.now = 5000;
    await watch.recordStored(false);
    expect(watch.reached()).toMatchObject({ kind: 'breached', action: 'fail' });
    expect(run.state?.report).toMatchObject({ items: 4, isOver: false });
  });

  it('reads all items anew before it judges those that others may have changed', async () => {
    const run = new Run();
    const watch = await run.open(numbers);
    run.stored.push(item(1, { metadata: { price: 'x' } }));
    const measuring = watch.recordStored(true);
    run.stored[0] = item(1, { metadata: { price: 7 } });
    await measuring;
    expect(run.told).toEqual([]);
    expect((await watch.close('over', 0)).breaches).toEqual([]);
  });
});
