import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';

interface Listed {
  id: string;
  spider: string;
  project: string;
  cron: string;
  zone: string;
  missed: string;
  next: string[];
}

const spider = (name: string): object => ({
  name,
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
});

async function withSpiders(...names: string[]) {
  const { call, file } = studio();
  for (const name of names) await call(['import', file(`${name}.json`, spider(name))]);
  return { call, schedule: (...args: string[]) => call(['schedule', ...args]) };
}

describe('schedule', () => {
  it('adds, lists, changes and removes', async () => {
    const { schedule } = await withSpiders('news');
    const cron = '30 2 * * 1-5';
    const added = await schedule('add', 'news', '--cron', cron, '--zone', 'europe/berlin', '--json');
    expect(added.code).toBe(0);
    const [one, ...others]: Listed[] = JSON.parse((await schedule('list', '--json')).stdout);
    expect(others).toEqual([]);
    expect(one).toEqual(JSON.parse(added.stdout));
    expect(one).toMatchObject({
      ...{ id: '1', spider: 'news', project: 'default', cron, zone: 'Europe/Berlin', missed: 'once' },
      ...{ words: 'Every weekday at 02:30', enabled: true, last: null },
    });
    const times = one?.next.map((time) => Date.parse(time)) ?? [];
    expect(times).toHaveLength(5);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(Date.now() - 60_000);
    for (const time of times)
      expect(new Date(time).toLocaleTimeString('sv-SE', { timeZone: 'Europe/Berlin' })).toBe('02:30:00');

    const changed = await schedule(
      'change',
      '1',
      '--every',
      'month',
      '--on',
      'last',
      '--at',
      '6:00',
      '--limit',
      '5',
      '--json',
    );
    expect(JSON.parse(changed.stdout)).toMatchObject({
      ...{ cron: '0 6 L * *', zone: 'Europe/Berlin', words: 'On the last day of each month at 06:00' },
      options: { limit: 5 },
    });
    // What is not said stays, until it is said otherwise; one process is usual.
    const options = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await schedule('change', '1', ...args, '--json')).stdout).options;
    expect(await options('--workers', '3')).toMatchObject({ limit: 5, workers: 3 });
    expect(await options('--missed', 'skip')).toMatchObject({ workers: 3 });
    expect(await options('--workers', '1')).not.toHaveProperty('workers');
    expect((await schedule('disable', '1')).stdout).toContain('disabled');
    expect(JSON.parse((await schedule('show', '1', '--json')).stdout)).toMatchObject({
      ...{ enabled: false, next: [], ticks: [] },
    });
    expect((await schedule('enable', '1')).stdout).toContain('next (Europe/Berlin)');
    expect((await schedule('remove', '1')).stdout).toBe('Removed schedule 1 of news in project default.\n');
    expect((await schedule('list')).stdout).toContain('No schedules yet.');
  });

  it('adds one for each spider of a project, or none', async () => {
    const { call, schedule } = await withSpiders('news', 'shop');
    const every = ['--all', '--every', 'day', '--at', '01:00'];
    expect((await schedule('add', ...every, '--arg', 'term=boots')).code).toBe(2);
    expect((await schedule('list')).stdout).toContain('No schedules yet.');
    const all: Listed[] = JSON.parse((await schedule('add', ...every, '--json')).stdout);
    expect(all.map((one) => [one.spider, one.cron])).toEqual([
      ['news', '0 1 * * *'],
      ['shop', '0 1 * * *'],
    ]);
    await call(['spiders', 'delete', 'news']);
    const left: Listed[] = JSON.parse((await schedule('list', '--json')).stdout);
    expect(left.map((one) => one.spider)).toEqual(['shop']);
  });

  it.each([
    [['add', 'news', '--cron', '0 25 * * *'], 1, 'bad-cron', 'The hour field has "25".'],
    [['add', 'news', '--cron', '0 0 30 2 *'], 1, 'bad-cron', 'never happens'],
    [['add', 'news', '--every', 'day', '--zone', 'Europe/Berlni'], 1, 'unknown-zone', '"Europe/Berlni"'],
    [['add', 'newz', '--every', 'day'], 1, 'unknown-spider', '"newz"'],
    [['add', 'news', '--every', 'day', '--arg', 'x=1'], 2, 'bad-run-args', "'x'"],
    [['add', 'news', '--every', 'day', '--set', 'DOWNLOAD_DELAY=-1'], 1, 'invalid-spider', 'DOWNLOAD_DELAY'],
    [['add', 'news'], 2, 'usage', 'It is not said when.'],
    [['add', '--every', 'day'], 2, 'usage', 'Name a spider, or --all'],
    [['add', 'news', '--all', '--every', 'day'], 2, 'usage', 'Name a spider, or --all'],
    [['add', 'news', '--every', 'day', '--cron', '* * * * *'], 2, 'usage', '--cron says all of the time'],
    [['add', 'news', '--at', '02:30'], 2, 'usage', '--at and --on need --every.'],
    [['add', 'news', '--every', 'day', '--at', '25:00'], 2, 'usage', '"25:00" is no time of day.'],
    [['add', 'news', '--every', 'day', '--priority', '1001'], 2, 'usage', '--priority must be'],
    [['change', '1'], 2, 'usage', 'Nothing is to be changed.'],
    [['change', '7', '--missed', 'skip'], 1, 'unknown-schedule', 'There is no schedule "7".'],
    [['remove', 'x'], 1, 'unknown-schedule', 'There is no schedule "x".'],
  ])('refuses %j', async (args, code, error, message) => {
    const { schedule } = await withSpiders('news');
    const refused = await schedule(...args, '--json');
    expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
      code,
      { error: expect.objectContaining({ code: error, message: expect.stringContaining(message) }) },
    ]);
  });
});
