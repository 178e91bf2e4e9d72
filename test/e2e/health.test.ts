import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HealthReport, RunSummary } from '../../shared/contract/types.ts';
import { studio } from './command-line.ts';

/** What is wrong with a shop. */
type Fault = 'none' | 'no-prices' | 'other-prices' | 'blocked' | 'empty' | 'broken-links';

const products = 24;
const shopNames = ['apples', 'boats', 'chairs', 'doors', 'engines', 'flags'] as const;

/** Shops below one address that break in different ways. */
async function startShops() {
  const faults = new Map<string, Fault>(shopNames.map((name) => [name, 'none']));
  const server = createServer((request, response) => {
    const [, shop = '', product = ''] = (request.url ?? '/').split('/');
    const fault = faults.get(shop);
    const answer = (status: number, html: string): void => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(html);
    };
    if (fault === undefined) return answer(404, 'Nothing here.');
    if (fault === 'blocked') return answer(403, 'Go away.');
    if (product === '') {
      const path = fault === 'broken-links' ? 'product' : 'p';
      const links = Array.from({ length: products }, (_, n) => `<a href="/${shop}/${path}${n}">x</a>`);
      return answer(200, fault === 'empty' ? '<p>Sold out.</p>' : links.join(''));
    }
    const price = fault === 'other-prices' ? 'ask us' : `${product.slice(1)}.50`;
    const tag = fault === 'no-prices' ? 'em' : 'b';
    answer(200, `<h1>${shop} ${product}</h1><${tag}>${price}</${tag}>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const spider = (name: string, more: object = {}) => ({
    name,
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/${name}/`],
    rules: [{ allow: [`/${name}/p`], callback: 'product', follow: false }],
    callbacks: { product: { extract: { title: { css: 'h1::text' }, price: { css: 'b::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, RETRY_TIMES: 0, ROBOTSTXT_OBEY: false },
    ...more,
  });
  return { faults, spider, close };
}

async function setUp(names: readonly string[], expected: object | null = null) {
  const shops = await startShops();
  const { call, file, folder } = studio();
  const spiders = names.map((name) => shops.spider(name, expected === null ? {} : { expect: expected }));
  const files = spiders.map((spider) => file(`${spider.name}.json`, spider));
  for (const path of files) expect((await call(['import', path])).code).toBe(0);
  const crawl = async (name: string) => call(['crawl', name, '--allow-private', '--json']);
  const health = async (...more: string[]) => {
    const { code, stdout, stderr } = await call(['health', '--allow-private', '--json', ...more]);
    const report: HealthReport = JSON.parse(stdout);
    const of = (name: string) => report.spiders.find(({ spider }) => spider === name);
    return { code, report, of, stderr };
  };
  return { ...shops, call, file, folder, crawl, health };
}

describe('health', () => {
  it('tells what broke in each spider, and since when', async () => {
    const { faults, call, crawl, health, folder } = await setUp(shopNames);
    for (const name of shopNames)
      for (let night = 0; night < 2; night += 1) expect((await crawl(name)).code).toBe(0);
    faults.set('boats', 'no-prices');
    faults.set('chairs', 'blocked');
    faults.set('doors', 'empty');
    await crawl('boats');
    await crawl('doors');
    const runs: RunSummary[] = JSON.parse((await call(['runs', 'list', '--json'])).stdout);
    const newest = (spider: string) => runs.find((run) => run.spider === spider);
    const file = join(folder, 'report.md');
    const { code, report, of, stderr } = await health('--markdown', file);
    expect(code).toBe(1);
    expect(report).toMatchObject({ project: 'default', healthy: 3, broken: 3, unknown: 0 });
    expect(report.spiders.map(({ spider }) => spider).slice(0, 3)).toEqual(['boats', 'chairs', 'doors']);
    expect(of('apples')).toMatchObject({ verdict: 'healthy', findings: [], sampled: { items: 10 } });
    expect(of('boats')?.findings).toMatchObject([
      { kind: 'fill', field: 'price', sinceRun: newest('boats')?.id, since: newest('boats')?.endedAt },
    ]);
    expect(of('chairs')?.findings).toMatchObject([
      { kind: 'fetch', sinceRun: null, since: newest('chairs')?.endedAt },
    ]);
    expect(of('doors')?.findings).toMatchObject([
      { kind: 'items', sinceRun: newest('doors')?.id, since: newest('doors')?.endedAt },
    ]);
    expect(stderr).toContain('6/6');
    const markdown = readFileSync(file, 'utf8');
    expect(markdown).toBe(report.markdown);
    expect(markdown).toContain('3 of 6 spiders are broken.');
    expect(markdown).toContain('## boats');
    // Samples are test runs, of which a later check leaves one of each spider. None waits for a person.
    await health('--spider', 'apples', '--spider', 'chairs');
    const after: RunSummary[] = JSON.parse((await call(['runs', 'list', '--json'])).stdout);
    const samples = after.filter(({ kind }) => kind === 'test');
    expect(samples.map(({ spider }) => spider).toSorted()).toEqual(shopNames.toSorted());
    expect(samples.filter(({ state }) => state === 'paused' || state === 'interrupted')).toEqual([]);
  });

  it('is good where nothing broke, and says so', async () => {
    const { call, crawl, health } = await setUp(['apples', 'boats']);
    await crawl('apples');
    const { code, stdout } = await call(['health', '--allow-private']);
    expect([code, stdout]).toEqual([0, 'All 2 spiders are healthy.\n']);
    expect((await health('--limit', '3', '--spider', 'boats')).report.spiders).toMatchObject([
      { spider: 'boats', verdict: 'healthy', sampled: { items: 3 } },
    ]);
  });

  it('holds samples against what the spider expects, but for numbers of items', async () => {
    const expected = { min_items: 20, fields: { price: { type: 'number', required: true } } };
    const { faults, health } = await setUp(['apples', 'boats'], expected);
    faults.set('boats', 'other-prices');
    const { code, of } = await health();
    expect(code).toBe(1);
    expect(of('apples')).toMatchObject({ verdict: 'healthy' });
    expect(of('boats')?.findings).toMatchObject([{ kind: 'expect', field: 'price', sinceRun: null }]);
  });

  it('tests locked values of saved pages without the site', async () => {
    const { close, call, crawl, file, health, spider } = await setUp(['apples']);
    await crawl('apples');
    expect((await call(['test', 'apples', '--sample', '--lock'])).code).toBe(0);
    const changed = spider('apples', {
      callbacks: { product: { extract: { title: { css: 'h1::text' }, price: { css: 'i::text' } } } },
    });
    await call(['import', file('apples.json', changed)]);
    close();
    const { of } = await health();
    expect(of('apples')?.fixtures.failed).toBeGreaterThan(0);
    expect(of('apples')?.findings.map(({ kind, field }) => [kind, field])).toContainEqual([
      'fixture',
      'price',
    ]);
  });

  it('does not call a spider healthy that cannot be sampled', async () => {
    const { call, file, health, spider } = await setUp(['apples']);
    const needy = spider('needy', { args: { shop: {} }, start_urls: ['http://127.0.0.1:1/{shop}/'] });
    await call(['import', file('needy.json', needy)]);
    const { code, of } = await health('--spider', 'needy');
    expect([code, of('needy')?.verdict]).toEqual([0, 'unknown']);
    expect(of('needy')?.reason).toContain('shop');
  });

  it.each([
    [['--spider', 'nobody'], 'unknown-project'],
    [['--project', 'nowhere'], 'unknown-project'],
    [['--limit', '0'], 'usage'],
    [['--limit', '1001'], 'usage'],
    [['--markdown', '-'], 'usage'],
  ])('refuses %j', async (args, code) => {
    const { call } = studio();
    const { stdout } = await call(['health', '--json', ...args]);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code } });
  });
});
