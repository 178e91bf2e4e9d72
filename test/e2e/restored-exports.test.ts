import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportFormats } from '../../shared/export-formats.ts';
import { studio } from './command-line.ts';
import { startLampShop, withNumbers } from './lamp-shop.ts';

it('a backup that is restored onto an empty machine gives the same exports and the same answers', async () => {
  const shop = await startLampShop();
  onTestFinished(() => shop.close());
  const { call, file, folder } = studio();
  const done = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await call(args);
    expect([args, code, stderr]).toEqual([args, 0, stderr]);
  };
  await done('import', file('lamps.json', shop.spider));
  await done('crawl', 'lamps', '--allow-private');
  await done('import', file('better.json', withNumbers(shop.spider)));
  shop.stock.delete(1);
  shop.stock.set(5, { name: 'Lampe "fünf", =5', price: 50, sku: '007' });
  await done('crawl', 'lamps', '--allow-private');
  await done('import', file('torches.json', { ...shop.spider, name: 'torches' }));
  await done('crawl', 'torches', '--allow-private');
  await done('test', 'lamps', '--sample', '--lock');
  await done('schedule', 'add', 'lamps', '--cron', '30 2 * * *');
  await done(
    'recipes',
    'save',
    'lamps',
    'nightly',
    '--format',
    'csv',
    '--folder',
    folder,
    '--name',
    '{spider}',
  );
  await done('notices', 'add', 'webhook', 'http://127.0.0.1:9/', '--allow-private');

  const elsewhere = ['--data-dir', join(folder, 'elsewhere')];
  const backup = join(folder, 'all.backup');
  await done('backup', 'create', backup);
  await done('restore', backup, ...elsewhere);

  const questions = [
    ['runs', 'list'],
    ...['1', '2', '3'].map((run) => ['runs', 'show', run]),
    ['spiders', 'list'],
    ['spiders', 'show', 'lamps', '--version', '1'],
    ['spiders', 'show', 'lamps'],
    ['schedule', 'list'],
    ['recipes', 'list', 'lamps'],
    ['test', 'lamps'],
  ];
  for (const question of questions) {
    const [here, there] = await Promise.all([
      call([...question, '--json']),
      call([...question, '--json', ...elsewhere]),
    ]);
    expect([question, here.code]).toEqual([question, 0]);
    expect([question, there.json<unknown>()]).toEqual([question, here.json<unknown>()]);
  }

  // A restored channel tells of nothing that was before, so that its moment is another.
  const [noticesHere, noticesThere] = [
    await call(['notices', 'list']),
    await call(['notices', 'list', ...elsewhere]),
  ];
  expect(noticesThere.stdout).toBe(noticesHere.stdout);

  const exports = [
    ...['1', '2'].map((run) => ['lamps', run, 'jsonl'] as const),
    ['torches', '3', 'jsonl'] as const,
    ...exportFormats.flatMap((format) => [
      ['lamps', 'all', format] as const,
      ['lamps', 'dataset', format] as const,
    ]),
  ];
  for (const [spider, run, format] of exports) {
    const hashes = await Promise.all(
      [[], elsewhere].map(async (where, at) => {
        const path = join(folder, `${spider}-${run}-${at}.${format}`);
        await done('export', spider, '--run', run, '--format', format, '--output', path, ...where);
        return createHash('sha256').update(readFileSync(path)).digest('hex');
      }),
    );
    expect([format, spider, run, hashes[1]]).toEqual([format, spider, run, hashes[0]]);
  }
}, 600_000);
