import { given } from '../given.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { startWebStudio, type WebStudio } from './web-studio.ts';

const isOver = (state: string): boolean => ['completed', 'stopped', 'failed', 'paused'].includes(state);
const place = { project: 'default', spider: 'sample-shop' };
const source = { ...place, run: 'latest' };

/** A web door that is ended with the test. */
async function webStudio(data: string, args: readonly string[] = []): Promise<WebStudio> {
  const web = await startWebStudio(data, args);
  onTestFinished(() => web.close());
  return web;
}

// Several processes with several threads each; a machine that does other things beside needs its time.
describe('the application in a browser', { timeout: 300_000 }, () => {
  it('goes from the first start to a file that is the command line’s, byte for byte', async () => {
    const { data, call: commandLine } = studio();
    const web = await webStudio(data);
    expect(await web.call('app.status', {})).toMatchObject({ firstStart: true, runs: 0 });

    const sample = await web.call('app.startSample', {});
    const { run } = await web.until('run', { run: sample.run }, (event) => isOver(event.run.state));
    expect(run).toMatchObject({ state: 'completed', counters: { failed: 0 } });

    const view = { source, sort: [{ column: 'price', descending: true }] };
    const { rows, total } = await web.call('results.query', {
      view,
      columns: ['title', 'price'],
      offset: 0,
      limit: 1000,
    });
    const prices = rows.map(({ cells }) => Number(cells['price']));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(total).toBe(run.counters.items);

    for (const format of ['csv', 'json', 'jsonl'] as const) {
      const { id } = await web.call('exports.start', {
        view: { source },
        columns: null,
        format,
        target: { kind: 'download' },
      });
      const done = await web.until('exports', {}, (state) => state.id === id && state.state !== 'running');
      expect(done).toMatchObject({ state: 'done', rows: total });
      const response = await web.get(given(done.download));
      expect(response.headers.get('content-disposition')).toContain(`sample-shop.${format}`);
      const exported = await commandLine(['export', 'sample-shop', '--format', format]);
      expect(await response.text()).toBe(exported.stdout);
    }
    expect((await fetch(`${web.origin}/download/x/y`)).status).toBe(404);
    expect(await web.stop('SIGTERM')).toBe(0);
  });

  it('goes on after its connection, and after its process, were cut off', async () => {
    const { data, call: commandLine, file } = studio();
    const web = await webStudio(data);
    const sample = await web.call('app.startSample', {});
    await web.until('run', { run: sample.run }, (event) => isOver(event.run.state));

    // A run of its own that lasts, and a connection that does not.
    const overrides = { DOWNLOAD_DELAY: 0.3, AUTOTHROTTLE_ENABLED: false, CONCURRENT_REQUESTS: 1 };
    const { run } = await web.call('runs.start', { ...place, limit: null, overrides, allowPrivate: true });
    const seen: number[] = [];
    web.client.subscribe('run', { run: run.id }, { event: (event) => seen.push(event.run.counters.done) });
    await web.until('run', { run: run.id }, (event) => event.run.counters.done > 1);
    const answers = Promise.all([web.call('app.info', {}), web.call('spiders.list', {})]);
    web.breakConnection();
    expect((await answers)[1]).toMatchObject([{ name: 'sample-shop' }]);
    const before = seen.length;
    await web.until('run', { run: run.id }, (event) => event.run.counters.done > 4);
    expect(seen.length).toBeGreaterThan(before);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));

    await web.stop('SIGKILL');
    const again = await webStudio(data);
    const { interrupted } = await again.call('app.status', {});
    expect(interrupted.map(({ id, state }) => [id, state])).toEqual([[run.id, 'interrupted']]);
    // The sample site has gone with the process; it is served again at the same address.
    const second = await again.call('app.startSample', {});
    await again.until('run', { run: second.run }, (event) => isOver(event.run.state));
    // What the command line does is seen here.
    const imported = again.until('spiders', {}, (event) => event.spider === 'by-hand');
    const text = { name: 'by-hand', allowed_domains: ['example.org'], start_urls: ['https://example.org/'] };
    await commandLine(['import', file('by-hand.json', text)]);
    expect(await imported).toMatchObject({ what: 'saved', version: 1, by: null });

    await again.call('runs.resume', { run: run.id });
    const { run: last } = await again.until('run', { run: run.id }, (event) => isOver(event.run.state));
    expect(last.state).toBe('completed');
    const { receipt } = await again.call('runs.show', { run: run.id });
    expect(receipt).toMatchObject({ itemsLost: 0, itemsDuplicated: 0 });

    // Told to end, it pauses what goes on.
    const third = await again.call('runs.start', { ...place, limit: null, overrides, allowPrivate: true });
    await again.until('run', { run: third.run.id }, (event) => event.run.counters.done > 1);
    expect(await again.stop('SIGTERM')).toBe(0);
    const left = await commandLine(['runs', 'show', third.run.id, '--json']);
    expect(left.json()).toMatchObject({ state: 'paused', counters: { active: 0 } });
  });

  it('is at the same address after a restart, so that a browser finds what it kept for it', async () => {
    const { data } = studio();
    const first = await webStudio(data);
    const beside = await webStudio(data);
    expect(beside.origin).not.toBe(first.origin);
    await first.stop('SIGTERM');
    const again = await webStudio(data);
    expect(again.origin).toBe(first.origin);
  });

  it('says what is wrong with how it is called', async () => {
    const { data } = studio();
    const web = await webStudio(data);
    const port = new URL(web.origin).port;
    for (const [args, message] of [
      [['--port', port], `The port ${port} is in use.`],
      [['--port', '99999'], 'is not a port'],
      [['--prot', '1'], 'prot'],
    ] as const) {
      await expect(webStudio(data, args)).rejects.toThrow(message);
    }
  });
});
