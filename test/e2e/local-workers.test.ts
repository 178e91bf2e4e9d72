import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { startFleetSite } from './fleet-site.ts';

/** A workspace with a spider for a site of several hosts. */
async function workspace(of: Parameters<typeof startFleetSite>[0]) {
  const site = await startFleetSite(of);
  const { call, file } = studio();
  expect((await call(['import', file('fleet.json', site.spider)])).code).toBe(0);

  /** Carries a run out with three processes. `others`: the numbers of those beside the first one. */
  function crawl(args: string[]) {
    const others = Promise.withResolvers<number[]>();
    const started = Promise.withResolvers<ChildProcess>();
    const told: string[] = [];
    const ended = call([...args, '--workers', '3', '--json'], {
      onStart: (child: ChildProcess) => {
        started.resolve(child);
        const lines = createInterface({ input: child.stderr ?? process.stdin });
        lines.on('line', (line) => {
          told.push(line);
          const numbers = /This process and 2 other processes \(([\d, ]+)\)/.exec(line)?.[1];
          if (numbers !== undefined) others.resolve(numbers.split(', ').map(Number));
        });
      },
    });
    void ended.then(({ stderr }) => others.reject(new Error(`It has not begun: ${stderr}`)));
    others.promise.catch(() => undefined);
    return { ended, others: others.promise, child: started.promise, told };
  }

  /** The URLs of all items, in no order. */
  async function urls(): Promise<string[]> {
    const { stdout } = await call(['export', 'fleet', '--format', 'jsonl']);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => String(JSON.parse(line).url));
  }

  return { site, call, crawl, urls };
}

const crawling = ['crawl', 'fleet', '--allow-private'];

/** Whether a process is there. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('several processes of one computer', { timeout: 300_000 }, () => {
  it('carry a run out once, though one of them is killed in the middle', async () => {
    const { site, call, crawl, urls } = await workspace({ hosts: 12, pagesOfHost: 12 });
    const { ended, others, told } = crawl(crawling);
    const [first = 0, second = 0] = await others;
    await site.reached(50);
    process.kill(first, 'SIGKILL');
    const { code, json } = await ended;
    const outcome = json<{ run: string }>();
    expect([code, outcome]).toMatchObject([
      0,
      {
        state: 'completed',
        counters: { done: site.pages, failed: 0, queued: 0, active: 0, items: site.pages },
      },
    ]);
    const found = await urls();
    expect([found.length, new Set(found).size]).toEqual([site.pages, site.pages]);
    // What it had in hand is asked for again, which is some of what was asked for by then, and nothing else.
    expect(site.asked.length - site.pages).toBeLessThanOrEqual(50);
    expect(site.mostAtOnce).toBe(1);
    expect(told.join('\n')).toContain(`Process ${first} of the run has ended unexpectedly.`);
    expect((await call(['runs', 'show', outcome.run])).stdout).toContain('workers asked for: 3');
    await expect.poll(() => isThere(second), { timeout: 60_000 }).toBe(false);
  });

  it('give exactly as many items as a run may have', async () => {
    const { crawl, urls } = await workspace({ hosts: 9, pagesOfHost: 10 });
    const { code, json } = await crawl([...crawling, '--limit', '37']).ended;
    expect([code, json()]).toMatchObject([0, { state: 'stopped', counters: { items: 37 } }]);
    expect(new Set(await urls()).size).toBe(37);
  });

  it('pause when somebody asks for it, and go on where they were', async () => {
    const { site, call, crawl, urls } = await workspace({ hosts: 9, pagesOfHost: 20 });
    const { ended } = crawl(crawling);
    await site.reached(30);
    const goOn = site.hold();
    const state = async () =>
      (await call(['runs', 'list', '--json'])).json<{ id: string; state: string }[]>()[0];
    const run = await state();
    const pausing = call(['runs', 'pause', run?.id ?? '']);
    await expect.poll(async () => (await state())?.state, { timeout: 60_000 }).toBe('pausing');
    goOn();
    expect((await pausing).code).toBe(0);
    const paused = await ended;
    expect([paused.code, paused.json()]).toMatchObject([0, { state: 'paused', cause: 'paused' }]);
    expect(site.asked.length).toBeLessThan(site.pages);
    const resumed = await crawl(['runs', 'resume', run?.id ?? '']).ended;
    expect([resumed.code, resumed.json()]).toMatchObject([
      0,
      {
        state: 'completed',
        counters: { done: site.pages, items: site.pages },
        receipt: { itemsLost: 0, itemsDuplicated: 0 },
      },
    ]);
    expect(new Set(await urls()).size).toBe(site.pages);
    expect(site.asked.length).toBe(site.pages);
  });

  it('leave out what somebody excludes while they are at work', async () => {
    const { site, call, crawl } = await workspace({ hosts: 9, pagesOfHost: 10, hasCalendar: true });
    const { ended } = crawl(crawling);
    await site.reached(100);
    const [run] = (await call(['runs', 'list', '--json'])).json<{ id: string }[]>();
    expect((await call(['runs', 'exclude', run?.id ?? '', '/calendar/'])).code).toBe(0);
    // A process that did not know of it would go on for ever with the calendars of its hosts.
    const { code, json } = await ended;
    const days = site.asked.filter((url) => url.includes('/calendar/'));
    expect([code, json()]).toMatchObject([
      0,
      { state: 'completed', counters: { done: site.pages + days.length, failed: 0, queued: 0, active: 0 } },
    ]);
  });

  it('pause at Ctrl+C', async () => {
    const { site, crawl } = await workspace({ hosts: 9, pagesOfHost: 20 });
    const { ended, child, told } = crawl(crawling);
    await site.reached(30);
    const goOn = site.hold();
    (await child).kill('SIGINT');
    await expect.poll(() => told.join('\n'), { timeout: 60_000 }).toContain('Pausing');
    goOn();
    const { code, json } = await ended;
    expect([code, json()]).toMatchObject([0, { state: 'paused', counters: { active: 0, failed: 0 } }]);
    expect(site.asked.length).toBeLessThan(site.pages);
  });

  it('end with the process of the run, which is resumed as any other', async () => {
    const { site, call, crawl, urls } = await workspace({ hosts: 9, pagesOfHost: 12 });
    const { others, child } = crawl(crawling);
    const numbers = await others;
    await site.reached(30);
    const own = await child;
    own.kill('SIGKILL');
    await once(own, 'close');
    await expect.poll(() => numbers.filter((pid) => isThere(pid)), { timeout: 60_000 }).toEqual([]);
    const [run] = (await call(['runs', 'list', '--json'])).json<{ id: string; state: string }[]>();
    expect(run?.state).toBe('interrupted');
    const resumed = await call(['runs', 'resume', run?.id ?? '', '--json']);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { done: site.pages, items: site.pages },
      receipt: { itemsLost: 0, itemsDuplicated: 0 },
    });
    expect(new Set(await urls()).size).toBe(site.pages);
  });

  it('carry out what the queue has', async () => {
    const { site, call, urls } = await workspace({ hosts: 6, pagesOfHost: 5 });
    expect((await call(['queue', 'add', 'fleet', '--allow-private', '--workers', '2'])).code).toBe(0);
    expect((await call(['daemon', '--drain'])).code).toBe(0);
    expect(new Set(await urls()).size).toBe(site.pages);
    const [run] = (await call(['runs', 'list', '--json'])).json<{ id: string }[]>();
    const told = await call(['runs', 'tail', run?.id ?? '', '--kind', 'workers']);
    expect(told.stdout).toMatch(/This process and 1 other process \(\d+\) carry the run out\./);
  });

  it('leave a run to one that cannot be shared, and say why', async () => {
    const { call, file } = studio();
    const { spider } = await startFleetSite({ hosts: 1, pagesOfHost: 3 });
    const incremental = { ...spider, settings: { ...spider.settings, DELTAFETCH_ENABLED: true } };
    expect((await call(['import', file('fleet.json', incremental)])).code).toBe(0);
    const { code, stderr } = await call([...crawling, '--workers', '2']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('One process carries the run out, because')]);
  });
});
