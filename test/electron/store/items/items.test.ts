import { compressPage } from '../../../../electron/engine/stored-page.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventQuery } from '../../../../electron/store/events/event-queries.ts';
import type { Store } from '../../../../electron/store/open.ts';
import {
  all,
  completed,
  controlOf,
  item,
  itemsOf,
  request,
  scratchFolder,
  scratchStore,
  startedRun,
} from '../support.ts';

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
    expect(await itemsOf(store, run)).toEqual([
      {
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
      },
    ]);
  });

  it('of all runs of a spider come in the order of scraping, without those of others', async () => {
    const store = scratchStore();
    await runWithItems(store, ['a', 'b']);
    await runWithItems(store, ['x'], 'news');
    await runWithItems(store, ['c']);
    expect((await itemsOf(store, null)).map(({ title }) => title)).toEqual(['a', 'b', 'c']);
    expect(await itemsOf(store, null, 'nobody')).toEqual([]);
  });

  it('are read in batches, the same ones twice, while others are added', async () => {
    const store = scratchStore();
    const titles = Array.from({ length: 450 }, (_, n) => `t${n}`);
    const run = await runWithItems(store, titles);
    const ledger = store.ledger(run);
    await ledger.admit([request(2)]);
    const [claimed] = await ledger.claim('https://example.org', 1, 0);
    const whole = { project: 'default', spider: 'shop', run, filters: [], words: [], sort: [], upTo: null };
    const { total, batches } = await store.queries.items.stream(whole);
    const seen: (string | null)[] = [];
    for await (const batch of batches()) {
      if (seen.length === 0)
        await ledger.complete(completed(claimed?.id ?? '', [item(1, { title: 'late' })]));
      seen.push(...batch.map(({ title }) => title));
    }
    expect(total).toBe(450);
    expect(seen).toEqual(titles);
    expect(await all(batches())).toHaveLength(450);
    expect(await itemsOf(store, run)).toHaveLength(451);
  });

  it('that are damaged are a clear error and do not hide the others', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const run = await runWithItems(store, ['a', 'b', 'c', 'd']);
    const db = new Database(path);
    db.exec(`UPDATE items SET metadata_json = '{"broken' WHERE id = 2; UPDATE items SET metadata_json = '[]' WHERE id = 3;
      UPDATE items SET problems_json = '{}' WHERE id = 4`);
    db.close();
    const { items } = store.queries;
    expect(await items.get('1')).toMatchObject({ title: 'a' });
    for (const [id, what] of [
      ['2', 'Item 2 (its metadata)'],
      ['3', 'Item 3 (its metadata)'],
      ['4', 'Item 4 (its problems)'],
    ] as const) {
      await expect(items.get(id)).rejects.toMatchObject({
        code: 'damaged',
        message: `${what} cannot be read: what is stored there is damaged.`,
      });
    }
    expect((await controlOf(store, run).summary()).itemsWithValues).toBe(4);
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
    expect(await store.queries.pages.ofRequest('2')).toBeNull();
    const db = new Database(path);
    db.exec(`UPDATE pages SET body = x'0102'`);
    db.close();
    await expect(store.queries.pages.ofRequest('1')).rejects.toThrow(
      /The stored page of request 1 cannot be read/,
    );
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
      await controlOf(store, run).end('completed', 'It is over.');
    }
    expect((await store.queries.pages.size()).pages).toBe(3);
    await store.queries.runs.delete(runs[0] ?? '');
    expect((await store.queries.pages.size()).pages).toBe(2);
    await store.queries.runs.delete(runs[1] ?? '');
    expect((await store.queries.pages.size()).pages).toBe(0);
  });
});

describe('events', () => {
  it('can be followed and filtered', async () => {
    let now = 1000;
    const store = scratchStore(':memory:', { now: () => (now += 1) });
    const run = await startedRun(store);
    for (const n of [1, 2, 3]) {
      const url = n === 3 ? 'https://Example.org/a' : null;
      await store.ledger(run).record([{ kind: n === 2 ? 'robots' : 'note', url, message: `m${n}` }]);
    }
    const messages = async (query?: EventQuery) =>
      (await store.queries.events.list(run, query)).map(({ message }) => message);
    const [started = '', ...rest] = await messages();
    expect(started).toMatch(/^The run started in process \d+\.$/);
    expect(rest).toEqual(['m1', 'm2', 'm3']);
    const ids = (await store.queries.events.list(run)).map(({ id }) => id);
    expect(await messages({ after: ids[1] ?? '' })).toEqual(['m2', 'm3']);
    expect(await messages({ since: 0, limit: 1 })).toEqual([started]);
    expect(
      await messages({ since: Date.parse((await store.queries.events.list(run))[2]?.at ?? '') }),
    ).toEqual(['m2', 'm3']);
    expect(await messages({ limit: 1 })).toEqual(['m3']);
    expect(await messages({ kinds: ['robots'] })).toEqual(['m2']);
    expect(await messages({ kinds: ['robots', 'started'] })).toEqual([started, 'm2']);
    expect(await messages({ kinds: ['nothing'] })).toEqual([]);
    expect(await messages({ url: 'example.ORG/' })).toEqual(['m3']);
    expect((await store.queries.runs.overview(run)).eventKinds).toEqual([
      { kind: 'note', count: 2 },
      { kind: 'robots', count: 1 },
      { kind: 'started', count: 1 },
    ]);
    await expect(messages({ after: '1; DROP' })).rejects.toMatchObject({ code: 'not-found' });
  });
});
