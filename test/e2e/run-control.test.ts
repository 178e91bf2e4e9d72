import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { ledgerOf } from './data-folder.ts';
import { slots, startSeededSite, type SeededSite } from './seeded-site.ts';

interface Outcome {
  run: string;
  state: string;
  reason: string;
  counters: Record<string, number>;
  receipt?: Record<string, number>;
}

async function importedSite(): Promise<{ site: SeededSite } & ReturnType<typeof studio>> {
  const site = await startSeededSite();
  const studioOfTest = studio();
  await studioOfTest.call(['import', studioOfTest.file('site.json', site.spider)]);
  return { site, ...studioOfTest };
}

describe('a run that another process carries out', () => {
  it('is paused: what is in flight is finished; resuming goes on, and no page is fetched twice', async () => {
    const { site, call } = await importedSite();
    const pausing: Promise<unknown>[] = [];
    site.begin({
      answers: 30,
      moment: 'waiting',
      kill() {
        // The site answers again only when the crawl has said that it is pausing.
        const watching = call(['runs', 'tail', '1', '--follow', '--kind', 'pausing', '--json'], {
          onStart: (child) => child.stdout?.once('data', () => site.release()),
        });
        pausing.push(call(['runs', 'pause', '1', '--json']), watching);
      },
    });
    const crawled = await call(['crawl', 'site', '--allow-private', '--json']);
    const outcome = crawled.json<Outcome>();
    expect(crawled.code).toBe(0);
    expect(outcome).toMatchObject({ state: 'paused', counters: { active: 0 } });
    expect(outcome.reason).toBe('Paused on request.');
    const [asked] = await Promise.all(pausing);
    expect(asked).toMatchObject({ code: 0 });
    const { done = 0, failed = 0, queued = 0, seen = 0 } = outcome.counters;
    expect(queued).toBeGreaterThan(0);
    expect(done + failed + queued).toBe(seen);
    expect((await call(['runs', 'pause', '1', '--json'])).json()).toMatchObject({ state: 'paused' });
    expect((await call(['runs', 'show', '1'])).stdout).toContain('"spider-studio runs resume 1" resumes it.');

    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { seen: site.requests.length, items: 115 },
      receipt: { requeued: 0, fetchedAgain: 0, fetchedAgainInAll: 0, itemsLost: 0, itemsDuplicated: 0 },
    });
    expect(new Set(site.asked).size).toBe(site.asked.length);
    const states = (await call(['runs', 'tail', '1', '--json'])).json<
      { kind: string; url: string | null }[]
    >();
    expect(states.filter(({ url }) => url === null).map(({ kind }) => kind)).toEqual([
      'started',
      'pausing',
      'paused',
      'resumed',
      'completed',
    ]);
  });

  it('is stopped: what is in flight is dropped, what was found is kept, and the run has ended', async () => {
    const { site, call, data } = await importedSite();
    const stopping: ReturnType<typeof call>[] = [];
    site.begin({
      answers: 30,
      moment: 'waiting',
      kill: () => void stopping.push(call(['runs', 'stop', '1', '--json'])),
    });
    const crawled = await call(['crawl', 'site', '--allow-private', '--json']);
    const outcome = crawled.json<Outcome>();
    expect(crawled.code).toBe(0);
    expect(outcome).toMatchObject({
      state: 'stopped',
      reason: 'Stopped by a person.',
      counters: { active: 0 },
    });
    const [stopped] = await Promise.all(stopping);
    expect(stopped?.code).toBe(0);
    expect(stopped?.json()).toEqual(outcome);
    expect((await call(['show', 'site', '--json'])).json<unknown[]>()).toHaveLength(
      outcome.counters['items'] ?? NaN,
    );
    expect((await ledgerOf(data, '1')).active).toEqual(new Set());
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.code).toBe(1);
    expect(resumed.json()).toMatchObject({ error: { code: 'not-resumable' } });
  });
});

describe('a run that nobody carries out', () => {
  it('is stopped where it stands, and only pauses when it runs', async () => {
    const { site, call } = await importedSite();
    await call(['crawl', 'site', '--allow-private'], {
      onStart: (child) => site.begin({ answers: 20, moment: 'waiting', kill: () => child.kill('SIGKILL') }),
    });
    const refused = await call(['runs', 'pause', '1', '--json']);
    expect(refused.code).toBe(1);
    expect(refused.json()).toMatchObject({
      error: {
        code: 'not-running',
        message: 'Run 1 is interrupted, so there is nothing to pause.',
        hint: expect.stringContaining('runs resume 1'),
      },
    });
    const stopped = await call(['runs', 'stop', '1', '--json']);
    expect(stopped.code).toBe(0);
    expect(stopped.json()).toMatchObject({
      run: '1',
      state: 'stopped',
      reason: 'Stopped by a person.',
    });
    // What was at the site when the process died, and at most as many pages that had come and were not written yet.
    const { active } = stopped.json<Outcome>().counters;
    expect(active).toBeGreaterThanOrEqual(slots);
    expect(active).toBeLessThanOrEqual(slots + Math.max(slots, 8));
    expect((await call(['runs', 'stop', '1'])).code).toBe(0);
    expect((await call(['runs', 'stop', '99'])).code).toBe(1);
    expect((await call(['runs', 'delete', '1', '--force', '--json'])).json()).toEqual({
      deleted: '1',
      trash: '1',
    });
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
  });

  it('takes its failed pages back into the queue, and their failures stay told', async () => {
    const { call } = await importedSite();
    await call(['crawl', 'site', '--allow-private']);
    expect((await call(['runs', 'stop', '1', '--json'])).json()).toMatchObject({
      error: { code: 'not-running', message: 'Run 1 has completed, so there is nothing to stop.' },
    });
    expect((await call(['runs', 'requeue', '1', '--json'])).json()).toMatchObject({
      run: '1',
      state: 'paused',
      requeued: 3,
      counters: { queued: 3, failed: 0 },
    });
    expect((await call(['runs', 'resume', '1', '--json'])).json()).toMatchObject({
      state: 'completed',
      counters: { queued: 0, failed: 3, items: 115 },
    });
    const failures = (await call(['runs', 'tail', '1', '--kind', 'failed', '--json'])).json<
      { url: string; message: string }[]
    >();
    expect(failures.map(({ message }) => message)).toEqual(Array(6).fill('The server answered 404.'));
    expect(new Set(failures.map(({ url }) => url)).size).toBe(3);
  });
});

describe('limits of a run', () => {
  it.each([
    ['CLOSESPIDER_ERRORCOUNT=1', /^It reached its limit of 1 failed page\. .*The server answered 404\.$/],
    ['CLOSESPIDER_TIMEOUT=0.001', /^It reached its limit of 0\.001 seconds of work\.$/],
  ])('%s stops it', async (setting, reason) => {
    const { site, call } = await importedSite();
    const spiderFirst = ['--set', 'CONCURRENT_REQUESTS=1'];
    const crawled = await call(
      ['crawl', 'site', '--allow-private', '--json', '--set', setting, ...spiderFirst],
      {},
    );
    const outcome = crawled.json<Outcome>();
    expect(outcome.state).toBe('stopped');
    expect(outcome.reason).toMatch(reason);
    expect(crawled.code).toBe(0);
    expect(outcome.counters['failed']).toBeLessThanOrEqual(1);
    expect(site.asked.length).toBeLessThan(site.requests.length);
  });
});
