import { expect, it } from 'vitest';
import type { QueueEntry, QueueStatus } from '../../shared/contract/types.ts';
import { studio } from './command-line.ts';

const spider = (name: string) => ({
  name,
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
});

async function open(...names: string[]) {
  const opened = studio();
  for (const name of names) await opened.call(['import', opened.file(`${name}.json`, spider(name))]);
  const list = async (...more: string[]): Promise<QueueEntry[]> =>
    (await opened.call(['queue', 'list', '--json', ...more])).json<QueueEntry[]>();
  return { ...opened, list };
}

const idsOf = (entries: readonly QueueEntry[]): string[] => entries.map(({ id }) => id);

it('a person queues, orders, cancels, retries and clears crawls', async () => {
  const { call, list } = await open('news', 'shop');
  const added = await call(['queue', 'add', 'news', '--limit', '3', '--set', 'DOWNLOAD_DELAY=2', '--json']);
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing carries the queue out') });
  expect(added.json()).toMatchObject({
    id: '1',
    state: 'pending',
    options: { limit: 3, overrides: { DOWNLOAD_DELAY: 2 } },
  });
  await call(['queue', 'add', 'shop', '--priority', '-5', '--json']);
  expect((await call(['queue', 'add', 'shop', '--duplicates', 'skip', '--json'])).json()).toMatchObject({
    id: '2',
  });
  expect((await call(['queue', 'move', '2', '--first', '--json'])).json()).toMatchObject({
    id: '2',
    priority: 0,
  });
  expect(idsOf(await list())).toEqual(['2', '1']);
  expect((await call(['queue', 'cancel', '2', '--json'])).json()).toMatchObject({ state: 'cancelled' });
  expect(idsOf(await list('--state', 'cancelled'))).toEqual(['2']);
  expect((await call(['queue', 'cancel', '2', '--json'])).json()).toMatchObject({
    error: { code: 'has-ended' },
  });
  expect((await call(['queue', 'clear', '--json'])).json()).toEqual({ cleared: 1 });
  expect(idsOf(await list())).toEqual(['1']);
  expect((await call(['queue', 'retry', '2', '--json'])).json()).toMatchObject({ state: 'pending' });
  const status = (
    await call(['queue', 'configure', '--hold', '--concurrency', '5', '--json'])
  ).json<QueueStatus>();
  expect(status).toMatchObject({ held: true, concurrency: 5, counts: { pending: 2, all: 2 }, workers: [] });
  // Nothing may begin, so there is nothing to do.
  expect(await call(['daemon', '--drain'])).toMatchObject({ code: 0, stdout: '' });
});

it('a file of crawls is queued whole, or its problems are told with their lines', async () => {
  const { call, file, list } = await open('news', 'shop');
  const good = file(
    'good.csv',
    'spider,priority,limit,set.DOWNLOAD_DELAY,workers\nnews,3,,,1\nshop,,7,2,3\n',
  );
  expect((await call(['queue', 'bulk', good, '--json'])).json()).toMatchObject([
    { spider: 'news', priority: 3, options: { limit: null } },
    { spider: 'shop', options: { limit: 7, overrides: { DOWNLOAD_DELAY: 2 }, workers: 3 } },
  ]);
  const bad = file(
    'bad.json',
    '[\n{"spider": "news"},\n{"spider": "nobody"},\n{"spider": "shop", "args": {"term": "x"}}\n]',
  );
  const told = await call(['queue', 'bulk', bad]);
  expect(told.code).toBe(1);
  expect(told.stderr).toMatch(/line 3: .*no spider "nobody"/);
  expect(told.stderr).toMatch(/line 4: .*term/);
  expect((await call(['queue', 'bulk', bad, '--json'])).json()).toMatchObject({
    error: { code: 'bad-entries', problems: [{ line: 3 }, { line: 4 }] },
  });
  const csv = file('bad.csv', 'spider,priority\nnobody,\nnews,high\n');
  expect((await call(['queue', 'bulk', csv])).stderr).toMatch(
    /^line 2: .*no spider "nobody".*\nline 3: priority is .*\nerror: Nothing was queued: the file has 2 problems/,
  );
  expect(await list()).toHaveLength(2);
});

it('tells once that the queue is held', async () => {
  const { call } = await open();
  const { stdout } = await call(['queue', 'configure', '--hold']);
  expect(stdout.match(/is held/g)).toHaveLength(1);
});

it.each([
  [['crawl'], /name of a spider is missing/],
  [['crawl', 'news', '--all'], /not both/],
  [['queue', 'move', '1'], /Give one of/],
  [['queue', 'add', 'news', '--priority', 'high'], /whole number from -1000 to 1000/],
  [['queue', 'configure', '--hold', '--release'], /not both/],
  [['daemon', '--concurrency', '33'], /at most 32/],
])('%j is a mistake in the command', async (line, message) => {
  const { call } = await open();
  const answer = await call(line);
  expect(answer).toMatchObject({ code: 2, stdout: '' });
  expect(answer.stderr).toMatch(message);
});
