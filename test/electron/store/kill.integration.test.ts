import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../electron/store/open.ts';
import { newRun, request, scratchFolder, scratchStore, spiderNamed } from './support.ts';
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

describe('a process that is killed', () => {
  it('loses nothing it was told is written, leaves nothing half written, and the run goes on', async () => {
    const path = join(scratchFolder(), 'x.db');
    const before = openStore(path);
    const run = await newRun(before);
    await before.ledger(run).admit([request(1)]);
    before.runs.setState(run, 'interrupted');
    before.close();

    const reported: string[] = [];
    for (const pages of [1, 40, 150]) {
      reported.push(...(await crawlAndKill(path, run, pages)));
      const store = openStore(path);
      expect(store.check()).toEqual([]);
      const { state, counters } = store.runs.get(run);
      expect(state).toBe('interrupted');
      // Six workers: never more than six pages are to be fetched again.
      expect(counters.active).toBeLessThanOrEqual(6);
      const done = store.requests.list(run, { state: 'done', limit: 10_000 });
      expect(done.map(({ id }) => id)).toEqual(expect.arrayContaining(reported));
      expect(done).toHaveLength(counters.done);
      const titles = [...store.items.stream({ run })()].map(({ title }) => title);
      const expected = done.flatMap(({ url }) => [`${url} a`, `${url} b`]);
      expect(titles).toHaveLength(expected.length);
      expect(new Set(titles)).toEqual(new Set(expected));
      for (const { id } of done.slice(-10)) expect(store.pages.ofRequest(id)?.html).toBe(`<p>${id}</p>`);
      expect(store.runs.receipt(run)).toMatchObject({ itemsLost: 0, itemsDuplicated: 0 });
      store.close();
    }
    const store = scratchStore(path);
    const { counters } = store.runs.get(run);
    expect(store.runs.start(run).requeued).toBe(counters.active);
    expect(store.runs.get(run).counters).toMatchObject({
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
    const run = await newRun(store);
    await store.ledger(run).admit([request(1)]);
    store.runs.setState(run, 'interrupted');
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
    expect(store.runs.setState(run, 'pausing').owner?.pid).toBe(child.pid);
    child.kill('SIGKILL');
    await ended;
    expect(store.runs.get(run)).toMatchObject({ state: 'interrupted', counters: { failed: 0, skipped: 0 } });
  });
});
