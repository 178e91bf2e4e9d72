import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jobEngineGrants, prepareJobEngine } from '../../../../electron/fleet/jobs/prepare.ts';
import { clientConfig } from '../../../../electron/postgres/connection.ts';
import type { PostgresAddress } from '../../../../electron/postgres/address.ts';
import { openPostgresStore } from '../../../../electron/store/postgres/open.ts';
import { noPostgres } from '../../../servers/postgres.ts';
import { FleetDatabase } from './fleet-database.ts';

describe.skipIf(noPostgres !== null)('the job engine', () => {
  const fleet = new FleetDatabase();

  it('hands a host to one worker at a time, whoever offers it and however often', async () => {
    const [one, two] = [await fleet.open('one'), await fleet.open('two')];
    const offers = [{ host: 'a.example', class: 'http' as const }];
    await Promise.all([one.hosts.offer(offers), two.hosts.offer(offers), one.hosts.offer(offers)]);
    const [slice, ...more] = [...(await one.hosts.take(9, 'http')), ...(await two.hosts.take(9, 'http'))];
    expect(more).toEqual([]);
    expect(slice).toMatchObject({ host: 'a.example', epoch: 1, losses: 0, isHeld: true });
    await two.hosts.offer([{ host: 'b.example', class: 'http' }]);
    expect((await two.hosts.take(9, 'http')).map(({ host }) => host)).toEqual(['b.example']);
    expect(await slice?.done({ againMs: null })).toBe(true);
    expect(await slice?.done({ againMs: null })).toBe(false);
    expect(await two.hosts.take(9, 'http')).toEqual([]);
  });

  it('takes a host again that was offered while it was worked on', async () => {
    const one = await fleet.open('one');
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    const [slice] = await one.hosts.take(1, 'http');
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    await slice?.done({ againMs: null });
    expect(await one.hosts.take(1, 'http')).toMatchObject([{ host: 'a.example', epoch: 2 }]);
  });

  it('forgets hosts and leads that nobody has and nobody wants, and takes them anew when they are offered', async () => {
    const one = await fleet.open('one');
    const offer = (...hosts: string[]) =>
      one.hosts.offer(hosts.map((host) => ({ host, class: 'http' as const })));
    await offer('held.example', 'over.example');
    await one.leads.offer(7);
    const slices = await one.hosts.take(2, 'http');
    await offer('waits.example');
    await slices.find(({ host }) => host === 'over.example')?.done({ againMs: null });
    await (await one.leads.take(7))?.end();
    await one.forgetEnded();
    const keys = await fleet.query<{ key: string }>(
      'SELECT key FROM spider_studio.fleet_claims ORDER BY key',
    );
    expect(keys.map(({ key }) => key)).toEqual(['held.example', 'waits.example']);
    await offer('over.example');
    const again = await one.hosts.take(2, 'http');
    expect(again.map(({ host }) => host).toSorted()).toEqual(['over.example', 'waits.example']);
  });

  it('takes a host after every offer, however offers and ends of slices meet', async () => {
    const engines = await Promise.all(['one', 'two', 'three'].map((name) => fleet.open(name)));
    const hosts = ['a', 'b', 'c', 'd'];
    const offered = new Map(hosts.map((host) => [host, 0]));
    const served = new Map(hosts.map((host) => [host, 0]));
    const over = new AbortController();
    const offers = engines.map(async ({ hosts: slices }, nth) => {
      for (let index = 0; index < 30; index += 1) {
        const host = hosts[(index * (nth + 1)) % hosts.length] ?? '';
        offered.set(host, (offered.get(host) ?? 0) + 1);
        await slices.offer([{ host, class: 'http' }]);
      }
    });
    const takers = engines.map(async ({ hosts: slices }) => {
      while (!over.signal.aborted) {
        for (const slice of await slices.take(2, 'http')) {
          served.set(slice.host, offered.get(slice.host) ?? 0);
          await slice.done({ againMs: null });
        }
      }
    });
    try {
      await Promise.all(offers);
      await expect.poll(() => [...served]).toEqual([...offered]);
    } finally {
      over.abort();
      await Promise.all(takers);
    }
  });

  it('forgets no offer that comes while the host is given back', async () => {
    const [one, two] = [await fleet.open('one'), await fleet.open('two')];
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    const [slice] = await one.hosts.take(1, 'http');
    const blocker = new Client(clientConfig(fleet.address));
    await blocker.connect();
    const waiting = async () =>
      (await fleet.query("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).length;
    try {
      await blocker.query('BEGIN; SELECT FROM spider_studio.fleet_claims FOR UPDATE');
      const done = slice?.done({ againMs: null });
      await expect.poll(waiting).toBe(1);
      // It finds the job still there, and has to wait as well.
      const offered = two.hosts.offer([{ host: 'a.example', class: 'http' }]);
      await expect.poll(waiting).toBe(2);
      await blocker.query('COMMIT');
      await Promise.all([done, offered]);
    } finally {
      await blocker.end();
    }
    expect(await two.hosts.take(1, 'http')).toMatchObject([{ epoch: 2 }]);
  });

  it('waits as long as a slice says, and no longer than a later offer says', async () => {
    const one = await fleet.open('one');
    await one.hosts.offer([{ host: 'a.example', class: 'http', delayMs: 3_600_000 }]);
    expect(await one.hosts.take(1, 'http')).toEqual([]);
    expect((await one.metrics()).hosts).toMatchObject([
      { class: 'http', ready: 0, waiting: 1, oldestReadyMs: null },
    ]);
    await one.hosts.offer([{ host: 'a.example', class: 'http', delayMs: 7_200_000 }]);
    expect(await one.hosts.take(1, 'http')).toEqual([]);
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    const [slice] = await one.hosts.take(1, 'http');
    expect(slice).toMatchObject({ host: 'a.example' });
    await slice?.done({ againMs: 3_600_000 });
    expect(await one.hosts.take(1, 'http')).toEqual([]);
  });

  it('gives workers hosts of the class that they ask for', async () => {
    const one = await fleet.open('one');
    await one.hosts.offer([
      { host: 'a.example', class: 'http' },
      { host: 'b.example', class: 'browser' },
    ]);
    const [browsed, ...more] = await one.hosts.take(9, 'browser');
    expect([browsed?.host, more]).toEqual(['b.example', []]);
    await browsed?.done({ againMs: 0, class: 'http' });
    const both = await one.hosts.take(9, 'http');
    expect(both.map(({ host }) => host).sort()).toEqual(['a.example', 'b.example']);
    expect(await one.metrics()).toMatchObject({
      hosts: [{ class: 'http', active: 2, ready: 0 }],
      heldHosts: 2,
    });
  });

  it('counts what is ready, by class', async () => {
    const one = await fleet.open('one');
    await one.hosts.offer(['a', 'b', 'c'].map((host) => ({ host, class: 'browser' as const })));
    await one.hosts.take(1, 'browser');
    const { hosts } = await one.metrics();
    expect(hosts).toEqual([
      {
        class: 'browser',
        active: 1,
        ready: 2,
        waiting: 0,
        setAside: 0,
        oldestReadyMs: expect.any(Number) as number,
      },
    ]);
  });

  it('gives everything back when a worker is closed', async () => {
    const [one, two] = [await fleet.open('one'), await fleet.open('two')];
    await one.hosts.offer([{ host: 'a.example', class: 'browser' }]);
    await one.leads.offer(3);
    await one.hosts.take(1, 'browser');
    await one.leads.take(3);
    expect([await two.hosts.take(1, 'browser'), await two.leads.take(3)]).toEqual([[], null]);
    await fleet.engines.shift()?.close();
    expect(await two.hosts.take(1, 'browser')).toMatchObject([{ epoch: 2, losses: 0 }]);
    expect(await two.leads.take(3)).toMatchObject({ epoch: 2, losses: 0 });
  });

  it('takes nothing while it drains, and waits for what it has', async () => {
    const one = await fleet.open('one');
    await one.hosts.offer(['a', 'b'].map((host) => ({ host, class: 'http' as const })));
    const [slice] = await one.hosts.take(1, 'http');
    let isDrained = false;
    const drained = one.drain().finally(() => (isDrained = true));
    expect(await one.hosts.take(1, 'http')).toEqual([]);
    expect(isDrained).toBe(false);
    await slice?.done({ againMs: 0 });
    await drained;
  });

  it('sets a host aside that costs worker after worker its life', async () => {
    const one = await fleet.open('one');
    await one.hosts.offer(['poison', 'other'].map((host) => ({ host, class: 'http' as const })));
    await one.hosts.take(2, 'http');
    // As after three workers that have died, and a fourth one that does.
    const longAgo = "now() - interval '1 minute'";
    await fleet.query(`UPDATE spider_studio_jobs.job SET retry_count = 3, heartbeat_on = ${longAgo} WHERE singleton_key = 'poison';
      UPDATE spider_studio.fleet_claims SET lease_until = ${longAgo} WHERE key = 'poison'`);
    await expect.poll(() => one.hosts.dead()).toMatchObject([{ host: 'poison', losses: 4 }]);
    await one.hosts.offer([{ host: 'poison', class: 'http' }]);
    expect(await one.hosts.take(2, 'http')).toEqual([]);
    expect((await one.metrics()).hosts).toMatchObject([{ active: 1, setAside: 1, ready: 0 }]);
    const store = openPostgresStore(fleet.address);
    onTestFinished(() => store.close());
    expect(await store.queries.fleet.revive('poison')).toBe(true);
    await expect.poll(() => one.hosts.take(2, 'http')).toMatchObject([{ host: 'poison', losses: 0 }]);
    expect(await one.hosts.dead()).toEqual([]);
  });

  it('takes a host away from whoever has it for too long', async () => {
    const [one, two] = [await fleet.open('one'), await fleet.open('two')];
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    const [slice] = await one.hosts.take(1, 'http');
    const longAgo = "now() - interval '15 minutes'";
    await fleet.query(`UPDATE spider_studio.fleet_claims SET taken_at = ${longAgo};
      UPDATE spider_studio_jobs.job SET started_on = ${longAgo} WHERE name = 'hosts'`);
    await expect.poll(() => slice?.isHeld).toBe(false);
    await expect.poll(() => two.hosts.take(1, 'http')).toMatchObject([{ epoch: 2, losses: 1 }]);
    expect(await slice?.done({ againMs: null })).toBe(false);
  });

  it('is made ready by several at once, and again', async () => {
    await Promise.all([1, 2, 3].map(() => prepareJobEngine(fleet.address)));
    const one = await fleet.open('one');
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    await prepareJobEngine(fleet.address);
    expect(await one.hosts.take(1, 'http')).toHaveLength(1);
  });

  /** A role that may change rows and nothing else. */
  async function asWorker(name: string): Promise<PostgresAddress> {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    await fleet.query(`CREATE ROLE ${quoted} LOGIN PASSWORD 'secret'; ${jobEngineGrants(name)}`);
    return { ...fleet.address, user: name, password: 'secret' };
  }

  it('is not opened where its schema is older and the role may not change it, and works where it is newer', async () => {
    const address = await asWorker('worker');
    await fleet.query('UPDATE spider_studio_jobs.version SET version = version - 1');
    await expect(fleet.open('one', undefined, address)).rejects.toMatchObject({
      code: 'older',
      action: { action: 'prepare-database' },
    });
    await fleet.query('UPDATE spider_studio_jobs.version SET version = version + 2');
    const one = await fleet.open('one', undefined, address);
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    expect(await one.hosts.take(1, 'http')).toHaveLength(1);
  });

  it('needs no right but to change rows', async () => {
    const address = await asWorker('wo"rker');
    const errors: unknown[] = [];
    const one = await fleet.open('one', (error) => errors.push(error), address);
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    const [slice] = await one.hosts.take(1, 'http');
    await slice?.done({ againMs: 0 });
    await one.leads.offer(1);
    await (await one.leads.take(1))?.end();
    expect(errors).toEqual([]);
  });
});
