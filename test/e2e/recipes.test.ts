import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop } from './lamp-shop.ts';

it('saves an export, carries it out, and exports only what is new', async () => {
  const { spider } = await startLampShop();
  const { call, file, folder } = studio();
  await call(['import', file('shop.json', spider)]);
  const name = spider.name;
  await call(['crawl', name, '--allow-private']);
  const out = join(folder, 'out');
  const save = ['recipes', 'save', name, 'nightly', '--format', 'csv', '--folder', out, '--name', '{spider}'];
  const saved = await call([...save, '--append', '--new']);
  expect(saved.stdout).toContain('Saved "nightly"');
  const missing = await call(['export', name, '--recipe', 'nightly']);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('does not exist')]);

  const there = await call([...save.slice(0, 7), folder, '--name', '{spider}', '--append', '--new']);
  expect(there.code).toBe(0);
  const first = (await call(['recipes', 'run', name, 'nightly', '--json'])).json<{
    rows: number;
    file: string;
  }>();
  expect(first.rows).toBeGreaterThan(0);
  const before = readFileSync(first.file, 'utf8');
  const second = (await call(['export', name, '--recipe', 'nightly', '--json'])).json<{ rows: number }>();
  expect([second.rows, readFileSync(first.file, 'utf8')]).toEqual([0, before]);

  await call(['recipes', 'remove', name, 'nightly']);
  expect((await call(['recipes', 'list', name, '--json'])).json()).toEqual([]);
  expect((await call(['recipes', 'run', name, 'nightly'])).stderr).toContain('has no saved export "nightly"');
  expect(existsSync(first.file)).toBe(true);
});

it('exports since the last time to one file', async () => {
  const { spider } = await startLampShop();
  const { call, file, folder } = studio();
  await call(['import', file('shop.json', spider)]);
  await call(['crawl', spider.name, '--allow-private']);
  const target = join(folder, 'all.jsonl');
  const line = [
    'export',
    spider.name,
    '--format',
    'jsonl',
    '--since',
    'last',
    '--append',
    '--output',
    target,
  ];
  const rows = async () => (await call([...line, '--json'])).json<{ rows: number }>().rows;
  const first = await rows();
  expect([first > 0, await rows()]).toEqual([true, 0]);
  expect(readFileSync(target, 'utf8').trim().split('\n')).toHaveLength(first);
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
});
