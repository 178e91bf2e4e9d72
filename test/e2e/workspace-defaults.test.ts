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
}, 300_000);

it('sets, shows and unsets one of them by its name', async () => {
  const data = scratchFolder();
  const run = async (...args: string[]) => call([...args, '--data-dir', data]);
  const shown = async () => (await run('settings', 'show', '--json')).json<object>();
  expect((await run('settings', 'show')).stdout).toContain('The workspace has no defaults.');
  expect((await run('settings', 'set', 'DOWNLOAD_DELAY', '2')).stdout).toMatch(/^DOWNLOAD_DELAY +2$/mu);
  await run('settings', 'set', 'USER_AGENT', 'NewsBot/1.0 (+https://example.org/bot)');
  await run('settings', 'set', 'RETRY_HTTP_CODES', '[500, 503]');
  await run('settings', 'defaults', '--export-format', 'csv');
  const settings = {
    DOWNLOAD_DELAY: 2,
    USER_AGENT: 'NewsBot/1.0 (+https://example.org/bot)',
    RETRY_HTTP_CODES: [500, 503],
  };
  expect(await shown()).toEqual({ settings, exports: { format: 'csv' } });

  const wrong = await run('settings', 'set', 'DOWNLOAD_DELAY', 'soon', '--json');
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.json()).toMatchObject({ error: { code: 'bad-settings' } });
  expect((await run('settings', 'set', 'ALLOW', '1')).code).toBe(1);
  expect((await run('settings', 'set', 'DOWNLOAD_DELAY')).code).toBe(2);
  expect(await shown()).toEqual({ settings, exports: { format: 'csv' } });

  const gone = await run('settings', 'unset', 'USER_AGENT');
  expect(gone.stdout).not.toContain('USER_AGENT');
  const again = await run('settings', 'unset', 'USER_AGENT');
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('is no default of the workspace') });
  const { USER_AGENT: _, ...left } = settings;
  expect(await shown()).toEqual({ settings: left, exports: { format: 'csv' } });
}, 300_000);

it('is completed with the settings that can be defaults', async () => {
  const words = await call([
    'completion',
    'fish',
    '--data-dir',
    scratchFolder(),
    '--',
    'settings',
    'set',
    '+DOWNLOAD_',
  ]);
  expect(words.stdout.split('\n').slice(0, -1)).toEqual([
    'DOWNLOAD_DELAY\tsetting',
    'DOWNLOAD_MAXSIZE\tsetting',
    'DOWNLOAD_TIMEOUT\tsetting',
  ]);
});
