/**
 * Whether a job engine can carry host slices: four worker processes, the engine's rate and cost, overlaps of a host, and how long
 * it takes until the hosts of a killed worker are worked on again. Linux. Prints one line of JSON for each measurement.
 *
 *     node bench/job-engines.ts [spider-studio|pg-boss|graphile-worker|bullmq ...]
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { startPostgres, type PostgresServer } from '../test/servers/postgres.ts';
import { here, run } from './process.ts';

interface Task {
  hosts: number;
  sliceMs: number;
  /** Whether a table outside of the engine says who works on which host. */
  noted: boolean;
  seconds: number;
}

interface Figures {
  slices: number;
  overlaps: number;
  cpuMs: number;
}

interface Worker {
  process: ChildProcess;
  lines: Interface;
}

const engines =
  process.argv.length > 2 ? process.argv.slice(2) : ['spider-studio', 'pg-boss', 'graphile-worker', 'bullmq'];
const workers = 4;
const redisPort = 16379;
const tasks: Task[] = [400, 10_000].flatMap((hosts) => [
  { hosts, sliceMs: 2000, noted: true, seconds: 12 },
  { hosts, sliceMs: 0, noted: true, seconds: 5 },
  { hosts, sliceMs: 0, noted: false, seconds: 10 },
]);

if (
  engines.some((one) => ['graphile-worker', 'bullmq'].includes(one)) &&
  !existsSync(here('.rivals/node_modules/bullmq'))
)
  await run([here('install-rivals.mjs')]);
for (const engine of engines) {
  for (const task of tasks) await withServers(engine, (at) => rate(at, task));
  await withServers(engine, killed);
  await withServers(engine, restarted);
}

interface Place {
  engine: string;
  postgres: PostgresServer;
  postmaster: number;
  address: string;
  redis: () => ChildProcess;
  restartRedis: () => Promise<void>;
}

async function withServers(engine: string, work: (at: Place) => Promise<object>): Promise<void> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'job-engines-'));
  let redis = startRedis(folder);
  const address = new URL(postgres.url());
  address.password = encodeURIComponent(postgres.password);
  await postgres.query('CREATE TABLE bench_owners (host text PRIMARY KEY, worker integer NOT NULL)');
  async function restartRedis(): Promise<void> {
    redis.kill('SIGKILL');
    await new Promise((resolve) => redis.once('exit', resolve));
    redis = startRedis(folder);
  }
  try {
    const pid = "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::integer AS pid";
    const postmaster = (await postgres.query<{ pid: number }>(pid))[0]?.pid ?? 0;
    const at = { engine, postgres, postmaster, address: address.href, redis: () => redis, restartRedis };
    console.log(JSON.stringify({ engine, ...(await work(at)) }));
  } finally {
    redis.kill('SIGKILL');
    await new Promise((resolve) => redis.once('exit', resolve));
    rmSync(folder, { recursive: true });
    await postgres.close();
  }
}

function startRedis(folder: string): ChildProcess {
  const args = ['--port', String(redisPort), '--bind', '127.0.0.1', '--appendonly', 'yes', '--dir', folder];
  return spawn('redis-server', args, { stdio: 'ignore' });
}

async function start(at: Place, task: Task): Promise<Worker[]> {
  const common = {
    postgres: at.address,
    redis: redisPort,
    sliceMs: task.sliceMs,
    noted: task.noted,
    concurrency: 100,
  };
  await run([here('job-engines/worker.mjs'), at.engine, JSON.stringify({ ...common, hosts: task.hosts })]);
  return Promise.all(
    Array.from({ length: workers }, async () => {
      const args = [here('job-engines/worker.mjs'), at.engine, JSON.stringify(common)];
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: child.stdout });
      await new Promise((resolve) => lines.once('line', resolve));
      return { process: child, lines };
    }),
  );
}

async function figuresOf(of: readonly Worker[]): Promise<Figures> {
  const all = await Promise.all(
    of.map(async ({ process: child, lines }) => {
      const answer = new Promise<string>((resolve) => lines.once('line', resolve));
      child.stdin?.write('\n');
      const figures: Figures = JSON.parse(await answer);
      return figures;
    }),
  );
  const sum = (of: (one: Figures) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    slices: sum((one) => one.slices),
    overlaps: sum((one) => one.overlaps),
    cpuMs: sum((one) => one.cpuMs),
  };
}

/** Slices a second, and the processor time of one in the workers and in the servers. */
async function rate(at: Place, task: Task): Promise<object> {
  const of = await start(at, task);
  await pause(2000);
  const [first, serverFirst] = [await figuresOf(of), serverCpuMs(at)];
  const begun = performance.now();
  await pause(task.seconds * 1000);
  const [last, serverLast] = [await figuresOf(of), serverCpuMs(at)];
  const seconds = (performance.now() - begun) / 1000;
  const slices = last.slices - first.slices;
  stop(of);
  return {
    ...task,
    slicesPerSecond: Math.round(slices / seconds),
    workerMs: round((last.cpuMs - first.cpuMs) / slices),
    serverMs: round((serverLast - serverFirst) / slices),
    overlaps: last.overlaps,
  };
}

/** Seconds from a kill of one of four workers until all of its hosts have been taken again; null: not within a minute. */
async function killed(at: Place): Promise<object> {
  const of = await start(at, { hosts: 400, sliceMs: 2000, noted: true, seconds: 0 });
  await pause(5000);
  const [victim] = of;
  victim?.process.kill('SIGKILL');
  const held = 'SELECT count(*)::integer AS held FROM bench_owners WHERE worker = $1';
  const begun = performance.now();
  const lost = await left();
  const [first, all] = [await after(0.9), await after(0)];
  const { overlaps } = await figuresOf(of.slice(1));
  stop(of);
  return { killed: lost, firstTakenAfter: first, allTakenAfter: all, overlaps };

  async function left(): Promise<number> {
    const [row] = await at.postgres.query<{ held: number }>(held, [victim?.process.pid]);
    return row?.held ?? 0;
  }

  async function after(share: number): Promise<number | null> {
    while (performance.now() - begun < 60_000) {
      if ((await left()) <= lost * share) return round((performance.now() - begun) / 1000);
      await pause(250);
    }
    return null;
  }
}

/** Seconds from a restart of the server until half of the usual rate, without a new process. */
async function restarted(at: Place): Promise<object> {
  const of = await start(at, { hosts: 400, sliceMs: 2000, noted: false, seconds: 0 });
  await pause(5000);
  if (at.engine === 'bullmq') await at.restartRedis();
  else await at.postgres.restart();
  const begun = performance.now();
  let { slices } = await figuresOf(of);
  for (;;) {
    await pause(1000);
    const now = (await figuresOf(of)).slices;
    const seconds = (performance.now() - begun) / 1000;
    if (now - slices >= 100 || seconds > 60) {
      stop(of);
      return { restarted: true, fullSpeedAfter: seconds > 60 ? null : round(seconds) };
    }
    slices = now;
  }
}

function stop(of: readonly Worker[]): void {
  for (const { process: child } of of) child.kill('SIGKILL');
}

/** User and system time of all processes of the servers so far, those that have ended included. */
function serverCpuMs(at: Place): number {
  const children = spawnSync('pgrep', ['-P', String(at.postmaster)], { encoding: 'utf8' }).stdout.split('\n');
  const pids = [at.postmaster, ...children.filter((one) => one !== '').map(Number), at.redis().pid ?? 0];
  return pids.reduce((total, pid) => total + cpuMsOf(pid), 0);
}

function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    // utime, stime, cutime, cstime in hundredths of a second.
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * 10;
  } catch {
    return 0;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
