import { expect, it } from 'vitest';
import type { EffectiveSetting } from '../../shared/spider/default-settings.ts';
import { call } from './call.ts';
import { scratchFolder } from './command-line.ts';

it('gives all projects what they do not set, and tells where each value comes from', async () => {
  const data = scratchFolder();
  const run = async (...args: string[]) => call([...args, '--data-dir', data]);
  await run('import', 'resources/samples/sample-shop.json');
  const set = ['settings', 'defaults', '--set', 'RETRY_TIMES=7', '--set', 'DOWNLOAD_TIMEOUT=9'];
  expect((await run(...set, '--export-format', 'csv')).code).toBe(0);
  expect((await run('settings', 'defaults', '--set', 'ALLOW=1')).code).toBe(1);
  await run('projects', 'defaults', '--set', 'RETRY_TIMES=4');
  const settings = (await run('spiders', 'settings', 'sample-shop', '--json')).json<EffectiveSetting[]>();
  const of = (name: string) => settings.find((each) => each.name === name);
  expect(of('RETRY_TIMES')).toMatchObject({ value: 4, from: 'project' });
  expect(of('DOWNLOAD_TIMEOUT')).toMatchObject({ value: 9, from: 'workspace' });
  await run('settings', 'defaults', '--unset', 'DOWNLOAD_TIMEOUT');
  const { stdout } = await run('settings', 'defaults');
  expect(stdout).not.toContain('DOWNLOAD_TIMEOUT');
  expect(stdout).toMatch(/^export format +csv$/mu);
}, 120_000);
