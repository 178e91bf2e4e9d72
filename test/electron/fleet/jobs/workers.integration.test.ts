import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { noPostgres } from '../../../servers/postgres.ts';
import { FleetDatabase } from './fleet-database.ts';

describe.skipIf(noPostgres !== null)('workers of a fleet as processes', () => {
  const fleet = new FleetDatabase();

  it('never has two of four work on a host, also when one is killed and the server restarts', async () => {
    await fleet.query(`CREATE TABLE slices (host text, epoch bigint, worker text, began timestamptz DEFAULT clock_timestamp(),
      ended timestamptz, PRIMARY KEY (host, epoch))`);
    const hosts = Array.from({ length: 60 }, (_, index) => `host-${index}`);
    await (await fleet.open('one')).hosts.offer(hosts.map((host) => ({ host, class: 'http' })));
    const [victim] = await fleet.start(['slices', 'slices', 'slices', 'slices']);
    const count = async () =>
      (await fleet.query<{ n: number }>('SELECT count(*)::integer AS n FROM slices'))[0]?.n ?? 0;
    await expect.poll(count).toBeGreaterThan(500);

    const left = `SELECT host FROM slices s WHERE worker = $1 AND ended IS NULL
      AND NOT EXISTS (SELECT 1 FROM slices t WHERE t.host = s.host AND t.epoch > s.epoch)`;
    // It dies at a moment at which it has hosts.
    await vi.waitUntil(
      async () => {
        victim?.child.kill('SIGSTOP');
        const unfinished = await fleet.query(left, [String(victim?.child.pid)]);
        if (unfinished.length === 0) victim?.child.kill('SIGCONT');
        return unfinished.length > 0;
      },
      { timeout: 60_000, interval: 20 },
    );
    victim?.child.kill('SIGKILL');
    await expect.poll(() => fleet.query(left, [String(victim?.child.pid)])).toEqual([]);

    await fleet.server.restart();
    const before = await count();
    await expect.poll(count).toBeGreaterThan(before + 500);
    const overlaps = `SELECT a.host FROM slices a JOIN slices b ON b.host = a.host AND b.epoch > a.epoch
      WHERE b.began < a.ended`;
    expect(await fleet.query(overlaps)).toEqual([]);
  }, 120_000);

  it('fences a worker that was stopped while another one took its host', async () => {
    const one = await fleet.open('one');
    await one.hosts.offer([{ host: 'a.example', class: 'http' }]);
    const [holder] = await fleet.start(['hold']);
    if (holder === undefined) throw new Error('No process was started.');
    const { child, lines } = holder;
    expect(await once(lines, 'line')).toEqual(['took 1']);
    child.kill('SIGSTOP');
    const slice = await vi.waitUntil(async () => (await one.hosts.take(1, 'http'))[0], {
      timeout: 30_000,
      interval: 100,
    });
    expect(slice).toMatchObject({ epoch: 2, losses: 1 });
    child.kill('SIGCONT');
    expect(await once(lines, 'line')).toEqual(['lost false false']);
    expect(slice.isHeld).toBe(true);
    expect(await slice.done({ againMs: null })).toBe(true);
  });

  it('has another worker lead when the lead dies', async () => {
    await fleet.query('CREATE TABLE leads (epoch integer, worker text, losses integer)');
    const one = await fleet.open('one');
    await one.leads.offer(7);
    await one.leads.offer(7);
    const leads = () =>
      fleet.query<{ epoch: number; worker: string; losses: number }>('SELECT * FROM leads ORDER BY epoch');
    await fleet.start(['lead', 'lead', 'lead']);
    await expect.poll(leads).toHaveLength(1);
    const [first] = await leads();
    fleet.processes.find(({ pid }) => String(pid) === first?.worker)?.kill('SIGKILL');
    await expect.poll(leads).toMatchObject([
      { epoch: 1, losses: 0 },
      { epoch: 2, losses: 1 },
    ]);
    expect((await leads())[1]?.worker).not.toBe(first?.worker);
  });
});
