import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';

/** A shop whose list leads to products; a test changes what it sells. */
async function startShop() {
  const stock = new Map([1, 2, 3, 4].map((n) => [n, { name: `Lamp ${n}`, price: 10 * n, sku: `L-${n}` }]));
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const product = stock.get(Number(/^\/p\/(\d+)$/.exec(path)?.[1]));
    if (path !== '/' && product === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    const list = [...stock.keys()].map((n) => `<a href="/p/${n}">${n}</a>`).join('');
    response.end(
      product === undefined
        ? `<h1>Lamps</h1>${list}`
        : `<h1>${product.name}</h1><i>${product.sku}</i><b>${product.price} EUR</b>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const spider = {
    name: 'lamps',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`],
    rules: [{ allow: ['/p/'], callback: 'lamp', follow: false }],
    callbacks: {
      lamp: { extract: { title: { css: 'h1::text' }, sku: { css: 'i::text' }, price: { css: 'b::text' } } },
    },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, CONCURRENT_REQUESTS: 1 },
  };
  return { stock, spider };
}

interface Found {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  key: string[];
  cause: { site: number; spider: number; unknown: number; sameSpider: boolean };
  fields: { field: string; changed: number; cause: { site: number; spider: number } }[];
  examples: { kind: string; key: string; url: string; fields: { field: string; cause: string }[] }[];
}

it('tells what differs between two runs, and who made it differ', async () => {
  const { stock, spider } = await startShop();
  const { call, file } = studio();
  const crawl = async (document: object, ...options: string[]): Promise<string> => {
    await call(['import', file('lamps.json', document)]);
    return (await call(['crawl', 'lamps', '--allow-private', '--json', ...options])).json<{ run: string }>()
      .run;
  };
  const compare = async (...line: string[]) =>
    (await call(['runs', 'diff', ...line, '--json'])).json<Found>();

  const first = await crawl(spider);
  const same = await compare(first, await crawl(spider));
  expect(same).toMatchObject({ added: 0, removed: 0, changed: 0, unchanged: 4, examples: [] });

  stock.set(2, { name: 'Lamp 2', price: 25, sku: 'L-2' });
  stock.delete(3);
  stock.set(5, { name: 'Lamp 5', price: 50, sku: 'L-5' });
  const second = await crawl(spider);
  const site = await compare(first, second);
  expect(site).toMatchObject({ added: 1, removed: 1, changed: 1, unchanged: 2 });
  expect(site.cause).toMatchObject({ site: 3, spider: 0, unknown: 0, sameSpider: true });
  expect(site.examples.map(({ kind, key }) => `${kind} ${key.replace(/^.*\/p/, '/p')}`)).toEqual([
    'added /p/5',
    'removed /p/3',
    'changed /p/2',
  ]);

  const { lamp } = spider.callbacks;
  const edited = {
    ...spider,
    callbacks: {
      lamp: {
        extract: {
          ...lamp.extract,
          price: {
            css: 'b::text',
            processors: [
              { type: 'replace', old: ' EUR', new: '' },
              { type: 'cast', to: 'int' },
            ],
          },
        },
      },
    },
  };
  const third = await crawl(edited);
  expect(await compare(second, third)).toMatchObject({
    added: 0,
    removed: 0,
    changed: 4,
    cause: { site: 0, spider: 4, unknown: 0, sameSpider: false },
    fields: [{ field: 'price', changed: 4, cause: { site: 0, spider: 4 } }],
  });

  stock.set(1, { name: 'Lantern', price: 10, sku: 'L-1' });
  const narrow = { ...edited, rules: [{ allow: ['/p/[1-4]$'], callback: 'lamp', follow: false }] };
  const fourth = await crawl(narrow);
  const both = await compare(third, fourth);
  expect(both).toMatchObject({ added: 0, removed: 1, changed: 1, cause: { site: 1, spider: 1, unknown: 0 } });

  const bySku = await compare(first, fourth, '--key', 'sku');
  expect(bySku).toMatchObject({ key: ['sku'], added: 0, removed: 1, changed: 3 });
  expect(bySku.fields.map(({ field, cause }) => [field, cause.site, cause.spider])).toEqual([
    ['title', 1, 0],
    ['price', 1, 3],
  ]);

  const printed = (await call(['runs', 'diff', third, fourth])).stdout;
  expect(printed).toContain('Of the 2 differences, the site made 1 and the spider 1.');
  expect(printed).toMatch(/Lamp 1\s+Lantern\s+site/);
  expect(await call(['runs', 'diff', first, '999'])).toMatchObject({ code: 1 });

  const fifth = await crawl(narrow, '--set', 'DEPTH_LIMIT=5');
  expect((await call(['runs', 'diff', fourth, fifth])).stdout).toContain('Nothing differs.');
});
