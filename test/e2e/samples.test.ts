import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSampleSite, type SampleSite } from '../../electron/sample-site/server.ts';
import { sampleNames, sampleSpider } from '../../electron/sample-site/spiders.ts';
import { testBrowser } from '../electron/browser/support.ts';
import { studio } from './command-line.ts';
import { pathHere } from './program.ts';

interface Expected {
  items: number;
  checks: {
    path: string;
    equals: Record<string, unknown>;
    startsWith: Record<string, string>;
    contains: Record<string, string>;
    lacks: Record<string, string>;
  }[];
  /** All items in any order: the values of these columns, in JSON. ORIGIN stands for the address of the site. */
  table?: { columns: string[]; rows: unknown[][] };
}

interface Item extends Record<string, unknown> {
  url: string;
  metadata_json: Record<string, unknown>;
}

interface Outcome {
  run: string;
  state: string;
  reason: string;
  counters: Record<'queued' | 'active' | 'done' | 'failed' | 'skipped' | 'seen' | 'items', number>;
}

interface Proof {
  verdict: string;
  checks: { name: string; result: string; problems: object[] }[];
}

const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(new URL(`../fixtures/samples/${name}.json`, import.meta.url), 'utf8')) as Expected;

/** The samples that only a browser can read. */
const needsBrowser: ReadonlySet<string> = new Set(['sample-actions']);

const sorted = (rows: unknown[][]): unknown[][] =>
  rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

describe.each(sampleNames())('the spider %s, from its file to rows', (name) => {
  const env: Record<string, string> = needsBrowser.has(name) ? { SPIDER_STUDIO_BROWSER: testBrowser() } : {};

  it('is valid, crawls, and gives the values that stand on the pages', async () => {
    const expected = expectedOf(name);
    const { call, file } = studio();
    const path = file('spider.json', sampleSpider(name, site.url));
    const validated = await call(['validate', path, '--json']);
    expect(validated.code, validated.stdout).toBe(0);
    const imported = await call(['import', path, '--project', 'samples', '--json']);
    expect(imported.json()).toEqual({
      spider: name,
      project: 'samples',
      version: 1,
      created: true,
      unchanged: false,
    });

    const crawled = await call(['crawl', name, '--project', 'samples', '--allow-private', '--json'], { env });
    const outcome = crawled.json<Outcome>();
    expect(outcome.state, outcome.reason).toBe('completed');
    expect(crawled.code).toBe(0);
    expect(outcome.reason).not.toContain('Not as expected');
    const { queued, active, done, failed, skipped, seen, items } = outcome.counters;
    expect(items).toBe(expected.items);
    expect(queued + active + done + failed + skipped).toBe(seen);
    expect(queued + active).toBe(0);

    const shown = (await call(['show', name, '--project', 'samples', '--json'])).json<Item[]>();
    expect(shown).toHaveLength(expected.items);
    for (const check of expected.checks) {
      const item = shown.find(({ url }) => url === `${site.url}${check.path}`);
      expect(item, check.path).toBeDefined();
      const values: Record<string, unknown> = { ...item, ...item?.metadata_json };
      for (const [field, value] of Object.entries(check.equals)) expect(values[field], field).toEqual(value);
      for (const [field, value] of Object.entries(check.startsWith))
        expect(String(values[field]).startsWith(value), field).toBe(true);
      for (const [field, value] of Object.entries(check.contains))
        expect(values[field], field).toContain(value);
      for (const [field, value] of Object.entries(check.lacks))
        expect(values[field] ?? '', field).not.toContain(value);
    }
    const proof = (await call(['prove', name, '--project', 'samples', '--json'], { env })).json<Proof>();
    expect(proof.checks.filter(({ result }) => result === 'fail')).toEqual([]);
    // Of a single page none can be held back.
    expect(proof.verdict).toBe(done === 1 ? 'incomplete' : 'proved');
    if (expected.table === undefined) return;
    const { columns, rows } = expected.table;
    const args = ['--project', 'samples', '--format', 'jsonl', '--columns', columns.join(',')];
    const lines = (await call(['export', name, ...args])).stdout.trimEnd().split('\n');
    const found = lines.map((line) =>
      Object.values(JSON.parse(line.replaceAll(site.url, 'ORIGIN')) as object),
    );
    expect(sorted(found)).toEqual(sorted(rows));
  });

  it('never gives more than the limit of a test run', async () => {
    const { call, file } = studio();
    await call(['import', file('spider.json', sampleSpider(name, site.url))]);
    const crawled = await call(['crawl', name, '--limit', '3', '--allow-private', '--json'], { env });
    expect(crawled.json()).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('limit of 3 items') as string,
      counters: { items: 3, active: 0 },
    });
    expect(crawled.code).toBe(0);
    expect((await call(['show', name, '--json'])).json()).toHaveLength(3);
  });
});

it('looks for the word that a run is given', async () => {
  const { call, file } = studio();
  await call(['import', file('search.json', sampleSpider('sample-search', site.url))]);
  const crawl = (...args: string[]) => call(['crawl', 'sample-search', '--allow-private', '--json', ...args]);
  expect((await crawl('--arg', 'term=tide table')).json<Outcome>().counters.items).toBe(1);
  const items = (await call(['show', 'sample-search', '--json'])).json<Item[]>();
  expect(items).toMatchObject([
    {
      url: `${site.url}/almanac/find/?q=tide%20table`,
      title: 'Tea towel with a tide table',
    },
  ]);
  const unknown = await crawl('--arg', 'word=rope');
  expect(unknown.code).not.toBe(0);
  expect(unknown.stdout).toContain('term');
});

it('tells of the row that leads nowhere', async () => {
  const { call, file } = studio();
  await call(['import', file('ranking.json', sampleSpider('sample-ranking', site.url))]);
  const crawled = await call(['crawl', 'sample-ranking', '--allow-private', '--json']);
  const told = await call(['runs', 'tail', crawled.json<Outcome>().run]);
  expect(told.stdout).toContain('1 row was not followed (row 4)');
});

it('reads relative dates against the time of the fetch, and tells of a date that stays open', async () => {
  const { call, file } = studio();
  await call(['import', file('values.json', sampleSpider('sample-values', site.url))]);
  const before = Date.now();
  await call(['crawl', 'sample-values', '--allow-private']);
  const after = Date.now();
  const items = (await call(['show', 'sample-values', '--limit', '20', '--json'])).json<
    (Item & { problems: { field: string }[] })[]
  >();
  const itemOf = (written: string) => items.find((item) => item.metadata_json['written'] === written);
  const hour = 3_600_000;
  for (const [written, ago] of [
    ['2 hours ago', 2 * hour],
    ['yesterday', 24 * hour],
    ['gestern', 24 * hour],
  ] as const) {
    const updated = String(itemOf(written)?.metadata_json['updated']);
    const dayOf = (time: number): string => new Date(time - ago).toISOString().slice(0, 10);
    expect([dayOf(before), dayOf(after)], written).toContain(updated.slice(0, 10));
  }
  expect(itemOf('07/08/2026')?.problems).toMatchObject([{ field: 'published_date' }]);
  expect(itemOf('25/06/2026')?.problems).toEqual([]);
});

describe('what was crawled', () => {
  it('is shown, exported and described by every command', async () => {
    const { call, file, folder } = studio();
    await call(['import', file('shop.json', sampleSpider('sample-shop', site.url))]);
    const { run } = (
      await call(['crawl', 'sample-shop', '--limit', '5', '--allow-private', '--json'])
    ).json<Outcome>();

    const table = await call(['show', 'sample-shop']);
    expect(table.stdout).toMatch(/#\s+title/);
    const one = await call(['show', 'sample-shop', '2', '--json']);
    expect(one.json()).toMatchObject({ run, spider: 'sample-shop', version: 1, callback: 'parse_product' });
    expect((await call(['show', 'sample-shop', '6', '--json'])).code).toBe(1);

    const csv = join(folder, 'shop.csv');
    const exported = await call(['export', 'sample-shop', '--format', 'csv', '--output', csv, '--json']);
    expect(exported.json()).toMatchObject({ rows: 5, format: 'csv' });
    expect(readFileSync(csv, 'utf8').split('\r\n')[0]).toMatch(
      /^id,run,spider,version,url,callback,title,content,author,published_date,scraped_at,/,
    );
    const again = await call(['export', 'sample-shop', '--format', 'csv', '--output', csv]);
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/--force/);
    expect((await call(['export', 'sample-shop', '--format', 'csv', '--output', csv, '--force'])).code).toBe(
      0,
    );

    const lines = (
      await call(['export', 'sample-shop', '--format', 'jsonl', '--columns', 'title,price'])
    ).stdout
      .trim()
      .split('\n');
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(Object.keys(JSON.parse(line) as object)).toEqual(['title', 'price']);
    const wrong = await call([
      'export',
      'sample-shop',
      '--format',
      'jsonl',
      '--columns',
      'titel',
      '--json',
      '--output',
      join(folder, 'x'),
    ]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('title');
    expect(existsSync(join(folder, 'x'))).toBe(false);

    expect((await call(['projects', 'list', '--json'])).json()).toMatchObject([
      { name: 'default', spiders: 1 },
    ]);
    expect((await call(['spiders', 'list', '--json'])).json()).toMatchObject([
      { name: 'sample-shop', project: 'default', version: 1 },
    ]);
    expect((await call(['spiders', 'show', 'sample-shop'])).stdout.trim()).toBe(
      sampleSpider('sample-shop', site.url).trim(),
    );
    const runs = (await call(['runs', 'list', 'sample-shop', '--json'])).json<Record<string, unknown>[]>();
    expect(runs).toMatchObject([
      { id: run, spider: 'sample-shop', project: 'default', version: 1, state: 'stopped' },
    ]);
    expect(Object.keys(runs[0] ?? {})).toEqual(
      expect.arrayContaining(['reason', 'counters', 'startedAt', 'endedAt']),
    );
    expect((await call(['runs', 'show', run])).stdout).toContain('200');

    const explained = await call([
      'explain',
      `${site.url}/shop/item/hc-101-brass-anchor-lamp.html`,
      '--spider',
      'sample-shop',
      '--json',
    ]);
    expect(explained.json()).toMatchObject({
      decision: 'extract',
      rule: 0,
      pattern: '/shop/item/hc-\\d+-[\\w-]+\\.html$',
    });

    const printed = await call(['export', 'sample-shop', '--format', 'jsonl', '--output', '-']);
    expect(printed.stdout.trim().split('\n')).toHaveLength(5);
    const value = await call(['export', 'sample-shop', '--format', 'json', '--output', '-', '--json']);
    expect(value.json()).toHaveLength(5);

    // There is no terminal to ask on, so nothing is asked.
    const deleted = await call(['spiders', 'delete', 'sample-shop']);
    expect(deleted).toMatchObject({ code: 0, stderr: '' });
    expect(deleted.stdout).toContain('with 1 version, 1 run and 5 items');
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
    expect((await call(['spiders', 'list', '--json'])).json()).toEqual([]);
  });

  it('is exported one row for each entry of a list, as the document of rows says', async () => {
    const { call, file, folder } = studio();
    await call(['import', file('reviews.json', sampleSpider('sample-reviews', site.url))]);
    await call(['crawl', 'sample-reviews', '--allow-private']);
    const paper = readFileSync(new URL('../../docs/rows.md', import.meta.url), 'utf8');
    const commands = [...paper.matchAll(/^spider-studio (.+)$/gm)].map(([, line = '']) =>
      line.trim().split(' '),
    );
    const outcomes = [];
    for (const command of commands) {
      const output = join(folder, String(command.at(-1)));
      const { code, stdout, stderr } = await call([...command.slice(0, -1), output, '--json']);
      expect(code, stderr).toBe(0);
      const { rows } = JSON.parse(stdout) as { rows: number };
      const [header, ...lines] = readFileSync(output, 'utf8').trimEnd().split('\r\n');
      outcomes.push({
        rows,
        lines: lines.length,
        header: header?.split(',').slice(-6),
        without: /(\d+) items? ha/.exec(stderr)?.[1],
      });
    }
    const replies = ['reviews.replies.author', 'reviews.replies.text', 'reviews.replies.replies'];
    expect(outcomes).toEqual([
      {
        rows: 31,
        lines: 31,
        header: ['sku', 'reviews.author', 'reviews.stars', 'reviews.date', 'reviews.text', 'reviews.replies'],
        without: '2',
      },
      { rows: 15, lines: 15, header: ['title', ...replies], without: '10' },
    ]);
  });

  it('is shown with a field "url" beside the address of the page, and goes with its run', async () => {
    const { call, file } = studio();
    const spider = {
      name: 'links',
      allowed_domains: ['127.0.0.1'],
      start_urls: [site.url],
      rules: [{ callback: 'page' }],
      callbacks: { page: { extract: { title: { css: 'title::text' }, url: { css: 'a::attr(href)' } } } },
    };
    await call(['import', file('links.json', spider)]);
    const args = ['crawl', 'links', '--limit', '1', '--allow-private', '--json'];
    const { run } = (await call(args)).json<Outcome>();
    const item = (await call(['show', 'links', '1', '--json'])).json<Item>();
    expect(item.metadata_json.url).not.toBe(item.url);
    const { stdout } = await call(['show', 'links', '1']);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([`url: ${item.url}`, `metadata.url: ${String(item.metadata_json.url)}`]),
    );

    expect(await call(['runs', 'delete', run])).toMatchObject({ code: 0, stderr: '' });
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
    expect((await call(['spiders', 'list', '--json'])).json()).toMatchObject([{ name: 'links' }]);
  });

  it('belongs to a version: every import of something else adds one', async () => {
    const { call, file } = studio();
    const text = sampleSpider('sample-news', site.url);
    const path = file('news.json', text);
    const dry = await call(['import', path, '--dry-run', '--json']);
    expect(dry.json()).toMatchObject({ version: 1, created: true });
    expect((await call(['spiders', 'list', '--json'])).json()).toEqual([]);
    await call(['import', path]);
    expect((await call(['import', '-', '--json'], { input: text })).json()).toMatchObject({
      version: 1,
      created: false,
      unchanged: true,
    });
    const next = (await call(['import', path, '--dry-run', '--json'])).json();
    expect(next).toMatchObject({ version: 1, created: false, unchanged: true });
    const changed = file(
      'changed.json',
      text
        .replace('"name"', '"description": "another one",\n  "name"')
        .replace(/"description": "The[^\n]*\n/, ''),
    );
    expect((await call(['import', changed, '--json'])).json()).toMatchObject({ version: 2, created: false });
    expect((await call(['spiders', 'show', 'sample-news', '--version', '1'])).stdout.trim()).toBe(
      text.trim(),
    );
  });

  it('is the same as the preview of each page', async () => {
    const { call, file } = studio();
    const spider = file('reviews.json', sampleSpider('sample-reviews', site.url));
    await call(['import', spider]);
    await call(['crawl', 'sample-reviews', '--allow-private', '--limit', '2']);
    const items = (await call(['show', 'sample-reviews', '--json'])).json<(Item & { callback: string })[]>();
    for (const item of items) {
      const page = file('page.html', await (await fetch(item.url)).text());
      const preview = await call([
        'analyze',
        page,
        '--url',
        item.url,
        '--spider',
        spider,
        '--callback',
        item.callback,
        '--json',
      ]);
      const { item: previewed, fields } = preview.json<{
        item: Record<string, unknown>;
        fields: Record<string, { value: unknown; count: number; steps: unknown[] }>;
      }>();
      const columns = ['title', 'content', 'author', 'published_date'];
      for (const [name, value] of Object.entries(previewed)) {
        expect(columns.includes(name) ? item[name] : item.metadata_json[name], name).toEqual(value);
        expect(fields[name]?.value).toEqual(value);
      }
    }
  });
});

describe('the demo', () => {
  it('crawls the sample, shows the items and names the exported file', async () => {
    const { call, data } = studio();
    const called = await call(['demo', '--data-dir', data]);
    expect(called.code, called.stderr).toBe(0);
    expect(called.stdout).toMatch(/#\s+title/);
    const file = /exported to (.+\.csv)$/m.exec(called.stdout)?.[1] ?? '';
    expect(file).toMatch(/sample-shop\.csv$/);
    expect(readFileSync(pathHere(file), 'utf8')).toContain('Brass anchor lamp');
  });
});
