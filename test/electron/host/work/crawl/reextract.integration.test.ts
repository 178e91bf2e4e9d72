import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resumeRun, startRun } from '../../../../../electron/host/work/crawl/execute-run.ts';
import { startReextraction } from '../../../../../electron/host/work/crawl/reextract-run.ts';
import { runHistory } from '../../../../../electron/host/data/run-history.ts';
import { openWorkspace, type Workspace } from '../../../../../electron/host/workspace/workspace.ts';
import { startRowsSite } from '../../../../e2e/rows-site.ts';
import { page, redirect } from '../../../../servers/routes.ts';
import { startServer } from '../../../../servers/server.ts';
import { removeForGood } from '../../../store/support.ts';

const project = 'default';
const signal = new AbortController().signal;
const execution = { pause: signal, stop: signal };

/** A data folder with a spider. */
class Folder {
  readonly workspace: Workspace;

  constructor() {
    const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-reextract-'));
    this.workspace = openWorkspace(dataDir);
    onTestFinished(() => {
      this.workspace.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
  }

  async save(document: object): Promise<string> {
    const { name } = document as { name: string };
    const text = JSON.stringify(document);
    await this.workspace.queries.spiders.import({ project, name, text }, { dryRun: false });
    return name;
  }

  crawl(spider: string, limit: number | null = null) {
    const request = { project, spider, limit, overrides: {}, allowPrivate: true };
    return startRun(this.workspace, request, execution);
  }

  again = (run: string) => startReextraction(this.workspace, run, execution);

  /** The items of a run in order, except what differs from run to run. */
  async items(run: string, spider: string) {
    const view = { project, spider, run, filters: [], words: [], sort: [], upTo: null };
    const { rows } = await this.workspace.queries.items.slice(view, 0, 10_000);
    return rows.map(
      ({ id: _id, run: _run, request: _request, scraped_at: _scrapedAt, version: _version, ...item }) => item,
    );
  }
}

describe('items that are extracted again with the same spider', () => {
  it.each([0, 10])(
    'equal those of a crawl with rows on two levels, redirects and rules (%i)',
    async (priority) => {
      const site = await startRowsSite();
      const folder = new Folder();
      const spider = await folder.save(site.spider(priority, { CONCURRENT_REQUESTS: 1 }));
      const { run } = await folder.crawl(spider);
      const again = await folder.again(run);
      expect(again).toMatchObject({ state: 'completed', exitCode: 0 });
      const before = await folder.items(run, spider);
      expect(before.length).toBe(site.expected.length);
      expect(await folder.items(again.run, spider)).toEqual(before);
    },
  );
});

const article = (n: number): string =>
  `<title>Story ${n}</title><article><h1>Story ${n}</h1>${`<p>A sentence about story ${n}, long enough to be read as text.</p>`.repeat(12)}</article>`;

/** A site of many kinds of pages, each taken by another callback. */
async function startMixedSite() {
  const links = ['/api', '/old', '/dup/1', '/dup/2', '/story/1', '/story/2', '/other/1', '/nothing'];
  const site = await startServer({
    '/': page(links.map((href) => `<a href="${href}">x</a>`).join('')),
    '/api': page('{"rows": [{"n": 1}, {"n": 2}]}', { 'content-type': 'application/json' }),
    '/old': redirect('/dup/3'),
    ...Object.fromEntries(
      [1, 2, 3].map((n) => [`/dup/${n}`, page(`<b>same</b><i>${n}</i><time>3 hours ago</time>`)]),
    ),
    ...Object.fromEntries([1, 2].map((n) => [`/story/${n}`, page(article(n))])),
    '/other/1': page('<b>other</b>'),
    '/nothing': page('<u></u>'),
  });
  onTestFinished(() => site.close());
  const at = { css: 'time::text', processors: [{ type: 'parse_datetime' }] };
  const spider = {
    name: 'mixed',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${site.origin}/`],
    rules: [
      { allow: ['/api'], callback: 'api' },
      { allow: ['/dup/', '/old'], callback: 'dup' },
      { allow: ['/story/'], callback: 'parse_article' },
      { allow: ['/nothing', '/other/'] },
    ],
    callbacks: {
      api: { iterate: { selector: '$.rows[*]' }, extract: { n: { json_path: 'n' } } },
      dup: { extract: { name: { css: 'b::text' }, n: { css: 'i::text' }, at } },
    },
    expect: { key: ['name'], duplicates: 'drop' },
    settings: {
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      EXTRACTOR_ORDER: ['newsparser', 'textparser'],
    },
  };
  return { site, spider };
}

describe('a site of many kinds of pages', () => {
  it('gives the same items again: JSON, articles, redirects, dates and dropped duplicates', async () => {
    const { spider } = await startMixedSite();
    const folder = new Folder();
    await folder.save(spider);
    const { run } = await folder.crawl('mixed');
    const before = await folder.items(run, 'mixed');
    expect(before.map(({ callback }) => callback).sort()).toEqual(
      ['api', 'api', 'dup', 'parse_article', 'parse_article'].sort(),
    );
    const again = await folder.again(run);
    expect(await folder.items(again.run, 'mixed')).toEqual(before);
    const { dropped } = (await folder.workspace.queries.runs.expectations(again.run)) ?? {};
    expect(dropped).toBe(2);
  });

  it('is cut where a limit has cut the crawl, unless the spider was edited', async () => {
    const { spider } = await startMixedSite();
    const folder = new Folder();
    const { expect: _expect, ...document } = spider;
    await folder.save({ ...document, settings: { ...spider.settings, CONCURRENT_REQUESTS: 1 } });
    const { run } = await folder.crawl('mixed', 1);
    const again = await folder.again(run);
    expect(again.counters.items).toBe(1);
    expect(await folder.items(again.run, 'mixed')).toEqual(await folder.items(run, 'mixed'));
    await folder.save({ ...document, settings: { ...spider.settings, CONCURRENT_REQUESTS: 2 } });
    expect((await folder.again(run)).counters.items).toBe(2);
  });

  it('is taken by the rules of the edited spider', async () => {
    const { site, spider } = await startMixedSite();
    const folder = new Folder();
    await folder.save(spider);
    const { run } = await folder.crawl('mixed');
    const asked = site.log.length;
    const [api, , stories] = spider.rules;
    await folder.save({ ...spider, rules: [api, stories, { allow: ['/other/'], callback: 'dup' }] });
    const again = await folder.again(run);
    const items = await folder.items(again.run, 'mixed');
    expect(items.map(({ callback }) => callback).sort()).toEqual(
      ['api', 'api', 'dup', 'parse_article', 'parse_article'].sort(),
    );
    expect(items.find(({ callback }) => callback === 'dup')?.metadata['name']).toBe('other');
    const { rows } = await folder.workspace.queries.requests.slice({ run: again.run }, 0, 100);
    expect(rows.filter(({ reason }) => reason === 'No rule takes this page any longer.')).toHaveLength(3);
    expect(site.log).toHaveLength(asked);
  });

  it('stands in the course of the runs where its crawl did, once it is accepted', async () => {
    const { spider } = await startMixedSite();
    const folder = new Folder();
    await folder.save(spider);
    const { queries } = folder.workspace;
    const course = async () => runHistory(folder.workspace, { project, spider: 'mixed', limit: 10 });
    const { run: first } = await folder.crawl('mixed');
    const { run: second } = await folder.crawl('mixed');
    const again = await folder.again(first);
    expect((await course()).map(({ run }) => run)).toEqual([first, second]);
    await queries.runs.accept(again.run);
    const { startedAt } = await queries.runs.get(first);
    const points = await course();
    expect(points.map(({ run }) => run)).toEqual([again.run, second]);
    expect(points[0]).toMatchObject({ kind: 'full', source: first, startedAt });
    await removeForGood(queries, { kind: 'run', run: first });
    expect((await course())[0]).toMatchObject({ run: again.run, kind: 'full', source: first });
  });

  it('goes on where it was paused', async () => {
    const { spider } = await startMixedSite();
    const folder = new Folder();
    await folder.save(spider);
    const { run } = await folder.crawl('mixed');
    const pause = new AbortController();
    const paused = await startReextraction(folder.workspace, run, {
      ...execution,
      pause: pause.signal,
      onStart: () => pause.abort(),
    });
    expect(paused).toMatchObject({ state: 'paused', counters: { items: 0 } });
    await expect(removeForGood(folder.workspace.queries, { kind: 'run', run })).rejects.toMatchObject({
      code: 'conflict',
    });
    const resumed = await resumeRun(folder.workspace, paused.run, execution);
    expect(resumed).toMatchObject({ state: 'completed', counters: { queued: 0 } });
    expect(await folder.items(paused.run, 'mixed')).toEqual(await folder.items(run, 'mixed'));
  });
});

describe('a generation whose items are not as expected', () => {
  /** Pages, of which so many are in progress when the first breach is found. */
  const many = { pages: 150, least: 50 };

  /** Crawls many pages, and edits the spider so that its name is another and breaches what is expected. */
  async function edited(onBreach: 'warn' | 'pause' | 'fail') {
    const numbers = Array.from({ length: many.pages }, (_, at) => at);
    const site = await startServer({
      '/': page(numbers.map((n) => `<a href="/p/${n}">x</a>`).join('')),
      ...Object.fromEntries(numbers.map((n) => [`/p/${n}`, page(`<b>Name ${n}</b>`)])),
    });
    onTestFinished(() => site.close());
    const folder = new Folder();
    const spider = (selector: string) => ({
      name: 'names',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${site.origin}/`],
      rules: [{ allow: ['/p/'], callback: 'named' }],
      callbacks: { named: { extract: { name: { css: selector } } } },
      expect: { on_breach: onBreach, fields: { name: { required: true } } },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    });
    await folder.save(spider('b::text'));
    const { run } = await folder.crawl('names');
    await folder.save(spider('i::text'));
    return { folder, again: await folder.again(run) };
  }

  it('ends as the spider says: it warns, and goes on to its end', async () => {
    const { again } = await edited('warn');
    expect(again).toMatchObject({ state: 'completed', counters: { items: many.pages } });
    expect(again.reason).toContain('Not as expected: name is filled in 0 of 150 items');
  });

  it('ends as the spider says: it fails at once', async () => {
    const { folder, again } = await edited('fail');
    expect(again).toMatchObject({ state: 'failed', exitCode: 1 });
    expect(again.counters.items).toBeLessThan(many.pages);
    const measured = await folder.workspace.queries.runs.expectations(again.run);
    expect(measured?.items).toBeGreaterThanOrEqual(many.least);
  });

  it('ends as the spider says: it pauses once, and fails at its end', async () => {
    const { folder, again } = await edited('pause');
    expect(again).toMatchObject({ state: 'paused', exitCode: 1 });
    expect(again.reason).toContain('Paused because the data is not as expected. name is filled in 0 of');
    expect(again.counters.items).toBeLessThan(many.pages);
    const resumed = await resumeRun(folder.workspace, again.run, execution);
    expect(resumed).toMatchObject({ state: 'failed', counters: { items: many.pages, queued: 0 } });
  });
});

it('rows lead to stored pages only, and tell why to others', async () => {
  const site = await startRowsSite();
  const folder = new Folder();
  const spider = site.spider(0, { CONCURRENT_REQUESTS: 1 });
  const name = await folder.save(spider);
  const { run } = await folder.crawl(name);
  const callbacks = spider['callbacks'] as Record<string, object>;
  await folder.save({
    ...spider,
    callbacks: { ...callbacks, details: callbacks['detail'], list: follow('details') },
  });
  const again = await folder.again(run);
  const items = await folder.items(again.run, name);
  expect(items.filter(({ callback }) => callback === 'details').length).toBeGreaterThan(10);
  const lost = await folder.workspace.queries.events.list(again.run, { kinds: ['rows-lost'] });
  expect(lost.map(({ message }) => message).join()).toContain(`Run ${run} has no stored page of it.`);
});

const follow = (callback: string) => ({
  extract: { place: { css: 'b::text' } },
  iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback } },
});
