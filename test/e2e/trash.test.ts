import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop, withNumbers } from './lamp-shop.ts';

/** Each test calls some forty commands, which take their time on a busy machine. */
const patient = { timeout: 240_000 };

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
  const { call, file, folder } = studio();
  await call(['import', file('lamps.json', withNumbers(shop.spider))]);
  await call(['crawl', 'lamps', '--allow-private', '--json']);
  await call(['crawl', 'lamps', '--allow-private', '--limit', '2', '--json']);
  await call(['schedule', 'add', 'lamps', '--cron', '0 2 * * *']);
  const json = async <T>(...args: string[]): Promise<T> => (await call([...args, '--json'])).json<T>();
  const exports = async (...where: string[]): Promise<string[]> => {
    const all: string[] = [];
    for (const format of formats)
      for (const run of ['all', 'dataset', '1'])
        all.push((await call(['export', 'lamps', '--run', run, '--format', format, ...where])).stdout);
    return all;
  };
  const lists = async (): Promise<unknown> => ({
    spiders: await json('spiders', 'list'),
    runs: await json('runs', 'list'),
    versions: await json('spiders', 'proofs', 'lamps'),
    history: await json('spiders', 'memory', 'lamps'),
  });
  return { call, json, exports, lists, file, folder, spider: withNumbers(shop.spider) };
}

it('takes a spider whole and gives it back: the exports are the same bytes', patient, async () => {
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

it('takes a project with all that is in it, tells so, and gives it back exactly', patient, async () => {
  const { call, json, exports, lists, file, spider } = await filled();
  await call(['test', 'lamps', '--sample', '--lock']);
  await call(['import', file('other.json', { ...spider, name: 'other' })]);
  const pages = await json<unknown[]>('pages', 'list', 'lamps');
  const [before, listed, tested] = [await exports(), await lists(), await json('test', 'lamps')];
  const deleted = await call(['projects', 'delete', 'default']);
  expect(deleted.stdout).toMatch(
    new RegExp(
      `^Deleted project default with 2 spiders, 2 runs, \\d+ items and ${pages.length} saved pages\\.\\n.*"trash restore 1" brings it back\\.\\n$`,
      'u',
    ),
  );
  expect(await json('projects', 'list')).toEqual([]);
  expect(await json('runs', 'list')).toEqual([]);
  expect(await json('trash', 'list')).toMatchObject([
    { kind: 'project', contents: { spiders: 2, runs: 2, pages: pages.length } },
  ]);
  expect((await call(['projects', 'delete', 'default', '--json'])).json()).toMatchObject({
    error: { code: 'unknown-project' },
  });
  await call(['trash', 'restore', '1']);
  expect(await exports()).toEqual(before);
  expect(await lists()).toEqual(listed);
  expect(await json('pages', 'list', 'lamps')).toEqual(pages);
  expect(await json('test', 'lamps')).toEqual(tested);
  expect(await json('projects', 'delete', 'default', '--now')).toMatchObject({
    ...{ project: 'default', spiders: 2, runs: 2, pages: pages.length },
    trash: null,
  });
  expect(await json('trash', 'list')).toEqual([]);
});

it('takes saved pages with what is locked on them: all that are named, or none', patient, async () => {
  const { call, json } = await filled();
  await call(['test', 'lamps', '--sample', '--lock']);
  const saved = await json<{ id: string; title: string }[]>('pages', 'list', 'lamps');
  const ids = saved.map(({ id }) => id);
  const [first = '', second = ''] = ids;
  const refused = await call(['pages', 'delete', 'lamps', first, '99', '--json']);
  expect(refused.json()).toMatchObject({
    error: {
      code: 'unknown-page',
      message: 'lamps has no saved page "99".',
      hint: '"pages list lamps" tells what there is.',
    },
  });
  const tested = await json('test', 'lamps');
  const one = await call(['pages', 'delete', 'lamps', first]);
  expect(one.stdout).toContain(`Deleted the saved page "${saved[0]?.title}" of lamps.`);
  expect(await json('pages', 'list', 'lamps')).toEqual(saved.slice(1));
  await call(['trash', 'restore', '1']);
  expect(await json('test', 'lamps')).toEqual(tested);
  const both = await call(['pages', 'delete', 'lamps', first, second, first]);
  expect(both.stdout).toContain('Deleted 2 saved pages of lamps.');
  expect(both.stdout).toContain('"trash restore 2", "trash restore 3".');
  expect(await json<Entry[]>('trash', 'list')).toHaveLength(2);
  expect(await json('pages', 'delete', 'lamps', ...ids.slice(2), '--now')).toEqual(
    ids.slice(2).map((page) => ({ page, trash: null })),
  );
  expect((await call(['pages', 'list', 'lamps'])).stdout).toContain('lamps has no saved pages.');
});

it('asks for another name, deletes runs, and is emptied', patient, async () => {
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

it('is in a backup, and what it holds is restored exactly on another computer', patient, async () => {
  const { call, json, exports, folder } = await filled();
  await call(['test', 'lamps', '--sample', '--lock']);
  const [before, tested] = [await exports(), await json('test', 'lamps')];
  await call(['spiders', 'delete', 'lamps']);
  const trash = await json('trash', 'list');
  const backup = join(folder, 'all.backup');
  expect(await call(['backup', 'create', backup])).toMatchObject({ code: 0 });
  await call(['trash', 'empty']);

  const elsewhere = ['--data-dir', join(folder, 'elsewhere')];
  const there = async (...args: string[]) => (await call([...args, '--json', ...elsewhere])).json<unknown>();
  expect(await call(['restore', backup, ...elsewhere])).toMatchObject({ code: 0 });
  expect(await there('trash', 'list')).toEqual(trash);
  expect(await there('spiders', 'list')).toEqual([]);
  expect(await there('trash', 'restore', '1')).toMatchObject({ kind: 'spider', spider: 'lamps' });
  expect(await there('test', 'lamps')).toEqual(tested);
  expect(await exports(...elsewhere)).toEqual(before);
});
