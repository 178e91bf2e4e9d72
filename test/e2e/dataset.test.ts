import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop, withNumbers } from './lamp-shop.ts';

interface Shown {
  title: string;
  metadata_json: { price: number };
  first_seen: string;
  last_seen: string;
  changed_at: string | null;
  seen_in: number;
  copies: number;
  gone: boolean;
}

it('shows the newest of all runs, and exports the same', async () => {
  const shop = await startLampShop();
  onTestFinished(() => shop.close());
  const { call, file } = studio();
  const crawl = () => call(['crawl', 'lamps', '--allow-private', '--json']);
  const dataset = async (...args: string[]) =>
    (await call(['show', 'lamps', '--run', 'dataset', '--json', '--sort', 'title', ...args])).json<Shown[]>();
  const titles = async (where: string) => (await dataset('--where', where)).map(({ title }) => title);
  await call(['import', file('lamps.json', withNumbers(shop.spider))]);
  expect(await dataset()).toEqual([]);
  const begin = new Date().toISOString();
  await crawl();
  const between = new Date().toISOString();
  shop.stock.delete(1);
  shop.stock.set(2, { name: 'Lamp 2', price: 99, sku: 'L-2' });
  shop.stock.set(5, { name: 'Lamp 5', price: 50, sku: 'L-5' });
  await crawl();

  const all = await dataset();
  expect(
    all.map(({ title, metadata_json, seen_in, gone }) => [title, metadata_json.price, seen_in, gone]),
  ).toEqual([
    ['Lamp 1', 10, 1, true],
    ['Lamp 2', 99, 2, false],
    ['Lamp 3', 30, 2, false],
    ['Lamp 4', 40, 2, false],
    ['Lamp 5', 50, 1, false],
  ]);
  expect(all.every(({ first_seen, copies }) => first_seen >= begin && copies === 1)).toBe(true);
  expect(await titles('gone = true')).toEqual(['Lamp 1']);
  expect(await titles(`first_seen >= ${between}`)).toEqual(['Lamp 5']);
  expect(await titles(`changed_at >= ${between}`)).toEqual(['Lamp 2']);
  expect(await titles('changed_at is empty and seen_in > 1')).toEqual(['Lamp 3', 'Lamp 4']);
  expect(await titles('copies > 1')).toEqual([]);

  const columns = 'title,price,first_seen,last_seen,changed_at,seen_in,copies,gone';
  const exported = await call([
    'export',
    'lamps',
    '--run',
    'dataset',
    '--format',
    'json',
    '--sort',
    'title',
    '--columns',
    columns,
  ]);
  expect(exported.json()).toEqual(
    all.map(({ title, metadata_json, first_seen, last_seen, changed_at, seen_in, copies, gone }) => ({
      ...{ title, price: metadata_json.price, first_seen, last_seen, changed_at, seen_in, copies, gone },
    })),
  );
  const csv = await call(['export', 'lamps', '--run', 'dataset', '--format', 'csv']);
  expect(csv.stdout.split(/\r?\n/u)[0]).toContain('first_seen,last_seen,changed_at,seen_in,copies,gone');

  await call(['runs', 'delete', '2', '--json']);
  expect((await dataset()).map(({ title, gone }) => [title, gone])).toEqual([
    ['Lamp 1', false],
    ['Lamp 2', false],
    ['Lamp 3', false],
    ['Lamp 4', false],
  ]);
});
