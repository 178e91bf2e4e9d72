import { given } from '../../../../given.ts';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { buffer, text as readAll } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumeRun, startRun } from '../../../../../electron/host/work/crawl/execute-run.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { openHost, type OpenHost } from '../../open-host.ts';

// A site of numbered pages on loopback; each links to the next ten.
let site: Server;
let origin: string;
let studio: OpenHost;
const project = 'default';

beforeAll(async () => {
  site = createServer((request, response) => {
    const n = Number(/\/page\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    const links = Array.from({ length: 10 }, (_, index) => `<a href="/page/${n * 10 + index + 1}">next</a>`);
    response.setHeader('content-type', 'text/html');
    response.statusCode = request.url === '/robots.txt' ? 404 : n % 7 === 6 ? 500 : 200;
    response.end(
      `<title>Page ${n}</title><h1>Page ${n}</h1><p class="n">${n}</p>${n < 30 ? links.join('') : ''}`,
    );
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  studio = await openHost();
});
afterAll(async () => {
  await studio.close();
  site.closeAllConnections();
  site.close();
});

const text = (name: string, settings: object = {}): string =>
  JSON.stringify({
    name,
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/page/0`],
    rules: [{ allow: ['/page/'], callback: 'parse_page' }],
    callbacks: {
      parse_page: {
        extract: {
          title: { css: 'h1::text' },
          n: { css: '.n::text', processors: [{ type: 'cast', to: 'int' }] },
        },
      },
    },
    settings: { RETRY_TIMES: 0, DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ...settings },
  });
async function spider(name: string, settings: object = {}): Promise<string> {
  await studio.call('spiders.save', { project, spider: null, text: text(name, settings), base: null });
  return name;
}
const slow = { DOWNLOAD_DELAY: 0.05, CONCURRENT_REQUESTS: 1 };
const start = (name: string, more: { limit?: number; overrides?: Record<string, never> } = {}) =>
  studio.call('runs.start', { project, spider: name, limit: null, allowPrivate: true, ...more });
const ended = (state: string) => ['completed', 'stopped', 'failed', 'paused'].includes(state);

describe('a run', () => {
  it('is carried out beside the host, told as it goes on, and looked at from every side', async () => {
    const name = await spider('whole');
    const runs = studio.follow('runs', { project, spider: name });
    const { run } = await start(name);
    expect(run).toMatchObject({ spider: name, kind: 'full', here: true });
    const progress = studio.follow('run', { run: run.id });
    const log = studio.follow('log', { run: run.id, kinds: ['completed', 'failed'] });
    const last = await progress.until((event) => ended(event.run.state));
    expect(last.run).toMatchObject({ state: 'completed', here: false });
    const { counters } = last.run;
    expect(counters.failed).toBeGreaterThan(0);
    await runs.until((event) => event.kind === 'run' && event.run.state === 'completed');
    await log.until(({ kind }) => kind === 'completed');
    for (const followed of [runs, progress, log]) followed.end();
    await expect.poll(() => studio.running).toEqual([[run.id], []]);

    const shown = await studio.call('runs.show', { run: run.id });
    expect(shown.statuses.find(({ status }) => status === 500)?.count).toBe(counters.failed);
    expect(shown.fields.find(({ field }) => field === 'n')).toMatchObject({
      filled: counters.items,
      rate: 1,
    });
    const { points } = await studio.call('runs.series', { run: run.id, buckets: 100 });
    expect(points.reduce((sum, point) => sum + point.failed, 0)).toBe(counters.failed);
    expect(points.reduce((sum, point) => sum + point.items, 0)).toBe(counters.items);

    const failed = await studio.call('runs.requests', {
      run: run.id,
      states: ['failed'],
      offset: 0,
      limit: 5,
    });
    expect(failed.total).toBe(counters.failed);
    const detail = await studio.call('runs.request', { request: given(failed.rows[0]).id });
    expect(detail).toMatchObject({
      parent: { state: 'done' },
      page: null,
      items: [],
      decision: expect.stringContaining('Rule 0'),
    });
    expect(detail.events.at(-1)).toMatchObject({ kind: 'failed' });
    const done = await studio.call('runs.requests', {
      run: run.id,
      url: '/page/1',
      sort: { column: 'id', descending: false },
      offset: 0,
      limit: 1,
    });
    expect(await studio.call('runs.request', { request: given(done.rows[0]).id })).toMatchObject({
      childCount: 10,
      items: [{ title: 'Page 1' }],
      page: { encoding: 'UTF-8' },
    });
    const kept = await studio.call('pages.addFromRun', { request: given(done.rows[0]).id });
    expect(kept).toMatchObject({ source: 'run', run: run.id, title: 'Page 1' });
    expect(await studio.call('pages.addFromRun', { request: given(done.rows[0]).id })).toEqual(kept);
    expect(
      (await studio.call('pages.previewRequest', { request: given(done.rows[0]).id })).elements,
    ).toBeGreaterThan(10);
    expect(await studio.ask('pages.addFromRun', { request: given(failed.rows[0]).id })).toMatchObject({
      error: { code: 'no-stored-page' },
    });

    expect(await studio.call('runs.requeue', { run: run.id })).toMatchObject({
      requeued: counters.failed,
      run: { state: 'paused' },
    });
    expect(await studio.call('runs.stop', { run: run.id })).toMatchObject({ state: 'stopped' });
    expect(await studio.call('runs.delete', { run: run.id })).toMatchObject({ items: counters.items });
    expect(await studio.ask('runs.get', { run: run.id })).toMatchObject({ error: { code: 'unknown-run' } });
  });

  it('stops at its limit', async () => {
    const name = await spider('limited');
    const { run } = await start(name, { limit: 3 });
    const progress = studio.follow('run', { run: run.id });
    const { run: last } = await progress.until((event) => ended(event.run.state));
    progress.end();
    expect(last).toMatchObject({ kind: 'test', state: 'stopped', counters: { items: 3 } });
  });

  it('is paused, goes on, and is stopped', async () => {
    const name = await spider('steered', slow);
    const { run } = await start(name);
    const progress = studio.follow('run', { run: run.id });
    await progress.until((event) => event.run.counters.items > 2);
    expect(await studio.call('runs.pause', { run: run.id })).toMatchObject({ requested: 'pause' });
    const paused = await progress.until((event) => event.run.state === 'paused');
    expect(paused.run.reason).toBe('Paused on request.');
    expect(await studio.ask('runs.delete', { run: '999' })).toMatchObject({ error: { code: 'unknown-run' } });
    await studio.call('runs.resume', { run: run.id });
    await progress.until(
      (event) => event.run.state === 'running' && event.run.counters.items > paused.run.counters.items,
    );
    expect(await studio.ask('runs.resume', { run: run.id })).toMatchObject({
      error: { code: 'not-resumable' },
    });
    expect(await studio.ask('runs.delete', { run: run.id })).toMatchObject({ error: { code: 'conflict' } });
    await studio.call('runs.stop', { run: run.id });
    await progress.until((event) => event.run.state === 'stopped');
    progress.end();
    expect(await studio.ask('runs.pause', { run: run.id })).toMatchObject({ error: { code: 'not-running' } });
  });

  it('does not begin with settings that do not fit', async () => {
    const name = await spider('unfit');
    const overrides = { CONCURRENT_REQUESTS: 'many' } as never;
    expect(await studio.ask('runs.start', { project, spider: name, limit: null, overrides })).toMatchObject({
      error: { code: 'invalid-spider', details: { problems: expect.any(Array) } },
    });
    expect(await studio.call('runs.list', { project, spider: name })).toEqual({ runs: [], more: false });
    expect(await studio.ask('runs.start', { project, spider: 'nobody', limit: null })).toMatchObject({
      error: { code: 'unknown-spider' },
    });
  });

  it('of another process is seen, and paused from here', async () => {
    const name = await spider('elsewhere', slow);
    const runs = studio.follow('runs', { project, spider: name });
    // Another connection to the same database, as the command line has it.
    const workspace = openWorkspace(studio.dataDir);
    const never = new AbortController().signal;
    const watch = {
      pause: never,
      stop: never,
      onStart: () => undefined,
      onWarning: () => undefined,
      onProgress: () => undefined,
    };
    const request = { project, spider: name, limit: null, overrides: {}, allowPrivate: true };
    const outcome = startRun(workspace, request, watch);
    const seen = await runs.until((event) => event.kind === 'run' && event.run.counters.items > 2);
    const id = seen.kind === 'run' ? seen.run.id : '';
    await studio.call('runs.pause', { run: id });
    expect(await outcome).toMatchObject({ state: 'paused' });
    await runs.until((event) => event.kind === 'run' && event.run.state === 'paused');
    runs.end();
    expect(studio.host.runs()).toEqual([]);
    await expect(resumeRun(workspace, '999', watch)).rejects.toMatchObject({ code: 'unknown-run' });
    workspace.close();
  });

  it('is paused when the host is closed, and can be gone on with afterwards', async () => {
    const own = await openHost();
    await own.call('spiders.save', { project, spider: null, text: text('closing', slow), base: null });
    const { run } = await own.call('runs.start', {
      project,
      spider: 'closing',
      limit: null,
      allowPrivate: true,
    });
    const progress = own.follow('run', { run: run.id });
    await progress.until((event) => event.run.counters.items > 2);
    await own.host.close();
    const workspace = openWorkspace(own.dataDir);
    expect(await workspace.queries.runs.get(run.id)).toMatchObject({ state: 'paused' });
    expect((await workspace.queries.runs.get(run.id)).counters.active).toBe(0);
    workspace.close();
  });
});

describe('items of a run', () => {
  let name: string;
  let run: string;
  beforeAll(async () => {
    name = await spider('harvest');
    const begun = await start(name);
    run = begun.run.id;
    const progress = studio.follow('run', { run });
    await progress.until((event) => ended(event.run.state));
    progress.end();
  });
  const source = () => ({ project, spider: name, run: 'latest' });

  it('are shown in parts, sorted, filtered and searched', async () => {
    const view = {
      source: source(),
      sort: [{ column: 'n', descending: true }],
      filters: [{ column: 'n', operator: 'less' as const, value: 20 }],
    };
    const {
      rows,
      total,
      snapshot,
      run: of,
    } = await studio.call('results.query', { view, columns: ['title', 'n'], offset: 0, limit: 3 });
    expect(rows.map(({ cells }) => cells['n'])).toEqual([19, 18, 17]);
    expect(of).toBe(run);
    expect(total).toBe(18);
    const next = await studio.call('results.query', { view, columns: ['n'], offset: 3, limit: 2, snapshot });
    expect(next.rows.map(({ cells }) => cells)).toEqual([{ n: 16 }, { n: 15 }]);
    // Every part of an item is searched, so the port of the site and the time of day may find others as well.
    const search = (words: string) =>
      studio.call('results.query', {
        view: { source: source(), search: words },
        columns: ['title'],
        offset: 0,
        limit: 500,
      });
    const found = await search('page 17');
    expect(found.rows.map(({ cells }) => cells['title'])).toContain('Page 17');
    expect((await search('page nowhere')).total).toBe(0);
    const item = await studio.call('results.item', { item: given(rows[0]).id });
    expect(item).toMatchObject({ title: 'Page 19', metadata: { n: 19 }, hasPage: true, run });
  });

  it('tell their columns and how their values are distributed', async () => {
    const { columns, items, sampled } = await studio.call('results.columns', { source: source() });
    expect(columns.find(({ name: column }) => column === 'n')).toMatchObject({
      metadata: true,
      type: 'number',
      filled: items,
    });
    expect(sampled).toBe(false);
    const n = await studio.call('results.distribution', { view: { source: source() }, column: 'n' });
    expect(n).toMatchObject({ type: 'number', items, distinct: items, numbers: { min: 0 } });
    expect(given(n.numbers).histogram.reduce((sum, { count }) => sum + count, 0)).toBe(items);
  });

  it('are exported as a download, whole and as they were shown', async () => {
    const exports = studio.follow('exports', {});
    const view = { source: source(), sort: [{ column: 'n', descending: false }] };
    const what = { view, columns: ['n', 'title'], format: 'csv' as const };
    const preview = await studio.call('exports.preview', { ...what, limit: 2 });
    expect(preview).toMatchObject({
      text: 'n,title\r\n0,Page 0\r\n1,Page 1\r\n',
      rows: 2,
      columns: ['n', 'title'],
      paths: [],
      examined: preview.total,
    });
    const begun = await studio.call('exports.start', {
      ...what,
      target: { kind: 'download', file: '../my: items.csv' },
    });
    const done = await exports.until(({ id, state }) => id === begun.id && state !== 'running');
    exports.end();
    expect(done).toMatchObject({ state: 'done', rows: preview.total, file: 'my- items.csv', error: null });
    const resource = given(studio.host.resource(given(done.download)));
    expect(resource.headers['Content-Disposition']).toMatch(/^attachment; filename="my- items\.csv"/);
    const content = await readAll(resource.body as Readable);
    expect(content.startsWith(preview.text)).toBe(true);
    expect(content.trimEnd().split('\r\n')).toHaveLength(preview.total + 1);
    expect(Buffer.byteLength(content)).toBe(done.bytes);
    expect(studio.host.resource('/download/nothing/x')).toBeNull();
  });

  it('are exported for Excel as they were shown', async () => {
    const exports = studio.follow('exports', {});
    const what = {
      view: { source: source() },
      columns: ['n', 'title'],
      format: 'csv' as const,
      dialect: 'excel' as const,
    };
    const preview = await studio.call('exports.preview', { ...what, limit: 100 });
    expect(preview.text).toMatch(/^\ufeffn[,;|]title\r\n/u);
    const begun = await studio.call('exports.start', { ...what, target: { kind: 'download', file: 'con' } });
    const done = await exports.until(({ id, state }) => id === begun.id && state !== 'running');
    exports.end();
    expect(done).toMatchObject({ state: 'done', file: '_con.csv' });
    const content = await buffer(given(studio.host.resource(given(done.download))).body as Readable);
    expect(content.toString().slice(0, preview.text.length)).toBe(preview.text);
  });

  it('are exported with a column of the table that no filtered item has', async () => {
    const document: Record<string, unknown> = JSON.parse(text('two-kinds'));
    const first = { extract: { only_here: { css: 'h1::text' } } };
    document['rules'] = [
      { allow: ['/page/[123]$'], callback: 'parse_first' },
      { allow: ['/page/'], callback: 'parse_page' },
    ];
    document['callbacks'] = { ...Object(document['callbacks']), parse_first: first };
    await studio.call('spiders.save', { project, spider: null, text: JSON.stringify(document), base: null });
    const watched = studio.follow('runs', { project, spider: 'two-kinds' });
    await start('two-kinds');
    await watched.until((event) => event.kind === 'run' && ended(event.run.state));
    watched.end();

    const exports = studio.follow('exports', {});
    const filters = [{ column: 'callback', operator: 'equals' as const, value: 'parse_page' }];
    const view = { source: { project, spider: 'two-kinds', run: 'latest' }, filters };
    const what = { view, columns: ['title', 'only_here'], format: 'csv' as const };
    const preview = await studio.call('exports.preview', { ...what, limit: 100 });
    expect(preview.total).toBeGreaterThan(0);
    const begun = await studio.call('exports.start', { ...what, target: { kind: 'download' } });
    const done = await exports.until(({ id, state }) => id === begun.id && state !== 'running');
    exports.end();
    expect(done).toMatchObject({ state: 'done', error: null });
    const file = given(studio.host.resource(given(done.download)));
    const written = await readAll(file.body as Readable);
    expect(written.slice(0, preview.text.length)).toBe(preview.text);
  });

  it('are written to a chosen path in the desktop only, and never over a file unasked', async () => {
    const exports = studio.follow('exports', {});
    const path = `${studio.dataDir}/chosen.jsonl`;
    const begin = (door: 'web' | 'desktop', replace: boolean, chosen = path) =>
      studio.ask(
        'exports.start',
        {
          view: { source: source() },
          columns: null,
          format: 'jsonl',
          target: { kind: 'file', path, replace },
        },
        { door, takePath: (wanted) => wanted === chosen },
      );
    expect(await begin('web', false)).toMatchObject({ error: { code: 'not-here' } });
    expect(await begin('desktop', true, `${studio.dataDir}/another.jsonl`)).toMatchObject({
      error: { code: 'not-here', message: `"${path}" was not chosen in the dialog of this window.` },
    });
    expect(existsSync(path)).toBe(false);
    const outcome = async (replace: boolean) => {
      const begun = await begin('desktop', replace);
      const { id } = (begun as { value: { id: string } }).value;
      return exports.until((state) => state.id === id && state.state !== 'running');
    };
    expect(await outcome(false)).toMatchObject({ state: 'done', file: path, download: null });
    expect(JSON.parse(given(readFileSync(path, 'utf8').split('\n')[0]))).toMatchObject({ title: 'Page 0' });
    expect(await outcome(false)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('exists already'),
      // What helps a command line is no help in a window.
      hint: null,
    });
    expect(await outcome(true)).toMatchObject({ state: 'done' });
    exports.end();
  });

  it('cannot be exported by columns that are not there', async () => {
    const start = {
      view: { source: source() },
      columns: ['nn'],
      format: 'csv' as const,
      target: { kind: 'download' as const },
    };
    expect(await studio.ask('exports.start', start)).toMatchObject({ error: { code: 'unknown-column' } });
    expect(await studio.ask('exports.cancel', { export: 'x' })).toMatchObject({
      error: { code: 'unknown-export' },
    });
  });
});

describe('the sample', () => {
  it('is served, imported, crawled and ready to be tried by one call', async () => {
    const notices = studio.follow('notices', {});
    const sample = await studio.call('app.startSample', { spider: 'sample-shop', project: 'first' });
    const progress = studio.follow('run', { run: sample.run });
    const { run } = await progress.until((event) => ended(event.run.state));
    progress.end();
    expect(run).toMatchObject({ state: 'completed', project: 'first', counters: { failed: 0 } });
    const [page] = await studio.call('pages.list', { project: 'first', spider: sample.spider });
    const { text: spiderOf } = await studio.call('spiders.get', { project: 'first', spider: sample.spider });
    const tried = await studio.call('tester.callback', {
      page: given(page).id,
      text: spiderOf,
      callback: 'parse_product',
    });
    expect(tried.fields.find(({ path }) => path === 'price')?.value).toEqual(expect.any(Number));
    expect((await studio.call('app.status', {})).sampleSite).toBe(sample.siteUrl);
    expect(notices.events).toEqual([]);
    notices.end();
  });
});
