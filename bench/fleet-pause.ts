/**
 * How long after a pause, a stop, or an exclusion of all that is left is written the last request of any worker of a fleet begins:
 * sessions of several workers over PostgreSQL, in one process, with made-up pages. Starts PostgreSQL by itself. Prints one JSON object; ends with 1 where one in a
 * hundred takes longer than a second.
 *
 *     npm run bench:fleet-pause -- [--trials 150] [--workers 3]
 */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../electron/engine/clock.ts';
import { prepareJobEngine } from '../electron/fleet/jobs/prepare.ts';
import { openFleetWork, type FleetWork } from '../electron/fleet/share/fleet-work.ts';
import { followRequests } from '../electron/host/work/crawl/run-requests.ts';
import type { Store } from '../electron/store/open.ts';
import { openPostgresStore } from '../electron/store/postgres/open.ts';
import { ShareCrawl, type MadeUpSite } from '../test/electron/engine/ports/share-crawl.ts';
import { newRun } from '../test/electron/store/support.ts';
import { startPostgres } from '../test/servers/postgres.ts';
import { addressOf } from './fleet-server.ts';
import { readOptions } from './read-options.ts';

const options = readOptions(
  { trials: { type: 'string', default: '150' }, workers: { type: 'string', default: '3' } },
  'npm run bench:fleet-pause -- [--trials 150] [--workers 3]',
);
const [trials, sessions] = [Number(options.trials), Number(options.workers)];
const mostMs = 1000;
/** What is asked of a run. */
type Asked = 'pause' | 'stop' | 'exclude';
const kinds: readonly Asked[] = ['pause', 'stop', 'exclude'];
/** Requests before that, of all workers. */
const requestsBefore = 60;
const delayMs = 50;
/** A pattern that all made-up pages match. */
const everyPage = String.raw`^https://h\d+\.example/`;

const server = await startPostgres();
const address = addressOf(server);
const store = openPostgresStore(address);
await prepareJobEngine(address);
const works: FleetWork[] = [];
for (let n = 0; n < sessions; n += 1) {
  const worker = `worker-${n}`;
  works.push(await openFleetWork({ address, worker, slots: 8, classes: ['http'], onError: () => undefined }));
}
const site = madeUpSite(24, 500);
const measured = { pause: [] as number[], stop: [] as number[], exclude: [] as number[] };
for (let trial = 0; trial < trials; trial += 1) {
  const kind = kinds[trial % kinds.length] ?? 'pause';
  measured[kind].push(await lastRequestAfter(kind));
}
const figures = {
  workers: sessions,
  pause: summary(measured.pause),
  stop: summary(measured.stop),
  exclude: summary(measured.exclude),
  load: loadavg()[0],
};
console.log(JSON.stringify(figures, null, 2));
for (const work of works) await work.close();
store.close();
await server.close();
process.exitCode = kinds.every((kind) => figures[kind].p99Ms <= mostMs) ? 0 : 1;

/** Carries out a run until it has done what it is asked. @returns milliseconds from then to the begin of its last request */
async function lastRequestAfter(kind: Asked): Promise<number> {
  const run = await newRun(store);
  await works[0]?.offer(run, 'http');
  const followed: ReturnType<typeof followRequests>[] = [];
  const asked = Promise.withResolvers<number>();
  const crawl = new ShareCrawl({
    site,
    clock: systemClock,
    delayMs,
    latencyMs: 30,
    changes: (session) => {
      const requests = followed[session];
      if (requests === undefined) return {};
      return { pause: requests.pause, stop: requests.stop, excluded: requests.excluded };
    },
    onSend: (_sending, count) => {
      if (count === requestsBefore) void ask(store, run, kind).then(asked.resolve, asked.reject);
    },
  });
  const joined = works.map((work) =>
    work.join(run, {
      class: 'http',
      limits: { items: null, pages: null },
      delayMs,
      summary: () => store.crawlPorts(run).control.summary(),
    }),
  );
  for (const { ports } of joined) {
    await ports.control.begin();
    const requests = followRequests(ports.control);
    requests.follow();
    followed.push(requests);
  }
  const ends = joined.map(({ share, ports }, name) =>
    crawl.run({ name, share, ledger: ports.ledger, die: () => undefined }),
  );
  const at = await asked.promise;
  await Promise.all(ends);
  for (const requests of followed) requests.end();
  await Promise.all(joined.map((one) => one.close()));
  return Math.max(0, ...crawl.sendings.map((sending) => sending.at - at));
}

/** Asks at any moment between two looks of the workers. @returns when it was written down */
async function ask({ queries: { runs } }: Store, run: string, kind: Asked): Promise<number> {
  await delay(Math.random() * 500);
  const at = systemClock.now();
  if (kind === 'pause') await runs.pause(run);
  else if (kind === 'stop') await runs.stop(run, 'Stopped by the bench.');
  else await runs.exclude(run, everyPage);
  return at;
}

function summary(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { trials: values.length, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) };
}

/** Pages in a tree, from host to host. */
function madeUpSite(hosts: number, pagesOfHost: number): MadeUpSite {
  const count = hosts * pagesOfHost;
  const urlOf = (n: number): string => `https://h${n % hosts}.example/${n}`;
  return new Map(
    Array.from({ length: count }, (_, n) => [
      urlOf(n),
      { links: [2 * n + 1, 2 * n + 2].filter((to) => to < count).map(urlOf), items: 1 },
    ]),
  );
}
