import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { createFleetDatabase } from '../../../../electron/store/postgres/ledger/fleet-database.ts';
import type { FleetPortOptions, FleetPorts } from '../../../../electron/store/postgres/ledger/ports.ts';
import { endFleetSession } from '../../../../electron/store/postgres/ledger/recovery.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { oddTexts, replaced } from '../odd-texts.ts';
import { completed, item, newRun, request, unfinished } from '../support.ts';
import { Crowd } from './crowd.ts';
import { joined, poolOn, storeOn } from './fleet-support.ts';

const host = 'example.org';
const origin = `https://${host}`;

describe.skipIf(noPostgres !== null)('sessions of a fleet', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  interface Fleet {
    store: Store;
    run: string;
    sessions: FleetPorts[];
  }

  async function fleetOf(count: number, limits?: FleetPortOptions['limits']): Promise<Fleet> {
    const store = storeOn(server);
    const pool = poolOn(server);
    const run = await newRun(store);
    const sessions: FleetPorts[] = [];
    for (let n = 0; n < count; n += 1)
      sessions.push(await joined(pool, store, run, limits === undefined ? {} : { limits }));
    return { store, run, sessions };
  }

  async function pairOf(
    limits?: FleetPortOptions['limits'],
  ): Promise<Fleet & { one: FleetPorts; two: FleetPorts }> {
    const fleet = await fleetOf(2, limits);
    const [one, two] = fleet.sessions;
    if (one === undefined || two === undefined) throw new Error('There are two.');
    return { ...fleet, one, two };
  }

  it.each([
    [2, 1],
    [4, 2],
    [8, 3],
  ])('%i side by side do every page once (seed %i)', async (count, seed) => {
    const { run, sessions } = await fleetOf(count);
    const crowd = new Crowd(server, run, sessions, seed);
    await crowd.carryOut(() => crowd.moveHost());
    expect(await crowd.faults()).toEqual([]);
  });

  it('lose their connections again and again, and write nothing twice', async () => {
    const { run, sessions } = await fleetOf(3);
    const crowd = new Crowd(server, run, sessions, 4);
    let killed = 0;
    await crowd.carryOut(async () => {
      const ended = await server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'
          AND pid <> pg_backend_pid() AND (state = 'active' OR random() < 0.2) ORDER BY random() LIMIT 2`,
      );
      killed += ended.length;
    });
    expect(killed).toBeGreaterThan(10);
    expect(await crowd.faults()).toEqual([]);
  });

  it('go on after the server has ended and started again', async () => {
    const { run, sessions } = await fleetOf(2);
    const crowd = new Crowd(server, run, sessions, 5);
    let restarts = 0;
    await crowd.carryOut(async () => {
      if (restarts === 2 || crowd.done < 60 * (restarts + 1)) return;
      restarts += 1;
      await server.restart();
    });
    expect(restarts).toBe(2);
    expect(await crowd.faults()).toEqual([]);
  });

  it('hear of what is excluded, and the one that comes later knows it', async () => {
    const store = storeOn(server);
    const run = await newRun(store);
    // Nothing but a signal makes them ask again.
    const unasked = { believedMs: 600_000 };
    const sessions = [
      await joined(poolOn(server), store, run, unasked),
      await joined(poolOn(server), store, run, unasked),
    ];
    const known = () => Promise.all(sessions.map(({ control }) => control.exclusions()));
    expect(await known()).toEqual([[], []]);
    await store.queries.runs.exclude(run, '/calendar/');
    await expect.poll(known, { timeout: 60_000 }).toEqual([['/calendar/'], ['/calendar/']]);
    await store.queries.runs.exclude(run, '/ü{"\\\\d+,}');
    const both = ['/calendar/', '/ü{"\\\\d+,}'];
    await expect.poll(known, { timeout: 60_000 }).toEqual([both, both]);
    const late = await joined(poolOn(server), store, run, {});
    expect(await late.control.exclusions()).toEqual(both);
  });

  it('write nothing more of a host that another one has taken', async () => {
    const { run, store, one, two } = await pairOf();
    await one.ledger.admit([request(1), request(2)]);
    await one.fleet.take([host], false);
    const [first, second] = await one.ledger.claim(origin, 2, 0);
    await two.fleet.take([host], true);
    expect(await one.ledger.complete(completed(first?.id ?? '', [item(1)], [request(9)]))).toBeNull();
    expect(await one.ledger.renew([second?.id ?? ''])).toEqual([second?.id]);
    expect(await one.ledger.claim(origin, 1, 0)).toEqual([]);
    expect(await two.ledger.counters()).toMatchObject({ queued: 2, active: 0, seen: 2, items: 0 });
    const [again] = await two.ledger.claim(origin, 1, 0);
    expect(await two.ledger.complete(completed(again?.id ?? '', [item(1)]))).toMatchObject({ items: 1 });
    // The old owner has the host again, but not what it had in hand then.
    await one.fleet.take([host], false);
    expect(await one.ledger.fail(unfinished(second?.id ?? '', 'late'))).toBeNull();
    const { requeued, itemsDuplicated } = await store.queries.runs.receipt(run);
    expect([requeued, itemsDuplicated]).toEqual([2, 0]);
  });

  it('write items with texts that a database does not hold, and go on after them', async () => {
    const { store, run, one } = await pairOf();
    const pages = oddTexts.map((_, n) => request(n));
    await one.ledger.admit(pages);
    await one.fleet.take([host], false);
    const claims = await one.ledger.claim(origin, pages.length, 0);
    for (const [n, [name, text]] of oddTexts.entries()) {
      const metadata = { note: text, [text]: [text] };
      const given = item(n, { title: text, metadata, problems: [{ field: 'note', message: text }] });
      const done = await one.ledger.complete({
        ...completed(claims[n]?.id ?? '', [given]),
        events: [{ kind: 'warning', url: null, message: text }],
      });
      expect([name, done?.items]).toEqual([name, 1]);
    }
    const view = { project: 'default', spider: 'shop', run, words: [], sort: [], upTo: null };
    const filled = { column: { kind: 'metadata', key: 'note' }, operator: 'not-empty', value: null } as const;
    const { rows } = await store.queries.items.slice({ ...view, filters: [filled] }, 0, 100);
    expect(rows.map(({ title, metadata }) => [title, metadata])).toEqual(
      oddTexts.map(([, text]) => [replaced(text), { note: text, [text]: [text] }]),
    );
  });

  it('leave their requests to the others when they die, and the run goes on', async () => {
    const { run, store, one, two } = await pairOf();
    await one.ledger.admit([request(1), request(2), request(3)]);
    await one.fleet.take([host], false);
    await one.ledger.claim(origin, 2, 0);
    const dead = { run: Number(run), session: one.fleet.session() ?? 0 };
    await endFleetSession(createFleetDatabase(poolOn(server)), dead, { died: true, time: null });
    expect(await two.fleet.waitingHosts()).toEqual([host]);
    expect(await two.fleet.take([host], true)).toMatchObject([{ origin, queued: 3 }]);
    expect(await two.ledger.claim(origin, 3, 0)).toHaveLength(3);
    expect((await store.queries.runs.get(run)).state).toBe('running');
    expect(await one.control.beat()).toBe(false);
    expect(await one.control.requested()).toBe('replaced');
    const messages = (await store.queries.events.list(run)).map(({ message }) => message);
    const recovered = '2 requests that were in flight when the run was cut off will be fetched again.';
    expect(messages).toContain(recovered);
    expect(await store.queries.runs.receipt(run)).toMatchObject({ requeued: 2, fetchedAgain: 2 });
  });

  it('look after those that do not beat any more', async () => {
    const store = storeOn(server);
    const run = await newRun(store);
    const pool = poolOn(server);
    let time = 1_000_000;
    const [silent, alive] = [
      await joined(pool, store, run, { now: () => time }),
      await joined(pool, store, run, { now: () => time }),
    ];
    await silent.ledger.admit([request(1)]);
    await silent.fleet.take([host], false);
    await silent.ledger.claim(origin, 1, 0);
    time += 20_000;
    expect(await alive.control.beat()).toBe(true);
    expect(await alive.ledger.counters()).toMatchObject({ active: 1 });
    time += 20_000;
    expect(await alive.control.beat()).toBe(true);
    expect(await alive.ledger.counters()).toMatchObject({ active: 0, queued: 1 });
    expect(await silent.control.beat()).toBe(false);
    await expect(silent.ledger.claim(origin, 1, 0)).rejects.toThrow(LeaseLostError);
  });

  it('never write more items than the run may have, and all of these', async () => {
    const limits = { items: 50, pages: null };
    const { run, store, sessions } = await fleetOf(6, limits);
    const names = sessions.map((_, n) => `host${n}.example.org`);
    const pages = names.flatMap((name, at) =>
      Array.from({ length: 12 }, (_, n) => request(100 * at + n, { origin: `https://${name}` })),
    );
    await sessions[0]?.ledger.admit(pages);
    const written = await Promise.all(
      sessions.map(async ({ fleet, ledger }, n) => {
        await fleet.take([names[n] ?? ''], false);
        const claimed = await ledger.claim(`https://${names[n]}`, 12, 0);
        const page = (id: string) => completed(id, [item(1), item(2), item(3)]);
        const settled = await Promise.all(claimed.map(({ id }) => ledger.complete(page(id))));
        return settled.reduce((sum, one) => sum + (one?.items ?? 0), 0);
      }),
    );
    expect(written.reduce((sum, count) => sum + count)).toBe(50);
    expect((await store.queries.runs.get(run)).counters).toMatchObject({ done: 72, items: 50 });
    expect(await store.queries.runs.receipt(run)).toMatchObject({ itemsLost: 0, itemsDuplicated: 0 });
  });

  it('reserve parts of a budget, which others do not get', async () => {
    const { run, one, two } = await pairOf({ items: 10, pages: 4 });
    expect(await one.fleet.reserve('items', 7)).toEqual({ granted: 7, isSpent: false });
    expect(await two.fleet.reserve('items', 7)).toEqual({ granted: 3, isSpent: false });
    await one.fleet.giveBack('items', 2);
    expect(await two.fleet.reserve('items', 7)).toEqual({ granted: 2, isSpent: false });
    expect(await two.fleet.reserve('pages', 9)).toEqual({ granted: 4, isSpent: false });
    await one.ledger.admit([request(1)]);
    await one.fleet.take([host], false);
    const [claimed] = await one.ledger.claim(origin, 1, 0);
    const items = Array.from({ length: 8 }, (_, n) => item(n));
    // Five are its own, and the others are not free.
    expect(await one.ledger.complete(completed(claimed?.id ?? '', items))).toMatchObject({ items: 5 });
    await one.fleet.giveBack('items', 5);
    const dead = { run: Number(run), session: two.fleet.session() ?? 0 };
    await endFleetSession(createFleetDatabase(poolOn(server)), dead, { died: true, time: null });
    expect(await one.fleet.reserve('items', 9)).toEqual({ granted: 5, isSpent: false });
    expect((await one.fleet.reserve('pages', 9)).granted).toBe(3);
  });

  it('are told at once what is asked of the run, also after they have lost the connection', async () => {
    const store = storeOn(server);
    const run = await newRun(store);
    const pool = poolOn(server);
    // Nothing but a signal makes them ask again.
    const unasked = { believedMs: 600_000 };
    const sessions = [await joined(pool, store, run, unasked), await joined(pool, store, run, unasked)];
    const asked = () => Promise.all(sessions.map(({ control }) => control.requested()));
    expect(await asked()).toEqual([null, null]);
    await store.queries.runs.pause(run);
    await expect.poll(asked).toEqual(['pause', 'pause']);
    // They listen by one connection.
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`;
    expect(await server.query(cut)).toHaveLength(1);
    await store.queries.runs.stop(run, 'Stopped.');
    await expect.poll(asked).toEqual(['stop', 'stop']);
  });

  it('leave the end of the run to the one that leads', async () => {
    const { run, store, one } = await pairOf();
    const pool = poolOn(server);
    const follower = await joined(pool, store, run, { leads: () => false });
    expect(await follower.control.end('completed', 'Mine.', 'finished')).toBe(true);
    expect((await store.queries.runs.get(run)).state).toBe('running');
    expect(await one.control.end('completed', 'Done.', 'finished')).toBe(true);
    expect(await store.queries.runs.get(run)).toMatchObject({ state: 'completed', reason: 'Done.' });
    expect(await follower.control.beat()).toBe(false);
  });
});
