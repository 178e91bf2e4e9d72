import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FleetHost, FleetStatus, FleetWorker } from '../../shared/contract/types.ts';
import { readMetrics } from '../electron/api/read-metrics.ts';
import { openFleetStore, putHosts } from '../electron/store/fleet/fleet-server.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../servers/postgres.ts';
import { startApi } from './api-server.ts';
import { studio } from './command-line.ts';
import { startProgram } from './program.ts';

const entry = fileURLToPath(new URL('../../bin/spider-studio.mjs', import.meta.url));

describe.skipIf(noPostgres !== null)('the fleet of a workspace on a server', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
    const store = openFleetStore(server);
    const worker = { machine: 'rack-1', pid: 71, version: '1.2.3', slots: 8, classes: ['http'] as const };
    await store.queries.fleet.register({ ...worker, name: 'crawler-1' });
    await store.queries.fleet.register({ ...worker, name: 'crawler-2' });
    store.close();
    // They show no sign of life while the test goes on.
    await server.query('UPDATE spider_studio.fleet_workers SET beat_at = beat_at + 3600000');
    await putHosts(server, [
      { host: 'lamps.example', worker: 'crawler-1', taken: -1, lease: 3600 },
      { host: 'shop.example', next: -9 },
      { host: 'news.example', next: -3 },
      { host: 'later.example', next: 3600 },
      { host: 'heavy.example:8080', setAside: -100, losses: 4 },
    ]);
  });
  afterAll(() => server.close());

  function onServer() {
    const { call, data, folder } = studio();
    const secret = join(folder, 'password');
    writeFileSync(secret, server.password, { mode: 0o600 });
    const at = ['--database', server.url(), '--database-password-file', secret];
    return { data, at, call: (...args: string[]) => call([...args, ...at]) };
  }

  it('is told in a line, in tables and as JSON', async () => {
    const { call } = onServer();
    const told = await call('fleet');
    expect(told.stdout).toMatch(
      /^2 workers, 16 slots, 2 hosts ready, oldest \d+ s\.\n1 host at work, 1 waiting, 1 set aside\./,
    );
    const workers = (await call('fleet', 'workers')).stdout;
    expect(workers).toMatch(/crawler-1 +rack-1 \(71\) +Working +0 of 8 +1 /);
    expect(workers).toMatch(/crawler-2 +rack-1 \(71\) +Working +0 of 8 +0 /);
    const hosts = (await call('fleet', 'hosts', '--limit', '2')).stdout;
    expect(hosts).toContain('heavy.example:8080  Set aside: 4 workers in a row died of it');
    expect(hosts).toMatch(/lamps\.example +At work +crawler-1/);
    expect(hosts).not.toContain('shop.example');
    const listed = (await call('fleet', 'hosts', '--json')).json<FleetHost[]>();
    expect(listed.map(({ host, state }) => `${host} ${state}`)).toEqual([
      'heavy.example:8080 set-aside',
      'lamps.example active',
      'shop.example ready',
      'news.example ready',
      'later.example waiting',
    ]);
  });

  it('has the same figures in its metrics', async () => {
    const { call, data, at } = onServer();
    const { secret } = (await call('keys', 'create', 'scaler', '--scope', 'read', '--json')).json<{
      secret: string;
    }>();
    const api = await startApi(data, secret, at);
    const status = (await call('fleet', 'status', '--json')).json<FleetStatus>();
    const { text } = await api.send('GET', '/api/metrics');
    const all = new Map([...readMetrics(text, 'text').values()].flatMap(({ samples }) => [...samples]));
    const metric = (name: string) => all.get(`spider_studio_fleet_${name}`);
    expect(metric('workers{state="working"}')).toBe(status.workers.working);
    expect(metric('slots{class="http"}')).toBe(16);
    expect(metric('slots{class="browser"}')).toBe(0);
    expect(metric('hosts{class="http",state="ready"}')).toBe(2);
    expect(metric('hosts{class="http",state="set_aside"}')).toBe(1);
    expect(metric('ready_hosts_per_slot{class="http"}')).toBe(status.readyPerSlot);
    expect(status.readyPerSlot).toBe(0.125);
    expect(metric('oldest_ready_host_seconds{class="http"}')).toBeGreaterThanOrEqual(
      (status.oldestReadyMs ?? 0) / 1000,
    );
    const drained = await api.send('POST', '/api/fleet/workers/crawler-1/drain', { body: {} });
    expect(drained).toMatchObject({ status: 403, body: { code: 'missing-scope' } });
    await api.stop();
  });

  it('ends workers, takes hosts back, and says what is not there', async () => {
    const { call } = onServer();
    expect((await call('fleet', 'drain', 'crawler-2')).stdout).toContain('crawler-2 finishes what it has');
    const workers = (await call('fleet', 'workers', '--json')).json<FleetWorker[]>();
    expect(workers.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'crawler-1 working',
      'crawler-2 draining',
    ]);
    expect((await call('fleet')).stdout).toContain('1 worker, 1 ending, 8 slots');
    expect((await call('fleet', 'revive', 'heavy.example:8080')).code).toBe(0);
    expect(await call('fleet', 'revive', 'heavy.example:8080')).toMatchObject({ code: 1 });
    const nobody = await call('fleet', 'drain', 'nobody');
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toContain('There is no worker "nobody" at work.');
  });

  it('has a worker that is started, is listed, and ends without fault when it is asked to', async () => {
    const { call, data, at } = onServer();
    await call('database', 'init');
    const started = startProgram([entry, 'worker', '--name', 'live one', '--data-dir', data, ...at]);
    onTestFinished(() => void started.kill('SIGKILL'));
    const ended = once(started, 'exit');
    started.stderr?.resume();
    started.stdout?.resume();
    const isThere = async (): Promise<boolean> =>
      (await call('fleet', 'workers')).stdout.includes('live one');
    while (!(await isThere())) expect(started.exitCode).toBeNull();
    expect((await call('fleet', 'drain', 'live one')).code).toBe(0);
    expect(await ended).toEqual([0, null]);
    expect(await isThere()).toBe(false);
  });
});

it('is none where the workspace is on one machine', async () => {
  const { call } = studio();
  const told = await call(['fleet']);
  expect(told).toMatchObject({ code: 0 });
  expect(told.stdout).toContain('on this computer alone');
  const drained = await call(['fleet', 'drain', 'crawler-1']);
  expect(drained.code).toBe(1);
  expect(drained.stderr).toContain('so it has no workers');
});
