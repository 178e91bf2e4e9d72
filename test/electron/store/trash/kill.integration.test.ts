import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import { shop } from '../queries/studio.ts';
import { completed, item, newRun, portsOf, request, scratchFolder, scratchStore } from '../support.ts';

const program = fileURLToPath(new URL('moving-process.ts', import.meta.url));
const pages = 30;

async function filledDatabase(): Promise<string> {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = openStore(path);
  for (let runs = 0; runs < 3; runs += 1) {
    const run = await newRun(store);
    const { ledger, control, close } = portsOf(store, run);
    await control.begin();
    await ledger.admit(Array.from({ length: pages }, (_, n) => request(n + 1)));
    for (const { id } of await ledger.claim('https://example.org', pages, 0))
      await ledger.complete(completed(id, [item(Number(id))]));
    await control.end('completed', 'It is over.', 'finished');
    close();
  }
  store.close();
  return path;
}

/** Kills the process after it has said something so many times. */
async function moveUntil(path: string, lines: number): Promise<void> {
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let said = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    said += 1;
    if (said === lines) child.kill('SIGKILL');
  }
  await ended;
}

it('is moved as a whole or not at all, whenever the process is killed', async () => {
  const path = await filledDatabase();
  for (const lines of [1, 2, 5, 8, 13, 20]) {
    await moveUntil(path, lines);
    const store = openStore(path);
    const { trash, spiders, runs } = store.queries;
    const inTrash = (await trash.list()).length;
    const all = await runs.list();
    expect([inTrash, (await spiders.list(null)).length, all.length]).toEqual(
      inTrash === 1 ? [1, 0, 0] : [0, 1, 3],
    );
    expect(all.every(({ counters }) => counters.items === pages)).toBe(true);
    store.close();
  }
});

it('goes for good as soon as that is decided, however often the work is cut off', async () => {
  const path = await filledDatabase();
  const counts = (): number[] => {
    const db = new Database(path, { readonly: true });
    const all = [
      'all_spiders',
      'all_runs',
      'requests',
      'items',
      'pages',
      'events',
      'origins',
      'spider_versions',
      'trash',
    ];
    const found = all.map((table) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()));
    db.close();
    return found;
  };
  let more = true;
  for (let turn = 0; more; turn += 1) {
    const store = openStore(path);
    const { trash, spiders, runs } = store.queries;
    if (turn === 0) await trash.put([{ kind: 'spider', ...shop }], { forGood: true });
    expect([await trash.list(), await spiders.list(null), await runs.list()]).toEqual([[], [], []]);
    // Each step is the last of its process.
    more = await trash.step();
    store.close();
  }
  expect(counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it('frees what is large in steps, between which others write', async () => {
  const store = scratchStore();
  const run = await newRun(store);
  const { ledger, control } = portsOf(store, run);
  await control.begin();
  const many = 2500;
  await ledger.admit(Array.from({ length: many }, (_, n) => request(n + 1)));
  await control.end('stopped', 'Stopped.', 'stopped');
  const { trash, requests } = store.queries;
  await trash.put([{ kind: 'run', run }], { forGood: true });
  let steps = 0;
  while (await trash.step()) steps += 1;
  expect(steps).toBeGreaterThan(many / 1000);
  expect((await requests.slice({ run, states: [] }, 0, 1)).total).toBe(0);
});
