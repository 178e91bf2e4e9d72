/**
 * One run over many hosts by workers that are killed, drained, stopped and cut off, with a server that is restarted: whether every
 * page gave its item once, how much was fetched again, whether a host was asked too soon, and how long it takes until the fleet is
 * as fast as before. Starts PostgreSQL by itself. Prints one JSON object; ends with 1 where a promise was broken.
 *
 *     npm run bench:fleet-kills -- [--kills 100] [--workers 4] [--hosts 60] [--pages 150] [--delay 500] [--every 4] [--away 60]
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../test/servers/postgres.ts';
import type { Seen, SitePlan } from './fleet/site.ts';
import { fleetSpider } from './fleet/spider.ts';
import { here } from './process.ts';
import { readOptions } from './read-options.ts';

const options = readOptions(
  {
    kills: { type: 'string', default: '100' },
    workers: { type: 'string', default: '4' },
    hosts: { type: 'string', default: '60' },
    pages: { type: 'string', default: '150' },
    delay: { type: 'string', default: '500' },
    every: { type: 'string', default: '4' },
    away: { type: 'string', default: '60' },
  },
  'npm run bench:fleet-kills -- [--kills 100] [--workers 4] [--hosts 60] [--pages 150] [--delay 500] [--every 4] [--away 60]',
);
const kills = Number(options.kills);
const awayMs = Number(options.away) * 1000;
const plan: SitePlan = {
  hosts: Number(options.hosts),
  pagesPerHost: Number(options.pages),
  latencyMs: 50,
  delayMs: Number(options.delay),
};
const slots = 16;
/** Share of the kills that is asked for kindly beside them. */
const drainShare = 0.15;
const program = here('../bin/spider-studio.mjs');

const folder = mkdtempSync(join(tmpdir(), 'spider-studio-kills-'));
const site = fork(here('fleet/site.ts'), [JSON.stringify(plan)]);
const [port] = await once(site, 'message');
hurry(site.pid);
const server = await startPostgres();
await server.query('CREATE DATABASE shop');
const cable = openCable(server.port);
const workers: ChildProcess[] = [];
const counts = { killed: 0, drained: 0, leads: 0, revived: 0 };
const loads: number[] = [];
const back: Record<string, number | null> = {};

/** A site that waits for the processor sees requests closer together than they were sent. */
function hurry(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, -20);
  } catch {
    // Only an administrator may; the figures say less then.
  }
}

function openCable(to: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const relay = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  return {
    relay,
    cut: (is: boolean) => {
      isCut = is;
      if (is) for (const socket of sockets) socket.destroy();
    },
  };
}

function environment(databasePort: number): NodeJS.ProcessEnv {
  const address = new URL(server.url('shop'));
  address.password = encodeURIComponent(server.password);
  address.port = String(databasePort);
  return {
    ...process.env,
    SPIDER_STUDIO_HOME: join(folder, 'home'),
    SPIDER_STUDIO_DATABASE: address.href,
  };
}

function start(args: string[], databasePort = server.port): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 2, 2],
    env: environment(databasePort),
  });
}

async function command(args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(server.port),
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`"${args.join(' ')}" ended with ${code}.`);
  return out;
}

const startWorker = (databasePort = server.port): ChildProcess =>
  start(['worker', '--slots', String(slots), '--no-queue'], databasePort);

async function seen(): Promise<Seen> {
  const answer = once(site, 'message');
  site.send('seen');
  return (await answer)[0];
}

const inDatabase = <T extends object>(text: string): Promise<T[]> =>
  server.query<T>(text, [], 'shop').catch(() => []);

async function isOver(): Promise<boolean> {
  const [run] = await inDatabase<{ state: string }>('SELECT state FROM spider_studio.runs');
  return run?.state === 'completed' || run?.state === 'stopped' || run?.state === 'failed';
}

/** Pages a second over a time. */
async function speed(ms: number): Promise<number> {
  const before = await seen();
  await delay(ms);
  return ((await seen()).pages - before.pages) / (ms / 1000);
}

/** How long it takes until the fleet is as fast as before, in milliseconds; null: not within two minutes. */
async function untilBack(name: string, before: number): Promise<void> {
  const began = performance.now();
  back[name] = null;
  while (performance.now() - began < 120_000) {
    if ((await speed(3000)) < 0.9 * before) continue;
    back[name] = Math.round(performance.now() - began);
    return;
  }
}

/** The process that leads the run. */
async function lead(): Promise<ChildProcess | undefined> {
  const [row] = await inDatabase<{ owner: string }>(
    "SELECT owner FROM spider_studio.fleet_claims WHERE kind = 'lead' AND owner IS NOT NULL",
  );
  return workers.find(({ pid }) => row?.owner.split(' ')[0]?.endsWith(`-${pid}`) === true);
}

/** Ends a worker, and starts another one in its place. */
async function replace(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  if (signal === 'SIGKILL') await once(child, 'exit');
  workers[workers.indexOf(child)] = startWorker();
}

/** A host of which workers died one after the other is set aside, as it should be: here it is not to blame. */
async function revive(): Promise<void> {
  const aside = await inDatabase<{ key: string }>(
    "SELECT key FROM spider_studio.fleet_claims WHERE kind = 'host' AND set_aside_at IS NOT NULL",
  );
  for (const { key } of aside) await command(['fleet', 'revive', key]);
  counts.revived += aside.length;
}

try {
  cable.relay.listen(0, '127.0.0.1');
  await once(cable.relay, 'listening');
  const address = cable.relay.address();
  const cablePort = address === null || typeof address === 'string' ? 0 : address.port;
  writeFileSync(join(folder, 'fleet.json'), JSON.stringify(fleetSpider(plan, Number(port), slots)));
  await command(['import', join(folder, 'fleet.json')]);
  const starter = start(['crawl', 'fleet', '--allow-private']);
  for (let n = 1; n < Number(options.workers); n += 1) workers.push(startWorker());
  const cut = startWorker(cablePort);
  while ((await seen()).pages < 2 * plan.hosts) await delay(500);
  starter.kill('SIGKILL');
  counts.killed += 1;
  workers.push(startWorker());
  await delay(15_000);
  const usual = await speed(20_000);
  const chosen = (await lead()) ?? workers[0];
  if (chosen !== undefined) await replace(chosen, 'SIGKILL');
  counts.killed += 1;
  await untilBack('the lead was killed', usual);
  await server.restart();
  await untilBack('the server was restarted', usual);
  const [stopped] = workers;
  stopped?.kill('SIGSTOP');
  cable.cut(true);
  const cutAt = performance.now();
  let isAway = true;
  while (counts.killed < kills && !(await isOver())) {
    await delay((0.5 + Math.random()) * Number(options.every) * 1000);
    loads.push(loadavg()[0] ?? 0);
    if (isAway && performance.now() - cutAt > awayMs) {
      isAway = false;
      stopped?.kill('SIGCONT');
      cable.cut(false);
    }
    const first = Math.random() < 0.3 ? await lead() : undefined;
    const able = workers.filter((one) => !isAway || one !== stopped);
    const victim =
      first !== undefined && able.includes(first) ? first : able[Math.floor(Math.random() * able.length)];
    if (victim === undefined) continue;
    if (victim === first) counts.leads += 1;
    const isKind = Math.random() < drainShare;
    await replace(victim, isKind ? 'SIGTERM' : 'SIGKILL');
    if (isKind) counts.drained += 1;
    else counts.killed += 1;
    console.error(`${counts.killed} killed, ${counts.drained} drained, ${(await seen()).pages} pages`);
    if (counts.killed % 10 === 0) await revive();
  }
  stopped?.kill('SIGCONT');
  cable.cut(false);
  if (!(await isOver())) await untilBack('the last was killed', usual);
  while (!(await isOver())) {
    await revive();
    await delay(3000);
  }
  const isCutBack = cut.exitCode === null;
  for (const worker of [...workers, cut]) worker.kill('SIGTERM');
  const urls = (await command(['export', 'fleet', '--format', 'jsonl']))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String(JSON.parse(line).url));
  const whole = plan.hosts * plan.pagesPerHost;
  const found = await seen();
  const isRight =
    urls.length === whole &&
    new Set(urls).size === whole &&
    found.mostAtOnce === 1 &&
    found.tooClose === 0 &&
    found.again <= whole / 100;
  const figures = {
    plan,
    counts,
    items: urls.length,
    different: new Set(urls).size,
    whole,
    againPercent: (100 * found.again) / whole,
    site: found,
    pagesPerSecond: usual,
    msUntilAsFast: back,
    isCutBack,
    load: loads.length === 0 ? 0 : loads.reduce((sum, one) => sum + one, 0) / loads.length,
    isRight,
  };
  console.log(JSON.stringify(figures, null, 2));
  process.exitCode = isRight ? 0 : 1;
} finally {
  for (const worker of workers) worker.kill('SIGKILL');
  site.kill();
  cable.relay.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
