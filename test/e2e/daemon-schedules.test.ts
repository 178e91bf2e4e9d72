import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { QueueEntry } from '../../shared/contract/types.ts';
import { openStore } from '../../electron/store/open.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';
import { databaseName, look } from './data-folder.ts';

const hour = 3_600_000;
const options = { limit: null, overrides: {}, args: {}, allowPrivate: true, workers: 2 };

it('a daemon catches up once on what was missed, and skips what is not to be caught up', async () => {
  const site = await startServer({
    '*': ({ request, response }) => {
      const status = request.url === '/robots.txt' ? 404 : 200;
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end(`<!doctype html><h1>News</h1><a href="/item/${request.url?.length}">one</a>`);
    },
  });
  onTestFinished(() => site.close());
  const { call, data, file } = studio();
  for (const name of ['news', 'shop'])
    await call([
      'import',
      file(`${name}.json`, {
        name,
        allowed_domains: ['127.0.0.1'],
        start_urls: [site.url(`/${name}`)],
        rules: [{ allow: ['/item/'], callback: 'parse_item' }],
        callbacks: { parse_item: { extract: { title: { css: 'h1::text' } } } },
        settings: { DOWNLOAD_DELAY: 0 },
      }),
    ]);

  // As if they had been added three days ago, and no process had been there since.
  const store = openStore(join(data, databaseName), { now: () => Date.now() - 72 * hour });
  const at = new Date(Date.now() - 3 * hour);
  const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
  for (const [spider, missed] of [
    ['news', 'once'],
    ['shop', 'skip'],
  ] as const) {
    const choices = { cron, zone: 'UTC', missed, enabled: true, priority: 0, options };
    await store.queries.schedules.add({ project: 'default', spider }, choices);
  }
  store.close();

  const ended = await call(['daemon'], {
    onStart(child) {
      child.stderr?.on('data', (said: Buffer) => {
        if (said.toString().includes('Queue entry 1:')) child.kill('SIGINT');
      });
    },
  });
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  const listed = (await call(['queue', 'list', '--json'])).json<QueueEntry[]>();
  expect(listed).toMatchObject([{ id: '1', spider: 'news', state: 'completed', run: '1' }]);
  const told = await call(['runs', 'tail', '1', '--kind', 'workers']);
  expect(told.stdout).toMatch(/This process and 1 other process \(\d+\) carry the run out\./);
  await look(data, async ({ queries: { schedules } }) => {
    const outcomes = (await schedules.list()).map(({ spider, last }) => [
      spider,
      last?.outcome,
      last?.reason,
    ]);
    expect(outcomes).toEqual([
      ['news', 'queued', 'Late by 3 hours: nothing carried out schedules at its time.'],
      ['shop', 'skipped', 'Missed: nothing carried out schedules at that time.'],
    ]);
    const ticks = await schedules.ticks('1', { before: null, limit: 10 });
    expect(ticks.map(({ outcome }) => outcome)).toEqual(['queued', 'skipped']);
    expect(ticks[0]).toMatchObject({ entry: '1', run: '1' });
    expect(ticks[1]?.reason).toMatch(/^Missed, with 1 before it since /);
  });
}, 300_000);
