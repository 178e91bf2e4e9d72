import { expect, it } from 'vitest';
import type { CallValue } from '../../shared/contract/index.ts';
import { call } from './call.ts';
import { scratchFolder } from './command-line.ts';

it('shows what a rule would remove, removes that alone, and keeps what is pinned', async () => {
  const data = scratchFolder();
  const run = async (...args: string[]) => call([...args, '--data-dir', data]);
  expect((await run('demo')).code).toBe(0);
  for (let again = 0; again < 3; again += 1) expect((await run('crawl', 'sample-shop')).code).toBe(0);
  expect((await run('retention', 'preview')).stdout).toBe('Nothing would go.\n');
  expect((await run('retention', 'set')).code).toBe(2);
  expect((await run('retention', 'set', '--runs', '0')).code).toBe(2);
  expect((await run('retention', 'set', 'none', '--runs', '2')).code).toBe(1);
  expect((await run('retention', 'set', '--runs', '1', '--pages', '1')).code).toBe(0);
  // The dataset needs the first run, and healing the one before the newest.
  const kept = (await run('retention', 'preview', '--json')).json<CallValue<'retention.preview'>>();
  expect(kept.spiders[0]?.remove.map(({ run: id }) => id)).toEqual(['2']);
  expect(kept.spiders[0]?.kept).toEqual([
    { run: '1', why: 'dataset' },
    { run: '3', why: 'healing' },
  ]);
  expect((await run('runs', 'pin', '2')).stdout).toBe('Run 2 is pinned.\n');
  await run('retention', 'set', 'sample-shop', '--runs', '1', '--dataset', 'forget');
  const { stdout } = await run('retention', 'preview');
  expect(stdout).toMatch(/^ {2}run 1 of \S+ goes: 24 items, \d+ stored pages?, \d+ kB$/mu);
  expect(stdout).toMatch(/^ {2}run 2 stays: it is pinned$/mu);
  const applied = await run('retention', 'apply', '--force');
  expect(applied.stdout).toMatch(/^1 run with 24 items went; \d+ kB became free inside the database\.$/mu);
  const runs = (await run('runs', 'list', '--json')).json<{ id: string }[]>();
  expect(runs.map(({ id }) => id)).toEqual(['4', '3', '2']);
  expect((await run('retention', 'nightly', 'on')).stdout).toContain('The rules are applied every night.');
  expect((await run('retention', 'nightly', 'maybe')).code).toBe(2);
  await run('retention', 'set', 'sample-shop', '--remove');
  await run('retention', 'set', '--remove');
  expect((await run('retention', 'show')).stdout).toContain('everything is kept');
}, 300_000);
