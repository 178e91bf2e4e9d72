import { compressPage } from '../../../../electron/engine/stored-page.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/store/open.ts';
import { completed, item, request, scratchFolder, scratchStore, startedRun } from '../support.ts';

async function runWithItems(store: Store, titles: string[], spider = 'shop'): Promise<string> {
  const run = await startedRun(store, spider);
  const ledger = store.ledger(run);
  await ledger.admit([request(1)]);
  const [claimed] = await ledger.claim('https://example.org', 1, 0);
  await ledger.complete(
    completed(
      claimed?.id ?? '',
      titles.map((title, n) => item(n, { title, metadata: { [`key${n % 3}`]: n } })),
    ),
  );
  return run;
}

describe('items', () => {
  it('come back as they were given, with the run and the version they are from', async () => {
    const store = scratchStore(':memory:', { now: () => Date.UTC(2026, 10, 21, 12) });
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1)]);
    await ledger.claim('https://example.org', 1, 0);
    const metadata = {
      price: 1.5,
      ok: true,
      none: null,
      tags: ['ä', 1],
      deep: { a: { b: [{}] } },
      __proto__x: 'x',
    };
    await ledger.complete(
      completed('1', [
        item(1, { content: 'line\nline\0"', author: 'Ö', published_date: '2026-01-01', metadata }),
      ]),
    );
    expect(store.items.at({ run }, 1)).toEqual({
      id: '1',
      run,
      spider: 'shop',
      version: 1,
      url: 'https://example.org/page/1',
      callback: 'parse_article',
      title: 'Title 1',
      content: 'line\nline\0"',
      author: 'Ö',
      published_date: '2026-01-01',
      metadata,
      scraped_at: '2026-11-21T12:00:00.000Z',
      request: '1',
      position: 0,
      problems: [],
    });
  });

  it('are found by their place, from 1', async () => {
    const store = scratchStore();
    const run = await runWithItems(store, ['a', 'b', 'c']);
    const titles = [0, 1, 3, 4, -1].map((index) => store.items.at({ run }, index)?.title ?? null);
    expect(titles).toEqual([null, 'a', 'c', null, null]);
    expect(store.items.slice({ run }, 1, 5).map(({ title }) => title)).toEqual(['b', 'c']);
    expect(store.items.metadataKeys({ run })).toEqual(['key0', 'key1', 'key2']);
  });

  it('of all runs of a spider come in the order of scraping, without those of others', async () => {
    const store = scratchStore();
    await runWithItems(store, ['a', 'b']);
    await runWithItems(store, ['x'], 'news');
    await runWithItems(store, ['c']);
    const selection = { project: 'default', spider: 'shop' };
    expect([...store.items.stream(selection)()].map(({ title }) => title)).toEqual(['a', 'b', 'c']);
    expect(store.items.count(selection)).toBe(3);
    expect(store.items.at(selection, 3)?.title).toBe('c');
    expect(store.items.count({ project: 'other', spider: 'shop' })).toBe(0);
  });

  it('are walked in portions, the same ones twice, while others are added', async () => {
    const store = scratchStore();
    const titles = Array.from({ length: 450 }, (_, n) => `t${n}`);
    const run = await runWithItems(store, titles);
    const ledger = store.ledger(run);
    await ledger.admit([request(2)]);
    const [claimed] = await ledger.claim('https://example.org', 1, 0);
    const rows = store.items.stream({ run });
    const seen: (string | null)[] = [];
    for (const { title } of rows()) {
      seen.push(title);
      if (seen.length === 10)
        await ledger.complete(completed(claimed?.id ?? '', [item(1, { title: 'late' })]));
    }
    expect(seen).toEqual(titles);
    expect([...rows()]).toHaveLength(450);
    expect(store.items.count({ run })).toBe(451);
  });

  it('that are damaged are a clear error and do not hide the others', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const run = await runWithItems(store, ['a', 'b', 'c', 'd']);
    const db = new Database(path);
    db.exec(`UPDATE items SET metadata_json = '{"broken' WHERE id = 2; UPDATE items SET metadata_json = '[]' WHERE id = 3;
      UPDATE items SET problems_json = '{}' WHERE id = 4`);
    db.close();
    expect(store.items.at({ run }, 1)?.title).toBe('a');
    for (const [index, what] of [
      [2, 'Item 2 (its metadata)'],
      [3, 'Item 3 (its metadata)'],
      [4, 'Item 4 (its problems)'],
    ] as const) {
      expect(() => store.items.at({ run }, index)).toThrow(
        expect.objectContaining({
          code: 'damaged',
          message: `${what} cannot be read: what is stored there is damaged.`,
        }),
      );
    }
    expect(store.runs.statistics(run).itemsWithValues).toBe(4);
  });
});

describe('stored pages', () => {
  it('that are damaged are a clear error', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const ledger = store.ledger(await startedRun(store));
    await ledger.admit([request(1), request(2)]);
    await ledger.claim('https://example.org', 2, 0);
    await ledger.complete({ ...completed('1'), page: compressPage('<p>page</p>', 'utf-8') });
    await ledger.complete(completed('2'));
    expect(store.pages.ofRequest('2')).toBeNull();
    const db = new Database(path);
    db.exec(`UPDATE pages SET body = x'0102'`);
    db.close();
    expect(() => store.pages.ofRequest('1')).toThrow(/The stored page of request 1 cannot be read/);
  });

  it('go with the last run that needs them', async () => {
    const store = scratchStore();
    const runs = [await startedRun(store), await startedRun(store)];
    for (const [index, run] of runs.entries()) {
      const ledger = store.ledger(run);
      await ledger.admit([request(1), request(2)]);
      const [a, b] = await ledger.claim('https://example.org', 2, 0);
      await ledger.complete({ ...completed(a?.id ?? ''), page: compressPage('shared', 'utf-8') });
      await ledger.complete({ ...completed(b?.id ?? ''), page: compressPage(`own ${index}`, 'utf-8') });
      store.runs.setState(run, 'completed');
    }
    expect(store.pages.size().pages).toBe(3);
    store.runs.delete(runs[0] ?? '');
    expect(store.pages.size().pages).toBe(2);
    store.runs.delete(runs[1] ?? '');
    expect(store.pages.size().pages).toBe(0);
  });
});

describe('events', () => {
  it('can be followed and filtered', async () => {
    let now = 1000;
    const store = scratchStore(':memory:', { now: () => (now += 1) });
    const run = await startedRun(store);
    store.events.record(
      run,
      [1, 2, 3].map((n) => ({
        kind: n === 2 ? 'robots' : 'note',
        url: n === 3 ? 'https://Example.org/a' : null,
        message: `m${n}`,
      })),
    );
    const messages = (query?: Parameters<Store['events']['list']>[1]) =>
      store.events.list(run, query).map(({ message }) => message);
    const [started = '', ...rest] = messages();
    expect(started).toMatch(/^The run started in process \d+\.$/);
    expect(rest).toEqual(['m1', 'm2', 'm3']);
    const ids = store.events.list(run).map(({ id }) => id);
    expect(messages({ after: ids[1] ?? '' })).toEqual(['m2', 'm3']);
    expect(messages({ since: 0, limit: 1 })).toEqual([started]);
    expect(messages({ since: Date.parse(store.events.list(run)[2]?.at ?? '') })).toEqual(['m2', 'm3']);
    expect(messages({ limit: 1 })).toEqual(['m3']);
    expect(messages({ kinds: ['robots'] })).toEqual(['m2']);
    expect(messages({ kinds: ['robots', 'started'] })).toEqual([started, 'm2']);
    expect(messages({ kinds: ['nothing'] })).toEqual([]);
    expect(messages({ url: 'example.ORG/' })).toEqual(['m3']);
    expect(store.events.kinds(run)).toEqual([
      { kind: 'note', count: 2 },
      { kind: 'robots', count: 1 },
      { kind: 'started', count: 1 },
    ]);
    expect(() => messages({ after: '1; DROP' })).toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});
