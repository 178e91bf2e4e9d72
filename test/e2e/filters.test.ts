import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop, withNumbers } from './lamp-shop.ts';

async function crawled() {
  const shop = await startLampShop();
  onTestFinished(() => shop.close());
  const { call, file } = studio();
  await call(['import', file('lamps.json', withNumbers(shop.spider))]);
  await call(['crawl', 'lamps', '--allow-private', '--json']);
  return {
    call,
    titles: async (...args: string[]) =>
      (await call(['show', 'lamps', '--json', ...args]))
        .json<{ title: string }[]>()
        .map(({ title }) => title)
        .sort(),
  };
}

it('shows and exports what fits, in an order', async () => {
  const { call, titles } = await crawled();
  expect(await titles('--where', 'price >= 20 and sku != L-3')).toEqual(['Lamp 2', 'Lamp 4']);
  expect(await titles('--where', '"lamp L-4"')).toEqual(['Lamp 4']);
  expect(await titles('--where', 'author is not empty')).toEqual([]);
  const where = ['--where', "title contains lamp and price < 40 and 'L'"];
  const exported = await call(
    ['export', 'lamps', '--format', 'csv', '--columns', 'sku,price', '--sort', 'price desc'].concat(where),
  );
  expect(exported.stdout.trim().split(/\r?\n/u)).toEqual(['sku,price', 'L-3,30', 'L-2,20', 'L-1,10']);
  const second = await call(['show', 'lamps', '2', '--json', '--sort', 'price desc', ...where]);
  expect(second.json()).toMatchObject({ title: 'Lamp 2' });
});

it('says where a condition cannot be read, and which column is meant', async () => {
  const { call } = await crawled();
  const misspelt = await call(['show', 'lamps', '--where', 'title = x and prise > 1']);
  expect(misspelt.code).toBe(2);
  expect(misspelt.stderr).toContain('character 15: There is no column "prise".');
  expect(misspelt.stderr).toContain('  title = x and prise > 1\n                ^^^^^\n');
  expect(misspelt.stderr).toContain('Did you mean "price"?');
  const unread = await call([
    'export',
    'lamps',
    '--format',
    'csv',
    '--where',
    'price',
    '--json',
    '--output',
    'x',
  ]);
  expect(unread.code).toBe(2);
  expect(unread.json()).toMatchObject({ error: { code: 'usage' } });
});
