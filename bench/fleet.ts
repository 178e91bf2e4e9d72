/**
 * One run carried out by several workers over PostgreSQL: pages a second with one worker and with several, processor time a page
 * beside SQLite, and whether every page was fetched once, gave its item, and no host was asked sooner than its delay. Starts
 * PostgreSQL by itself. Prints one JSON object; ends with 1 where a page or an item is missing or double.
 *
 *     npm run bench:fleet -- [--workers 1,4] [--slots 8] [--hosts 400] [--pages 10] [--latency 100] [--delay 0] [--kills 0] [--limit N]
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres, type PostgresServer } from '../test/servers/postgres.ts';
import type { Seen, SitePlan } from './fleet/site.ts';
import { fleetSpider } from './fleet/spider.ts';
import { here } from './process.ts';
import { readOptions } from './read-options.ts';

const usage =
  'npm run bench:fleet -- [--workers 1,4] [--slots 8] [--hosts 400] [--pages 10] [--latency 100] [--delay 0] [--kills 0] [--limit N] [--sqlite]';
const options = readOptions(
  {
    workers: { type: 'string', default: '1,4' },
    slots: { type: 'string', default: '8' },
    hosts: { type: 'string', default: '400' },
    pages: { type: 'string', default: '10' },
    latency: { type: 'string', default: '100' },
    delay: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
    limit: { type: 'string' },
    sqlite: { type: 'boolean', default: false },
  },
  usage,
);
const plan: SitePlan = {
  hosts: Number(options.hosts),
  pagesPerHost: Number(options.pages),
  latencyMs: Number(options.latency),
  delayMs: Number(options.delay),
};
const slots = Number(options.slots);
const kills = Number(options.kills);
const limit = options.limit === undefined ? null : Number(options.limit);
/** The unit of `/proc/PID/stat` on all usual systems. */
const millisecondsPerTick = 10;
const program = here('../bin/spider-studio.mjs');

/** What one crawl has come to. */
interface Measured {
  workers: number;
  pagesPerSecond: number;
  /** Processor time of all workers and the server of the database, in milliseconds a page. */
  cpuMsPerPage: { workers: number; database: number };
  items: number;
  site: Seen;
  isRight: boolean;
}

const results: Measured[] = [];
if (options.sqlite) results.push(await crawl(0));
for (const workers of options.workers.split(',').map(Number)) results.push(await crawl(workers));
const [first] = results;
console.log(
  JSON.stringify(
    {
      plan: { ...plan, slots, kills, limit },
      results,
      timesTheFirst: results.map((one) => round(one.pagesPerSecond / (first?.pagesPerSecond ?? 1))),
    },
    null,
    2,
  ),
);
process.exitCode = results.every(({ isRight }) => isRight) ? 0 : 1;

/** @param workers 0: without PostgreSQL, by one process on SQLite */
async function crawl(workers: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-fleet-'));
  const site = fork(here('fleet/site.ts'), [JSON.stringify(plan)]);
  const [port] = await once(site, 'message');
  const server = workers === 0 ? null : await startPostgres();
  if (server !== null) await server.query('CREATE DATABASE shop');
  const env = environmentOf(server, folder);
  try {
    const spider = join(folder, 'fleet.json');
    writeFileSync(spider, JSON.stringify(fleetSpider(plan, Number(port), slots)));
    await command(['import', spider], env);
    const beginning = await cpuOf(server);
    const { children, usages } = startWorkers(workers, folder, env);
    const limits = limit === null ? [] : ['--limit', String(limit)];
    const own = spawnMeasured(
      ['crawl', 'fleet', '--allow-private', '--json', ...limits],
      folder,
      'crawl',
      env,
    );
    const isOver = once(own.child, 'close');
    const killer =
      kills === 0
        ? null
        : kill(
            children,
            folder,
            env,
            isOver.then(() => true),
          );
    const [code] = await isOver;
    await killer;
    if (code !== 0) throw new Error(`The crawl ended with ${code}.`);
    const database = (await cpuOf(server)) - beginning;
    await Promise.all(children.map(ended));
    const seen = await ask(site);
    const exported = await command(['export', 'fleet', '--format', 'jsonl'], env);
    const urls = exported
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => String(JSON.parse(line).url));
    const cpu = [...usages, own.usage].reduce((sum, file) => sum + cpuIn(file), 0);
    const pages = plan.hosts * plan.pagesPerHost;
    const wanted = limit ?? pages;
    return {
      workers,
      pagesPerSecond: round(seen.pages / (seen.spanMs / 1000)),
      cpuMsPerPage: { workers: round(cpu / seen.pages), database: round(database / seen.pages) },
      items: urls.length,
      site: seen,
      isRight:
        urls.length === wanted &&
        new Set(urls).size === wanted &&
        (limit !== null || seen.pages === pages) &&
        seen.tooClose === 0,
    };
  } finally {
    site.kill();
    await server?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The `crawl` command is a worker of its run itself, so one fewer is started. */
function startWorkers(workers: number, folder: string, env: NodeJS.ProcessEnv) {
  const started = Array.from({ length: Math.max(0, workers - 1) }, (_, n) =>
    spawnMeasured(['worker', '--slots', String(slots), '--drain'], folder, `worker-${n}`, env),
  );
  return { children: started.map(({ child }) => child), usages: started.map((one) => one.usage) };
}

function spawnMeasured(args: string[], folder: string, name: string, env: NodeJS.ProcessEnv) {
  const file = join(folder, `${name}.json`);
  const measure = new URL('./measure.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', measure, program, ...args], {
    // What it says belongs to the errors: the figures are printed alone.
    stdio: ['ignore', 2, 2],
    env: { ...env, BENCH_USAGE: file },
  });
  return { child, usage: file };
}

/** Ends one worker after another without a word, each replaced by a new one. */
async function kill(
  children: ChildProcess[],
  folder: string,
  env: NodeJS.ProcessEnv,
  over: Promise<boolean>,
): Promise<void> {
  for (let n = 0; n < kills; n += 1) {
    if (await Promise.race([over, delay(1000 + Math.random() * 2000).then(() => false)])) return;
    const place = Math.floor(Math.random() * children.length);
    children[place]?.kill('SIGKILL');
    const { child } = spawnMeasured(
      ['worker', '--slots', String(slots), '--drain'],
      folder,
      `again-${n}`,
      env,
    );
    children[place] = child;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'close');
}

async function ask(site: ChildProcess): Promise<Seen> {
  const answer = once(site, 'message');
  site.send('seen');
  return (await answer)[0];
}

async function command(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`"${args.join(' ')}" ended with ${code}.`);
  return out;
}

function environmentOf(server: PostgresServer | null, folder: string): NodeJS.ProcessEnv {
  const home = { SPIDER_STUDIO_HOME: join(folder, 'home') };
  if (server === null) return { ...process.env, ...home };
  const address = new URL(server.url('shop'));
  address.password = encodeURIComponent(server.password);
  return { ...process.env, ...home, SPIDER_STUDIO_DATABASE: address.href };
}

/** A worker that was killed has written nothing. */
function cpuIn(file: string): number {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).cpuMs;
  } catch {
    return 0;
  }
}

/** Processor time of the server and all of its processes, those that have ended included, in milliseconds. Only Linux tells it. */
async function cpuOf(server: PostgresServer | null): Promise<number> {
  if (server === null || process.platform !== 'linux') return 0;
  const [row] = await server.query<{ data_directory: string }>('SHOW data_directory');
  const [pid = '0'] = readFileSync(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n');
  const main = Number(pid);
  const processes = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : [],
  );
  const own = processes.filter(({ pid, parent }) => pid === main || parent === main);
  const ticks = own.reduce((sum, one) => sum + one.ticks + (one.pid === main ? one.ticksOfEnded : 0), 0);
  return ticks * millisecondsPerTick;
}

function statOf(pid: number): { pid: number; parent: number; ticks: number; ticksOfEnded: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11);
    return { pid, parent, ticks: user + system, ticksOfEnded: userOfEnded + systemOfEnded };
  } catch {
    return null;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
