import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../electron/store/open.ts';
import { newRun, request, scratchFolder, scratchStore, spiderNamed, controlOf, itemsOf } from './support.ts';
import { savedVersion } from './saved-version.ts';

const script = fileURLToPath(new URL('./crawl-forever.ts', import.meta.url));

/** Lets a process crawl until it has reported so many pages, then kills it without warning. */
async function crawlAndKill(path: string, run: string, pages: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, path, run], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const reported: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    reported.push(line);
    if (reported.length === pages) child.kill('SIGKILL');
  }
  await ended;
  return reported;
}

/** Lets the first request into a run that nobody carries out yet. */
async function admitFirst(store: Store, run: string): Promise<void> {
  const ports = store.crawlPorts(run);
  await ports.control.begin();
  await ports.ledger.admit([request(1)]);
  await ports.control.end('paused', 'Another process goes on.', 'paused');
  ports.close();
}

describe('a process that is killed', () => {
  it('loses nothing it was told is written, leaves nothing half written, and the run goes on', async () => {
    const path = join(scratchFolder(), 'x.db');
    const before = openStore(path);
    const run = await newRun(before, 'shop', 'default', null);
    await admitFirst(before, run);
    before.close();

    const reported: string[] = [];
    for (const pages of [1, 40, 150]) {
      reported.push(...(await crawlAndKill(path, run, pages)));
      const store = openStore(path);
      expect(store.check()).toEqual([]);
      const { state, counters } = await store.queries.runs.get(run);
      expect(state).toBe('interrupted');
      // Six workers: never more than six pages are to be fetched again.
      expect(counters.active).toBeLessThanOrEqual(6);
      const done = (await store.queries.requests.slice({ run: run, states: ['done'] }, 0, 10_000)).rows;
      expect(done.map(({ id }) => id)).toEqual(expect.arrayContaining(reported));
      expect(done).toHaveLength(counters.done);
      const titles = (await itemsOf(store, run)).map(({ title }) => title);
      const expected = done.flatMap(({ url }) => [`${url} a`, `${url} b`]);
      expect(titles).toHaveLength(expected.length);
      expect(new Set(titles)).toEqual(new Set(expected));
      for (const { id } of done.slice(-10))
        expect((await store.queries.pages.ofRequest(id))?.html).toBe(`<p>${id}</p>`);
      expect(await store.queries.runs.receipt(run)).toMatchObject({ itemsLost: 0, itemsDuplicated: 0 });
      store.close();
    }
    const store = scratchStore(path);
    const { counters } = await store.queries.runs.get(run);
    await controlOf(store, run).begin();
    expect((await store.queries.runs.receipt(run)).requeued).toBe(counters.active);
    expect((await store.queries.runs.get(run)).counters).toMatchObject({
      active: 0,
      done: counters.done,
      queued: counters.queued + counters.active,
    });
  });
});

describe('a crawl at full speed', () => {
  it('lets other processes write', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const run = await newRun(store, 'shop', 'default', null);
    await admitFirst(store, run);
    const child = spawn(process.execPath, [script, path, run], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.stdout.resume();
    for (let n = 1; n <= 20; n += 1) {
      await savedVersion(store, { ...spiderNamed('news'), description: `version ${n}` });
      expect(await store.queries.spiders.get({ project: 'default', spider: 'news' })).toMatchObject({
        version: n,
      });
    }
    expect((await store.queries.runs.pause(run)).owner?.pid).toBe(child.pid);
    child.kill('SIGKILL');
    await ended;
    expect(await store.queries.runs.get(run)).toMatchObject({
      state: 'interrupted',
      counters: { failed: 0, skipped: 0 },
    });
  });
});
