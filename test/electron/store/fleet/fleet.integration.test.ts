import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { workerRememberedMs, workerSilentMs } from '../../../../electron/store/fleet/fleet-queries.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { controlOf, newRun, request, scratchStore } from '../support.ts';
import { openFleetStore, putHosts, putSessions } from './fleet-server.ts';

const worker = (name: string, more: { slots?: number; classes?: ('http' | 'browser')[] } = {}) => ({
  name,
  machine: 'rack-1',
  pid: 71,
  version: '1.2.3',
  slots: more.slots ?? 8,
  classes: more.classes ?? (['http'] as const),
});
const sign = { busy: 3, pages: 0, items: 0 };

describe.skipIf(noPostgres !== null)('who works on what', () => {
  let server: PostgresServer;
  let store: Store;
  let time = 0;

  beforeAll(async () => {
    server = await startPostgres();
    store = openFleetStore(server, () => time);
  });
  afterAll(async () => {
    store.close();
    await server.close();
  });
  beforeEach(async () => {
    time = Date.now();
    await server.query(
      'TRUNCATE spider_studio.fleet_workers, spider_studio.fleet_claims, spider_studio.fleet_sessions CASCADE',
    );
  });

  const registered = async (...given: Parameters<typeof worker>): Promise<string> => {
    const id = await store.queries.fleet.register(worker(...given));
    if (id === null) throw new Error(`${given[0]} was not registered.`);
    return id;
  };
  const states = async () =>
    (await store.queries.fleet.workers()).map(({ name, state }) => `${name} ${state}`);

  it('tells of a worker what it has told, and how fast it is', async () => {
    const { fleet } = store.queries;
    const id = await registered('w1', { slots: 4, classes: ['http', 'browser'] });
    await putHosts(server, [
      { host: 'a.example', worker: 'w1', taken: -2, lease: 8 },
      { host: 'b.example', worker: 'w1', taken: -2, lease: 8 },
      { host: 'lost.example', worker: 'w1', taken: -20, lease: -1 },
    ]);
    expect(await fleet.workers()).toMatchObject([
      { name: 'w1', pagesPerMinute: null, state: 'working', silentMs: 0, pages: 0 },
    ]);
    time += 6000;
    expect(await fleet.beat(id, { busy: 3, pages: 20, items: 7 })).toEqual({ drain: false, newer: null });
    time += 2000;
    expect(await fleet.workers()).toEqual([
      {
        name: 'w1',
        machine: 'rack-1',
        pid: 71,
        version: '1.2.3',
        slots: 4,
        busy: 3,
        pages: 20,
        items: 7,
        hosts: 2,
        classes: ['http', 'browser'],
        state: 'working',
        pagesPerMinute: 200,
        startedAt: new Date(time - 8000).toISOString(),
        silentMs: 2000,
      },
    ]);
  });

  it('forgets how fast a worker was before the last minute', async () => {
    const { fleet } = store.queries;
    const id = await registered('w1');
    for (let beats = 1; beats <= 40; beats += 1) {
      time += 3000;
      await fleet.beat(id, { busy: 1, pages: beats <= 20 ? beats * 100 : 2000, items: 0 });
    }
    expect(await fleet.workers()).toMatchObject([{ pages: 2000, pagesPerMinute: 0 }]);
  });

  it('takes a worker for gone by its term, tells of it for an hour, and gives its name to another', async () => {
    const { fleet } = store.queries;
    const id = await registered('w1');
    expect(await fleet.register(worker('w1'))).toBeNull();
    time += workerSilentMs;
    expect(await states()).toEqual(['w1 working']);
    time += 1;
    expect(await states()).toEqual(['w1 gone']);
    expect(await fleet.status()).toMatchObject({ workers: { working: 0, gone: 1 }, slots: 0 });
    const other = await registered('w1');
    expect(other).not.toBe(id);
    expect(await fleet.beat(id, sign)).toBeNull();
    expect(await states()).toEqual(['w1 working']);
    time += workerRememberedMs + 1;
    expect(await states()).toEqual([]);
    expect(await fleet.status()).toMatchObject({ workers: { working: 0, gone: 0 } });
  });

  it('asks a worker to end, which it learns with its next sign of life', async () => {
    const { fleet } = store.queries;
    const id = await registered('w1');
    expect(await fleet.drain('nobody')).toBe(false);
    expect(await fleet.drain('w1')).toBe(true);
    expect(await states()).toEqual(['w1 draining']);
    expect(await fleet.beat(id, sign)).toEqual({ drain: true, newer: null });
    expect(await fleet.status()).toMatchObject({ workers: { working: 0, draining: 1 }, slots: 0, busy: 3 });
    await fleet.leave(id);
    expect(await states()).toEqual([]);
    await registered('w2');
    time += workerSilentMs + 1;
    expect(await fleet.drain('w2')).toBe(false);
  });

  it('counts hosts by what becomes of them, for each class of workers', async () => {
    const { fleet } = store.queries;
    await registered('w1', { slots: 8 });
    await registered('w2', { slots: 4, classes: ['http', 'browser'] });
    await putHosts(server, [
      { host: 'active.example', worker: 'w1', taken: -1, lease: 9 },
      { host: 'ready.example', next: -5 },
      { host: 'lost.example', worker: 'w3', taken: -60, lease: -30 },
      { host: 'later.example', next: 60 },
      { host: 'aside.example', setAside: -100, losses: 4 },
      { host: 'done.example' },
      { host: 'rendered.example', class: 'browser', next: -2 },
    ]);
    const status = await fleet.status();
    expect(status).toMatchObject({
      active: 1,
      ready: 3,
      waiting: 1,
      setAside: 1,
      slots: 12,
      classes: [
        { class: 'http', ready: 2, active: 1, waiting: 1, setAside: 1, slots: 12, workers: 2 },
        { class: 'browser', ready: 1, active: 0, waiting: 0, setAside: 0, slots: 4, workers: 1 },
      ],
    });
    expect(status?.oldestReadyMs).toBeGreaterThanOrEqual(30_000);
    expect(status?.classes[1]?.oldestReadyMs).toBeGreaterThanOrEqual(2000);
  });

  it('lists hosts with those that need a person first, and what runs want of them', async () => {
    const { fleet } = store.queries;
    const run = await newRun(store, 'shop', 'default', { pid: process.pid, lock: null });
    await controlOf(store, run).begin();
    const ledger = store.ledger(run);
    await ledger.admit([request(1), request(2), { ...request(3), origin: 'http://example.org' }]);
    await ledger.flush();
    await putHosts(server, [
      { host: 'later.example', next: 60 },
      { host: 'first.example', next: -9 },
      { host: 'second.example', next: -5 },
      { host: 'example.org', worker: 'w 1', taken: -1, lease: 9 },
      { host: 'aside.example', setAside: -100, losses: 4 },
    ]);
    const { hosts, total } = await fleet.hosts({ offset: 0, limit: 3 });
    expect(total).toBe(5);
    expect(hosts).toMatchObject([
      { host: 'aside.example', state: 'set-aside', losses: 4, worker: null, runs: [] },
      {
        host: 'example.org',
        state: 'active',
        losses: null,
        worker: 'w 1',
        runs: [{ run, spider: 'shop', queued: 3 }],
      },
      { host: 'first.example', state: 'ready' },
    ]);
    expect((await fleet.hosts({ offset: 3, limit: 3 })).hosts).toMatchObject([
      { host: 'second.example', state: 'ready' },
      { host: 'later.example', state: 'waiting', losses: null },
    ]);
  });

  it('lets a host that was set aside be taken again, and no other', async () => {
    const { fleet } = store.queries;
    await putHosts(server, [
      { host: 'aside.example', setAside: -100, losses: 4 },
      { host: 'a.example', next: 60 },
    ]);
    expect(await fleet.revive('a.example')).toBe(false);
    expect(await fleet.revive('aside.example')).toBe(true);
    expect(await fleet.revive('aside.example')).toBe(false);
    expect((await fleet.hosts({ offset: 0, limit: 9 })).hosts).toMatchObject([
      { host: 'aside.example', state: 'ready', losses: null },
      { host: 'a.example', state: 'waiting' },
    ]);
  });

  it('tells which workers carry a run out', async () => {
    const { fleet } = store.queries;
    const run = await newRun(store, 'lamps', 'press', { pid: process.pid, lock: null });
    await controlOf(store, run).begin();
    await putSessions(server, run, ['w2', 'w1']);
    await server.query(`UPDATE spider_studio.fleet_sessions SET beat_at = 0 WHERE owner = 'w2'`);
    await putSessions(server, run, ['w3']);
    expect((await fleet.status())?.runs).toEqual([
      { run, project: 'press', spider: 'lamps', state: 'running', workers: ['w1', 'w3'] },
    ]);
  });
});

it('knows of no fleet where the workspace is on one machine', async () => {
  const { fleet } = scratchStore().queries;
  expect(await fleet.register(worker('w1'))).toBeNull();
  expect(await fleet.beat('1', sign)).toBeNull();
  await fleet.leave('1');
  expect(await fleet.status()).toBeNull();
  expect(await fleet.workers()).toEqual([]);
  expect(await fleet.hosts({ offset: 0, limit: 9 })).toEqual({ hosts: [], total: 0 });
  expect([await fleet.drain('w1'), await fleet.revive('a.example')]).toEqual([false, false]);
});
