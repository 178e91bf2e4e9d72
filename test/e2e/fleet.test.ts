import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { noPostgres, startPostgres, type PostgresServer } from '../servers/postgres.ts';
import { studio } from './command-line.ts';
import { startFleetSite } from './fleet-site.ts';

/** How a person reads the state of a run. */
interface RunRow {
  id: string;
  state: string;
}

describe.skipIf(noPostgres !== null)('a fleet', { timeout: 300_000 }, () => {
  let server: PostgresServer;
  let databases = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  /** A workspace in an empty database, with a spider for a site of several hosts. */
  async function workspace(of: Parameters<typeof startFleetSite>[0]) {
    databases += 1;
    await server.query(`CREATE DATABASE fleet_${databases}`);
    const url = new URL(server.url(`fleet_${databases}`));
    url.password = encodeURIComponent(server.password);
    const env = { SPIDER_STUDIO_DATABASE: url.href };
    const site = await startFleetSite(of);
    const { call, file } = studio();
    const ask = (args: string[], options: object = {}) => call(args, { ...options, env });
    expect((await ask(['import', file('fleet.json', site.spider)])).code).toBe(0);

    /** Starts a worker, and waits until it takes part in runs. It is ended with the test. */
    async function startWorker(name: string): Promise<ChildProcess> {
      const started = Promise.withResolvers<ChildProcess>();
      const ended = ask(['worker', '--slots', '4', '--class', 'http', '--name', name], {
        onStart: (child: ChildProcess) => {
          const lines = createInterface({ input: child.stderr ?? process.stdin });
          lines.on('line', (line) => {
            if (line.includes('takes part in runs')) started.resolve(child);
          });
        },
      });
      const child = await Promise.race([
        started.promise,
        ended.then(({ stderr }) => Promise.reject(new Error(stderr))),
      ]);
      onTestFinished(async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
        await ended;
      });
      return child;
    }

    /** The URLs of all items, in no order. */
    async function urls(): Promise<string[]> {
      const { stdout } = await ask(['export', 'fleet', '--format', 'jsonl']);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => String(JSON.parse(line).url))
        .toSorted();
    }

    /** Asks the database itself. */
    async function query(statement: string): Promise<void> {
      const client = new Client(url.href);
      await client.connect();
      await client.query(statement);
      await client.end();
    }

    return { site, query, ask, startWorker, urls };
  }

  it('carries a run out once, though one of its workers is killed in the middle', async () => {
    const { site, ask, startWorker, urls } = await workspace({ hosts: 12, pagesOfHost: 12 });
    const [first] = await Promise.all([startWorker('first'), startWorker('second')]);
    const crawling = ask(['crawl', 'fleet', '--allow-private', '--json']);
    await site.reached(40);
    first.kill('SIGKILL');
    await once(first, 'close');
    const ended = await crawling;
    expect([ended.code, ended.json()]).toMatchObject([
      0,
      {
        state: 'completed',
        counters: { done: site.pages, failed: 0, queued: 0, active: 0, items: site.pages },
      },
    ]);
    const found = await urls();
    expect([found.length, new Set(found).size]).toEqual([site.pages, site.pages]);
    // What the dead worker had in hand is asked for again, and nothing else: 4 in flight, and 8 answers that were not written yet.
    expect(site.asked.length - site.pages).toBeLessThanOrEqual(12);
    expect(site.mostAtOnce).toBe(1);
  });

  it('gives exactly as many items as a run may have', async () => {
    const { ask, startWorker, urls } = await workspace({ hosts: 8, pagesOfHost: 10 });
    await Promise.all([startWorker('first'), startWorker('second')]);
    const ended = await ask(['crawl', 'fleet', '--allow-private', '--limit', '37', '--json']);
    expect([ended.code, ended.json()]).toMatchObject([0, { state: 'stopped', counters: { items: 37 } }]);
    expect(new Set(await urls()).size).toBe(37);
  });

  it('pauses on all workers when somebody asks for it, and goes on where it was', async () => {
    const { site, ask, startWorker, urls } = await workspace({ hosts: 8, pagesOfHost: 20 });
    await startWorker('first');
    const crawling = ask(['crawl', 'fleet', '--allow-private', '--json']);
    await site.reached(30);
    const release = site.hold();
    const [run] = (await ask(['runs', 'list', '--json'])).json<RunRow[]>();
    const pausing = ask(['runs', 'pause', run?.id ?? '']);
    const state = async (): Promise<unknown> => (await ask(['runs', 'list', '--json'])).json<RunRow[]>()[0];
    await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: 'pausing' });
    release();
    expect((await pausing).code).toBe(0);
    const paused = await crawling;
    expect([paused.code, paused.json()]).toMatchObject([0, { state: 'paused', cause: 'paused' }]);
    const askedBefore = site.asked.length;
    expect(askedBefore).toBeLessThan(site.pages);
    const resumed = await ask(['runs', 'resume', run?.id ?? '', '--json']);
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

  it('leaves out on all workers what somebody excludes while it is under way', async () => {
    const { site, ask, startWorker } = await workspace({ hosts: 8, pagesOfHost: 10, hasCalendar: true });
    await Promise.all([startWorker('first'), startWorker('second')]);
    const crawling = ask(['crawl', 'fleet', '--allow-private', '--json']);
    await site.reached(100);
    const [run] = (await ask(['runs', 'list', '--json'])).json<RunRow[]>();
    const excluded = await ask(['runs', 'exclude', run?.id ?? '', '/calendar/', '--json']);
    expect([excluded.code, excluded.json()]).toMatchObject([0, { added: true, exclusions: ['/calendar/'] }]);
    // A worker that did not know of it would go on for ever with the calendars of its hosts.
    const ended = await crawling;
    const days = site.asked.filter((url) => url.includes('/calendar/'));
    const { counters } = ended.json<{ counters: { skipped: number; seen: number } }>();
    expect([ended.code, ended.json()]).toMatchObject([
      0,
      {
        state: 'completed',
        counters: { done: site.pages + days.length, failed: 0, queued: 0, active: 0 },
      },
    ]);
    expect(counters.seen).toBe(site.pages + days.length + counters.skipped);
    expect(new Set(days).size).toBe(days.length);
  });

  it('ends a worker whose tables a newer version has changed, and loses nothing', async () => {
    const { site, query, ask, startWorker, urls } = await workspace({ hosts: 8, pagesOfHost: 20 });
    const old = await startWorker('old');
    const lines = createInterface({ input: old.stderr ?? process.stdin });
    const told: string[] = [];
    lines.on('line', (line) => told.push(line));
    const crawling = ask(['crawl', 'fleet', '--allow-private', '--json']);
    await site.reached(30);
    const release = site.hold();
    await query('INSERT INTO spider_studio.schema_version (version) VALUES (9999)');
    const closed = once(old, 'close');
    await expect
      .poll(() => told.join('\n'), { timeout: 60_000 })
      .toContain('A newer version of Spider Studio has changed the database.');
    release();
    expect(await closed).toEqual([1, null]);
    expect(told.join('\n')).toContain('Update Spider Studio on this computer, and start the worker again.');
    const refused = await ask(['worker', '--name', 'again']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('newer version')]);
    // As the newer program finds it, which knows the version.
    await query('DELETE FROM spider_studio.schema_version WHERE version = 9999');
    const ended = await crawling;
    expect([ended.code, ended.json()]).toMatchObject([
      0,
      { state: 'completed', counters: { done: site.pages, failed: 0, items: site.pages } },
    ]);
    const found = await urls();
    expect([found.length, new Set(found).size]).toEqual([site.pages, site.pages]);
  });

  it('carries out what the queue has, and lets a worker go by its name', async () => {
    const { site, ask, startWorker } = await workspace({ hosts: 4, pagesOfHost: 6 });
    const worker = await startWorker('only');
    expect((await ask(['queue', 'add', 'fleet', '--allow-private'])).code).toBe(0);
    await site.reached(site.pages);
    await expect
      .poll(async () => (await ask(['queue', 'list', '--json'])).stdout, { timeout: 60_000 })
      .toContain('"completed"');
    const closed = once(worker, 'close');
    expect((await ask(['fleet', 'drain', 'only'])).code).toBe(0);
    expect(await closed).toEqual([0, null]);
    expect((await ask(['fleet', 'workers', '--json'])).json()).toEqual(expect.objectContaining({}));
  });

  it('leaves no run to several processes of one computer, and says what to do', async () => {
    const { site, query, ask, urls } = await workspace({ hosts: 2, pagesOfHost: 3 });
    const refusals = await Promise.all(
      [
        ['crawl', 'fleet', '--allow-private'],
        ['crawl', '--all', '--detach'],
        ['queue', 'add', 'fleet'],
        ['schedule', 'add', 'fleet', '--every', 'day'],
      ].map((args) => ask([...args, '--workers', '3'])),
    );
    for (const { code, stderr } of refusals) {
      expect(code).toBe(2);
      expect(stderr).toContain('Leave their number out here, and start workers of the fleet');
    }
    expect(site.asked).toEqual([]);
    // What was queued before the workspace came here is carried out by the workers that are here.
    expect((await ask(['queue', 'add', 'fleet', '--allow-private'])).code).toBe(0);
    await query(
      `UPDATE spider_studio.queue_entries SET options_json = jsonb_set(options_json::jsonb, '{workers}', '3')::text`,
    );
    expect((await ask(['daemon', '--drain'])).code).toBe(0);
    expect(await urls()).toHaveLength(site.pages);
  });

  it.each([
    [['worker', '--class', 'fast'], '--class cannot be "fast"'],
    [['worker', '--metrics', 'here'], '--metrics cannot be "here"'],
    [['worker'], 'needs a workspace that several machines share'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await studio().call(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
