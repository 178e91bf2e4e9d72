import type { PageKind } from '../../../../shared/page-kind.ts';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { NewItem, NewRequest, Validators } from '../../../../electron/engine/ports/ledger.ts';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { first } from '../../../../electron/store/database/migrations/0001-first.ts';
import { migrate } from '../../../../electron/store/database/migrations/migrate.ts';
import type { RunKind } from '../../../../electron/store/runs/run-queries.ts';
import type { Store } from '../../../../electron/store/open.ts';
import {
  controlOf,
  facts,
  fingerprintOf,
  item,
  request,
  scratchFolder,
  scratchStore,
  spiderNamed,
  unfinished,
  removeForGood,
} from '../support.ts';
import { savedVersion } from '../saved-version.ts';

const origin = 'https://example.org';
const shop = { project: 'default', spider: 'shop' };
const whole = { text: '', offset: 0, limit: 10 };
const noon = Date.UTC(2026, 10, 20, 12);

interface Visited {
  request: NewRequest;
  items?: NewItem[];
  html?: string | null;
  kind?: PageKind;
  validators?: Validators;
}

async function begin(store: Store, kind: RunKind = 'full', name = 'shop') {
  const spider = spiderNamed(name);
  const versionId = await savedVersion(store, spider);
  const options = { limit: kind === 'test' ? 9 : null, overrides: {}, allowPrivate: false };
  const { id } = await store.queries.runs.create({ versionId, kind, options, appVersion: '0.1.0' });
  await controlOf(store, id).begin();
  return id;
}

const historyOf = (store: Store, spider = 'shop', project = 'default') =>
  store.queries.history.summary({ project, spider });

/** A run that visits these pages, one after the other. */
async function visitAll(store: Store, pages: readonly Visited[], kind: RunKind = 'full', name = 'shop') {
  const run = await begin(store, kind, name);
  const ledger = store.ledger(run);
  await ledger.admit(pages.map((page) => page.request));
  for (const page of pages) {
    const [claimed] = await ledger.claim(origin, 1, 0);
    const { html = '<p>page</p>', kind: pageKind = 'html', validators } = page;
    await ledger.complete({
      id: claimed?.id ?? '',
      facts: { ...facts, ...(validators === undefined ? {} : { validators }) },
      items: page.items ?? [],
      links: [],
      page: html === null ? null : compressPage(html, 'windows-1252', pageKind),
      events: [],
    });
  }
  await controlOf(store, run).end('completed', 'It is over.', 'finished');
  return run;
}

const link = (n: number, changes: Partial<NewRequest> = {}) => request(n, { depth: 1, ...changes });

/** What a new incremental run makes of these requests: the reason of each that it skips, null for the others. */
async function admitted(
  store: Store,
  requests: NewRequest[],
  options = { incremental: true },
  name = 'shop',
) {
  const run = await begin(store, 'full', name);
  const ledger = store.ledger(run, options);
  await ledger.admit([request(99)]);
  const [start] = await ledger.claim(origin, 1, 0);
  await ledger.admit(requests.map((one) => (one.depth === 0 ? one : { ...one, parent: start?.id ?? null })));
  const { counters } = await store.queries.runs.get(run);
  expect(counters.queued + counters.active + counters.skipped).toBe(counters.seen);
  const reasons = (await store.queries.requests.slice({ run: run }, 0, 1000)).rows.map(
    ({ reason }) => reason,
  );
  await controlOf(store, run).end('failed', 'It is over.', 'error');
  return reasons.slice(1);
}

describe('links in an incremental run', () => {
  it('are skipped when an earlier full run has extracted their page, and only then', async () => {
    const store = scratchStore(':memory:', { now: () => noon });
    const empty = item(3, { title: ' ', metadata: { tags: [], price: null } });
    await visitAll(store, [
      { request: link(1), items: [item(1)] },
      { request: link(2, { callback: null }) },
      { request: link(3), items: [empty] },
      { request: link(4), items: [item(4, { title: null, metadata: { price: 0 } })], html: null },
    ]);
    const reason = 'An earlier full run (1, 2026-11-20) already extracted it; DELTAFETCH_ENABLED is on.';
    const links = [link(1), link(2), link(3), link(4), link(5), request(6, { depth: 0 })];
    expect(await admitted(store, links)).toEqual([reason, null, null, reason, null, null]);
    expect(await admitted(store, links, { incremental: false })).toEqual(Array(6).fill(null));
    expect(await admitted(store, links, { incremental: true }, 'another')).toEqual(Array(6).fill(null));
    const asNavigation = links.map((one) => ({ ...one, callback: null }));
    expect(await admitted(store, asNavigation)).toEqual(Array(6).fill(null));
    const asStart = [request(1, { depth: 0 })];
    expect(await admitted(store, asStart)).toEqual([null]);
  });

  it('are skipped when they come from a sitemap: from no page, but not as start URLs', async () => {
    const store = scratchStore();
    await visitAll(store, [{ request: link(1), items: [item(1)] }]);
    const run = await begin(store);
    await store.ledger(run, { incremental: true }).admit([link(1, { parent: null })]);
    expect((await store.queries.runs.get(run)).counters).toMatchObject({ queued: 0, skipped: 1 });
    expect((await store.queries.requests.slice({ run: run }, 0, 1000)).rows).toMatchObject([
      { state: 'skipped', answeredBy: 'memory', tries: 0 },
    ]);
  });

  it('are not skipped for what this very run has extracted', async () => {
    const store = scratchStore();
    const run = await begin(store);
    const ledger = store.ledger(run, { incremental: true });
    await ledger.admit([link(1)]);
    const [claimed] = await ledger.claim(origin, 1, 0);
    await ledger.complete({
      id: claimed?.id ?? '',
      facts,
      items: [item(1)],
      links: [],
      page: null,
      events: [],
    });
    expect(await ledger.alreadyExtracted('1', fingerprintOf(1))).toBeNull();
    const later = store.ledger(await begin(store), { incremental: true });
    expect(await later.alreadyExtracted('1', fingerprintOf(1))).toMatch(/^An earlier full run \(1, /);
  });
});

describe('the crawl history', () => {
  it('is written by full runs only, for pages that are done only', async () => {
    const store = scratchStore();
    await visitAll(store, [{ request: link(1), items: [item(1)] }], 'test');
    expect(await historyOf(store)).toMatchObject({ pages: 0, extracted: 0 });
    const run = await begin(store);
    const ledger = store.ledger(run);
    await ledger.admit([link(1), link(2), link(3), link(4)]);
    const [a, b, c, d] = await ledger.claim(origin, 4, 0);
    const page = compressPage('<p>page</p>', 'utf-8');
    const read = (id: string | undefined) => ({ ...unfinished(id ?? '', 'No article.'), facts, page });
    await ledger.fail(read(a?.id));
    await ledger.skip(read(b?.id));
    await ledger.retry(read(c?.id), 5);
    await ledger.release([d?.id ?? '']);
    expect(await historyOf(store)).toMatchObject({ pages: 0, extracted: 0 });
    expect(
      (await store.queries.requests.slice({ run: run, states: ['failed'] }, 0, 1000)).rows,
    ).toMatchObject([{ freshness: 'new' }]);
  });

  it('keeps what was extracted when the page is read for navigation later', async () => {
    let time = noon;
    const store = scratchStore(':memory:', { now: () => time });
    await visitAll(store, [
      { request: link(1), items: [item(1)], validators: { etag: '"1"', lastModified: null } },
    ]);
    time += 86_400_000;
    await visitAll(store, [{ request: link(1, { callback: null }), html: '<p>later</p>' }]);
    expect(await store.queries.history.get(shop, fingerprintOf(1))).toMatchObject({
      url: 'https://example.org/page/1',
      finalUrl: facts.finalUrl,
      etag: null,
      extractedRun: '1',
      extractedAt: '2026-11-20T12:00:00.000Z',
      fetchedRun: '2',
      fetchedAt: '2026-11-21T12:00:00.000Z',
    });
  });

  it('knows a page by the addresses that redirects have shown', async () => {
    const store = scratchStore();
    const run = await begin(store);
    const ledger = store.ledger(run);
    await ledger.admit([link(1)]);
    const [claimed] = await ledger.claim(origin, 1, 0);
    await ledger.takeRedirect(claimed?.id ?? '', fingerprintOf(2));
    await ledger.complete({
      id: claimed?.id ?? '',
      facts,
      items: [item(1)],
      links: [],
      page: null,
      events: [],
    });
    await controlOf(store, run).end('completed', 'It is over.', 'finished');
    expect(await admitted(store, [link(1), link(2), link(3)])).toEqual([
      expect.stringContaining('already extracted'),
      expect.stringContaining('already extracted'),
      null,
    ]);
  });

  it('lists the newest first, and forgets one page, one spider, or goes with its spider', async () => {
    let time = noon;
    const store = scratchStore(':memory:', { now: () => (time += 1000) });
    const pages = [1, 2, 3].map((n) => ({ request: link(n), items: n === 2 ? [] : [item(n)] }));
    await visitAll(store, pages);
    await visitAll(store, pages, 'full', 'another');
    const urls = async () =>
      (await store.queries.history.list(shop, whole)).pages.slice(0, 2).map(({ url }) => url.at(-1));
    expect(await urls()).toEqual(['3', '2']);
    expect(await historyOf(store)).toMatchObject({ pages: 3, extracted: 2 });
    expect(await store.queries.history.clear(shop, fingerprintOf(3))).toEqual({ pages: 1, answers: 0 });
    expect(await store.queries.history.clear(shop, fingerprintOf(3))).toEqual({ pages: 0, answers: 0 });
    expect(await store.queries.history.get(shop, fingerprintOf(3))).toBeNull();
    expect(await urls()).toEqual(['2', '1']);
    expect(await store.queries.history.clear(shop, null)).toEqual({ pages: 2, answers: 0 });
    expect(await historyOf(store)).toMatchObject({ pages: 0 });
    expect(await historyOf(store, 'another')).toMatchObject({ pages: 3 });
    await removeForGood(store.queries, { kind: 'spider', ...shop, spider: 'another' });
    expect(await historyOf(store, 'another')).toMatchObject({ pages: 0 });
    expect(await historyOf(store, 'shop', 'nowhere')).toMatchObject({ pages: 0 });
  });

  it('is read in parts, and by a part of the URL', async () => {
    let time = noon;
    const store = scratchStore(':memory:', { now: () => (time += 1000) });
    expect(await historyOf(store)).toMatchObject({ since: null });
    await visitAll(
      store,
      [1, 2, 13].map((n) => ({ request: link(n), items: [item(n)] })),
    );
    const urls = async (offset: number, text: string) => {
      const { pages } = await store.queries.history.list(shop, { offset, text, limit: 2 });
      return pages.map(({ url }) => /\d+$/u.exec(url)?.[0]);
    };
    expect([await urls(0, ''), await urls(2, ''), await urls(4, '')]).toEqual([['13', '2'], ['1'], []]);
    const part = 'age/1';
    expect([await urls(0, part), await urls(0, part.toUpperCase()), await urls(0, 'nowhere')]).toEqual([
      ['13', '1'],
      ['13', '1'],
      [],
    ]);
    expect(
      await store.queries.history.list({ ...shop, spider: 'shop' }, { ...whole, text: part }),
    ).toMatchObject({ matching: 2 });
    expect(
      await store.queries.history.list({ ...shop, spider: 'another' }, { ...whole, text: part }),
    ).toMatchObject({ matching: 0 });
    const { pages } = await store.queries.history.list(shop, whole);
    expect(await historyOf(store)).toMatchObject({ since: pages.at(-1)?.fetchedAt });
  });

  it('outlives its runs', async () => {
    const store = scratchStore();
    await removeForGood(store.queries, {
      kind: 'run',
      run: await visitAll(store, [{ request: link(1), items: [item(1)] }]),
    });
    expect(await historyOf(store)).toMatchObject({ pages: 1, extracted: 1 });
    expect(await admitted(store, [link(1)])).toEqual([expect.stringContaining('An earlier full run (1, ')]);
  });
});

describe('asking whether a page has changed', () => {
  const validators = { etag: 'W/"1"', lastModified: 'Tue, 03 Nov 2026 08:00:00 GMT' };

  async function claimedAgain(store: Store, options = { incremental: true }) {
    const ledger = store.ledger(await begin(store), options);
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim(origin, 1, 0);
    return { ledger, id: claimed?.id ?? '', known: claimed?.validators };
  }

  it.each(['html', 'xml', 'json'] as const)(
    'hands out what the server gave, and the page of %s as it was stored',
    async (kind) => {
      const store = scratchStore();
      await visitAll(store, [{ request: request(1), html: '<p>Häuser</p>', kind, validators }]);
      const { ledger, id, known } = await claimedAgain(store);
      expect(known).toEqual({ ...validators, finalUrl: facts.finalUrl });
      expect(await ledger.storedPage(id)).toEqual({
        html: '<p>Häuser</p>',
        encoding: 'windows-1252',
        kind,
        contentType: facts.contentType,
      });
    },
  );

  it.each([
    ['the run is not incremental', { validators }, { incremental: false }],
    ['the server gave nothing', { validators: { etag: null, lastModified: null } }, { incremental: true }],
    ['no page was kept', { validators, html: null, items: [item(1)] }, { incremental: true }],
  ])('has nothing to ask with when %s', async (_case, visited, options) => {
    const store = scratchStore();
    await visitAll(store, [{ request: request(1), ...visited }]);
    expect((await claimedAgain(store, options)).known).toBeUndefined();
  });

  it('has nothing to ask with when the stored page went with its run', async () => {
    const store = scratchStore();
    const run = await visitAll(store, [{ request: request(1), validators }]);
    const asked = await claimedAgain(store);
    await removeForGood(store.queries, { kind: 'run', run });
    expect(await asked.ledger.storedPage(asked.id)).toBeNull();
    expect((await claimedAgain(store)).known).toBeUndefined();
  });
});

describe('cached responses', () => {
  const answer = {
    url: 'https://example.org/',
    status: 404,
    finalUrl: 'https://example.org/b',
    hops: [{ url: 'https://example.org/', status: 301 }],
    headers: { 'content-type': 'text/html' },
    body: new Uint8Array([0, 255, 60, 60]),
  };

  it('come back as they were, per spider, and the newer one replaces the older', async () => {
    let time = 5;
    const store = scratchStore(':memory:', { now: () => time });
    const { cache } = store.crawlPorts(await begin(store));
    expect(await cache.get(fingerprintOf(1))).toBeNull();
    await cache.put(fingerprintOf(1), answer);
    expect(await cache.get(fingerprintOf(1))).toEqual({ response: answer, storedAt: 5 });
    expect(await store.crawlPorts(await begin(store, 'test')).cache.get(fingerprintOf(1))).toMatchObject({
      storedAt: 5,
    });
    expect(
      await store.crawlPorts(await begin(store, 'full', 'another')).cache.get(fingerprintOf(1)),
    ).toBeNull();
    time = 6;
    const newer = { ...answer, status: 200, body: new Uint8Array() };
    await cache.put(fingerprintOf(1), newer);
    expect(await cache.get(fingerprintOf(1))).toEqual({ response: newer, storedAt: 6 });
    expect(await historyOf(store)).toMatchObject({ cache: { answers: 1 } });
    expect(await store.queries.history.clear(shop, fingerprintOf(2))).toEqual({ pages: 0, answers: 0 });
    expect(await store.queries.history.clear(shop, null)).toEqual({ pages: 0, answers: 1 });
    expect(await cache.get(fingerprintOf(1))).toBeNull();
  });
});

describe('a database from before there was a crawl history', () => {
  it('keeps its runs, and has no history until the next full run', async () => {
    const path = join(scratchFolder(), 'old.db');
    const old = new Database(path);
    migrate(old, path, [first]);
    old.exec(`
      INSERT INTO projects (id, name, created_at) VALUES (1, 'default', 1);
      INSERT INTO spiders (id, project_id, name, created_at) VALUES (1, 1, 'shop', 1);
      INSERT INTO spider_versions (id, spider_id, number, document, hash, created_at) VALUES (1, 1, 1, '{}', '', 1);
      INSERT INTO runs (id, spider_id, version_id, state, kind, options, app_version, created_at)
        VALUES (1, 1, 1, 'completed', 'full', '{"limit":null,"overrides":{},"allowPrivate":false}', '0.1.0', 1);
      INSERT INTO origins (id, run_id, origin) VALUES (1, 1, '${origin}');
      INSERT INTO requests (run_id, origin_id, fingerprint, url, state, priority, depth, follow)
        VALUES (1, 1, 1, '${origin}/', 2, 0, 0, 1);`);
    old.close();
    const store = scratchStore(path);
    const { rows } = await store.queries.requests.slice({ run: '1' }, 0, 10);
    expect(rows).toMatchObject([{ state: 'done', freshness: null, answeredBy: null }]);
    expect((await store.queries.runs.overview('1')).answeredBy).toEqual({
      site: 0,
      storedPage: 0,
      cache: 0,
      memory: 0,
    });
    expect(await historyOf(store)).toMatchObject({ pages: 0, extracted: 0 });
    await visitAll(store, [{ request: link(1), items: [item(1)] }]);
    expect(await historyOf(store)).toMatchObject({ pages: 1, extracted: 1 });
  });
});
