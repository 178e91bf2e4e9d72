import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop, withNumbers } from './lamp-shop.ts';

const formats = ['csv', 'json', 'jsonl'] as const;

interface Entry {
  id: string;
  kind: string;
  run: string | null;
  contents: { runs: number; items: number; bytes: number };
}

async function filled() {
  const shop = await startLampShop();
  onTestFinished(() => shop.close());
  const { call, file } = studio();
  await call(['import', file('lamps.json', withNumbers(shop.spider))]);
  await call(['crawl', 'lamps', '--allow-private', '--json']);
  await call(['crawl', 'lamps', '--allow-private', '--limit', '2', '--json']);
  await call(['schedule', 'add', 'lamps', '--cron', '0 2 * * *']);
  const json = async <T>(...args: string[]): Promise<T> => (await call([...args, '--json'])).json<T>();
  const exports = async (): Promise<string[]> => {
    const all: string[] = [];
    for (const format of formats)
      for (const run of ['all', 'dataset', '1'])
        all.push((await call(['export', 'lamps', '--run', run, '--format', format])).stdout);
    return all;
  };
  const lists = async (): Promise<unknown> => ({
    spiders: await json('spiders', 'list'),
    runs: await json('runs', 'list'),
    versions: await json('spiders', 'proofs', 'lamps'),
    history: await json('spiders', 'memory', 'lamps'),
  });
  return { call, json, exports, lists, file, spider: withNumbers(shop.spider) };
}

it('takes a spider whole and gives it back: the exports are the same bytes', async () => {
  const { call, json, exports, lists } = await filled();
  const [before, listed] = [await exports(), await lists()];
  const deleted = await call(['spiders', 'delete', 'lamps']);
  expect(deleted.stdout).toContain('It is in the trash for 30 days: "trash restore 1" brings it back.');
  expect(await json('spiders', 'list')).toEqual([]);
  expect(await json('runs', 'list')).toEqual([]);
  expect(await json('schedule', 'list')).toEqual([]);
  expect((await call(['export', 'lamps', '--format', 'csv'])).code).toBe(1);
  expect((await call(['crawl', 'lamps', '--json'])).json()).toMatchObject({
    error: { code: 'unknown-spider' },
  });
  const [entry] = await json<Entry[]>('trash', 'list');
  expect(entry).toMatchObject({
    id: '1',
    kind: 'spider',
    project: 'default',
    spider: 'lamps',
    contents: { runs: 2 },
  });
  expect(entry?.contents.bytes).toBeGreaterThan(0);
  expect((await call(['trash', 'list'])).stdout).toMatch(/lamps in project default +2 +/u);
  expect(await json('trash', 'restore', '1')).toMatchObject({
    kind: 'spider',
    project: 'default',
    spider: 'lamps',
  });
  expect(await exports()).toEqual(before);
  expect(await lists()).toEqual(listed);
  expect(await json<unknown[]>('schedule', 'list')).toHaveLength(1);
  expect((await call(['trash', 'list'])).stdout).toBe('The trash is empty.\n');
});

it('asks for another name, deletes runs, and is emptied', async () => {
  const { call, json, file, spider } = await filled();
  await call(['runs', 'delete', '2']);
  await call(['spiders', 'delete', 'lamps']);
  await call(['import', file('lamps.json', spider)]);
  expect((await call(['trash', 'restore', '1', '--json'])).json()).toMatchObject({
    error: { code: 'conflict', hint: 'Restore the spider before.' },
  });
  expect((await call(['trash', 'restore', '2', '--json'])).json()).toMatchObject({
    error: { code: 'name-taken' },
  });
  await call(['trash', 'restore', '2', '--name', 'old-lamps']);
  expect(await json('spiders', 'list')).toMatchObject([
    { name: 'lamps', runs: 0 },
    { name: 'old-lamps', version: 2, runs: 1 },
  ]);
  await call(['trash', 'restore', '1']);
  expect((await json<{ id: string }[]>('runs', 'list')).map(({ id }) => id)).toEqual(['2', '1']);
  await call(['runs', 'delete', '1']);
  const gone = await call(['spiders', 'delete', 'old-lamps', '--now']);
  expect(gone.stdout).toContain('It is gone for good.');
  expect(await json('trash', 'list')).toEqual([]);
  await call(['spiders', 'delete', 'lamps']);
  expect(await json('trash', 'empty')).toMatchObject({ removed: 1 });
  expect((await call(['trash', 'restore', '4', '--json'])).json()).toMatchObject({
    error: { code: 'unknown-trash' },
  });
  expect((await call(['trash', 'empty'])).stdout).toBe('The trash is empty.\n');
});
