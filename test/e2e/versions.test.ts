import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop, withNumbers } from './lamp-shop.ts';

async function filled() {
  const shop = await startLampShop();
  onTestFinished(() => shop.close());
  const { call, file } = studio();
  const first = withNumbers(shop.spider);
  await call(['import', file('lamps.json', first)]);
  await call([
    'import',
    file('lamps.json', { ...first, settings: { ...first.settings, DOWNLOAD_DELAY: 0.01 }, tags: ['a'] }),
  ]);
  const json = async <T = unknown>(...args: string[]): Promise<T> =>
    (await call([...args, '--json'])).json<T>();
  return { call, json };
}

it('lists, labels, notes, compares and restores versions', async () => {
  const { call, json } = await filled();
  expect(await json('spiders', 'label', 'lamps', '1', 'live')).toMatchObject({ number: 1, label: 'live' });
  await call(['spiders', 'note', 'lamps', 'live', 'As it was.']);
  expect(await json('spiders', 'versions', 'lamps')).toMatchObject([
    { number: 2, label: null, note: null, origin: 'import', used: 0, runs: [] },
    { number: 1, label: 'live', note: 'As it was.', origin: 'import' },
  ]);
  expect(await json('spiders', 'label', 'lamps', '2', 'live')).toMatchObject({
    error: { code: 'label-taken' },
  });
  expect(await json('spiders', 'label', 'lamps', '2', '3rd')).toMatchObject({ error: { code: 'usage' } });
  expect(await json('spiders', 'diff', 'lamps', 'live')).toMatchObject({
    before: 1,
    after: 2,
    differences: [
      { pointer: '/settings/DOWNLOAD_DELAY', kind: 'changed', before: 0, after: 0.01 },
      { pointer: '/tags', kind: 'added', after: ['a'] },
    ],
  });
  expect((await call(['spiders', 'diff', 'lamps', '1', '2'])).stdout).toContain('+ /tags\n    + ["a"]');
  expect(await json('spiders', 'restore', 'lamps', 'live')).toMatchObject({ version: 3, hasDraft: false });
  expect(await json('spiders', 'versions', 'lamps')).toMatchObject([
    { number: 3, origin: 'restore', note: 'Version 1 again.', label: null },
    { number: 2 },
    { number: 1, label: 'live' },
  ]);
  const shown = await json<{ text: string; version: number }>(
    'spiders',
    'show',
    'lamps',
    '--version',
    'live',
  );
  expect(shown.version).toBe(1);
  expect((await json<{ text: string }>('spiders', 'show', 'lamps')).text).toBe(shown.text);
  expect(await json('spiders', 'label', 'lamps', 'live', '--remove')).toMatchObject({
    number: 1,
    label: null,
  });
  expect(await json('spiders', 'show', 'lamps', '--version', 'live')).toMatchObject({
    error: { code: 'unknown-version' },
  });
});

it('runs and queues any version', async () => {
  const { call, json } = await filled();
  await call(['spiders', 'label', 'lamps', '1', 'live']);
  await call(['crawl', 'lamps', '--version', 'live', '--allow-private', '--limit', '1', '--json']);
  await call(['crawl', 'lamps', '--allow-private', '--limit', '1', '--json']);
  expect(await json('runs', 'list')).toMatchObject([{ version: 2 }, { version: 1 }]);
  expect(await json('spiders', 'versions', 'lamps')).toMatchObject([{ runs: ['2'] }, { runs: ['1'] }]);
  expect(await json('queue', 'add', 'lamps', '--version', 'live')).toMatchObject({ options: { version: 1 } });
  expect(await json('crawl', 'lamps', '--version', 'none')).toMatchObject({
    error: { code: 'unknown-version', hint: expect.stringContaining('live') },
  });
  expect((await call(['completion', 'bash', '--', 'spiders', 'restore', 'lamps', '+l'])).stdout).toBe(
    'live\tversion 1\n',
  );
  expect((await call(['completion', 'bash', '--', 'crawl', 'lamps', '--version', '+'])).stdout).toContain(
    '2\t',
  );
});

it('proves, tests and explains any version', async () => {
  const { call, json } = await filled();
  await call(['spiders', 'label', 'lamps', '1', 'live']);
  await call(['crawl', 'lamps', '--allow-private', '--json']);
  expect(await json('prove', 'lamps', '--version', 'live')).toMatchObject({ kept: { version: 1 } });
  expect(await json('prove', 'lamps', '--version', '2')).toMatchObject({ kept: { version: 2 } });
  await call(['test', 'lamps', '--sample', '--lock']);
  expect(await json('test', 'lamps', '--version', 'live')).toMatchObject({ passed: true });
  expect(
    await json('explain', 'https://elsewhere.example/', '--spider', 'lamps', '--version', 'live'),
  ).toMatchObject({ decision: 'offsite' });
  for (const command of [
    ['prove', 'lamps'],
    ['test', 'lamps'],
    ['explain', 'https://shop.example/', '--spider', 'lamps'],
  ])
    expect(await json(...command, '--version', '9')).toMatchObject({ error: { code: 'unknown-version' } });
  for (const command of [
    ['prove', './lamps.json', '--pages', '.'],
    ['explain', 'https://shop.example/', '--spider', './lamps.json'],
  ])
    expect(await json(...command, '--version', '1')).toMatchObject({ error: { code: 'usage' } });
});
