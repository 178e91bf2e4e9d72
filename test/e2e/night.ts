import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Digest, QueueEntry } from '../../shared/contract/types.ts';
import { openStore } from '../../electron/store/open.ts';
import {
  mostAhead,
  nightDelay,
  nightFaults,
  nightSlots,
  startNightSite,
  type NightFault,
  type NightSite,
} from '../servers/night-site.ts';
import { studio } from './command-line.ts';
import { databaseName } from './data-folder.ts';

const hour = 3_600_000;
/** How often it is looked whether a night is over, in milliseconds. */
const lookMs = 1000;
/** A request may be this much longer on its way than those after it, on a machine that is busy. In milliseconds. */
const jitterMs = 100;
/** Nights in which every shop is well: with three of them there is a median to compare with. */
const goodNights = 3;

/** How large a night is. */
export interface NightSize {
  shops: number;
  hosts: number;
  broken: number;
}

/** What a daemon left behind after some nights. */
export interface LivedNights {
  /** The shops that were broken, by the names of their spiders, and how. */
  broken: ReadonlyMap<string, NightFault>;
  /** The digest of the last night, as it came to a webhook. */
  digest: Digest;
  /** Resident memory of the daemon after each night, in megabytes; empty where the system does not tell. */
  memory: readonly number[];
  site: NightSite;
}

type Studio = ReturnType<typeof studio>;

/**
 * Lets one daemon live through three good nights, which are queued by a file, and one that schedules begin, with some shops broken;
 * and waits for the digest that the daemon sends by itself.
 * @param memoryOf resident memory of a process in megabytes; null: unknown
 */
export async function liveThroughNights(
  { shops, hosts, broken: count }: NightSize,
  memoryOf: (pid: number) => number | null = () => null,
): Promise<LivedNights> {
  const site = await startNightSite(shops, hosts);
  onTestFinished(() => site.close());
  const own = studio();
  const folder = join(own.folder, 'spiders');
  mkdirSync(folder);
  for (const spider of site.spiders)
    writeFileSync(join(folder, `${spider.name}.json`), JSON.stringify(spider));
  expect(await own.call(['import', folder])).toMatchObject({ code: 0 });
  const { digests, url } = await digestWebhook();
  await own.call(['notices', 'add', 'webhook', url, '--allow-private']);
  const daemon = await startDaemon(own);
  const memory: number[] = [];
  const isOver = async (night: number): Promise<void> => {
    await nightIsOver(own, shops * night);
    const megabytes = memoryOf(daemon.pid ?? 0);
    if (megabytes !== null) memory.push(megabytes);
  };

  const everySpider = own.file(
    'night.json',
    site.spiders.map(({ name }) => ({ spider: name, allowPrivate: true })),
  );
  for (let night = 1; night <= goodNights; night += 1) {
    expect(await own.call(['queue', 'bulk', everySpider])).toMatchObject({ code: 0 });
    await isOver(night);
  }
  const broken = breakSome(site, count);
  await scheduleAll(own, site);
  await isOver(goodNights + 1);
  await own.call(['notices', 'configure', '--zone', 'UTC', '--at', nextMinute().toISOString().slice(11, 16)]);
  const digest = await digests.promise;
  return { broken, digest, memory, site };
}

/** Expects that no host was asked faster, or more at once, than its spiders allow. */
export function expectPoliteness({ arrivals }: NightSite): void {
  for (const [host, log] of arrivals.entries()) {
    expect(log.length, `host ${host}`).toBeGreaterThan(0);
    expect(mostAhead(log, nightDelay * 1000), `host ${host}`).toBeLessThan(jitterMs);
    expect(Math.max(...log.map(({ inFlight }) => inFlight)), `host ${host}`).toBeLessThanOrEqual(nightSlots);
  }
}

/** Starts a daemon, which is ended with the test. */
async function startDaemon({ call }: Studio): Promise<ChildProcess> {
  const started = Promise.withResolvers<ChildProcess>();
  const ended = call(['daemon', '--concurrency', '8'], { onStart: started.resolve });
  const child = await started.promise;
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return child;
}

/** Resolves when so many entries have been tried at least once and none runs. */
async function nightIsOver({ call }: Studio, entries: number): Promise<void> {
  const isOver = async (): Promise<boolean> => {
    const listed = (await call(['queue', 'list', '--json'])).json<QueueEntry[]>();
    const tried = listed.filter(({ state, attempts }) => state !== 'running' && attempts > 0);
    return tried.length === entries;
  };
  while (!(await isOver())) await pass(lookMs);
}

/** Breaks shops, each in its way, on different hosts. */
function breakSome(site: NightSite, count: number): ReadonlyMap<string, NightFault> {
  const step = Math.floor(site.spiders.length / count);
  const broken = new Map<string, NightFault>();
  for (let nth = 0; nth < count; nth += 1) {
    const shop = nth * step;
    const fault = nightFaults[nth % nightFaults.length] ?? 'gone';
    site.breaks(shop, fault);
    broken.set(site.spiders[shop]?.name ?? '', fault);
  }
  return broken;
}

/** Schedules every spider as if that had been done four hours ago: the daemon catches up on the moment an hour later. */
async function scheduleAll({ data }: Studio, { spiders }: NightSite): Promise<void> {
  const store = openStore(join(data, databaseName), { now: () => Date.now() - 4 * hour });
  const at = new Date(Date.now() - 3 * hour);
  const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
  const options = { limit: null, overrides: {}, args: {}, allowPrivate: true };
  for (const { name } of spiders) {
    const choices = { cron, zone: 'UTC', missed: 'once', enabled: true, priority: 0, options } as const;
    await store.queries.schedules.add({ project: 'default', spider: name }, choices);
  }
  store.close();
}

/** The next full minute, or the one after it: it has to be told to the daemon before it comes. */
function nextMinute(): Date {
  const soonest = Date.now() + 5000;
  return new Date(Math.ceil(soonest / 60_000) * 60_000);
}

/** A webhook that waits for a digest. */
async function digestWebhook() {
  const digests = Promise.withResolvers<Digest>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      response.writeHead(204).end();
      const { kind, digest } = JSON.parse(body) as { kind: string; digest: Digest };
      if (kind === 'digest') digests.resolve(digest);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { digests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
