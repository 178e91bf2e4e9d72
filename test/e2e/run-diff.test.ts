import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop, withNumbers } from './lamp-shop.ts';

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
  const { stock, spider, close } = await startLampShop();
  onTestFinished(close);
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

  const edited = withNumbers(spider);
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
