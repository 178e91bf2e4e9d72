/**
 * A thousand hosts at once, each of which is to keep its delay. First the scheduler alone, under a clock of its own; then a
 * real crawl of a thousand servers on loopback, whose gaps the servers measure. Prints one JSON object; ends with 1 when a
 * gap was too short or a page is missing.
 *
 *     node bench/hosts.ts [hosts]
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { systemClock } from '../electron/engine/clock.ts';
import { crawl } from '../electron/engine/crawl.ts';
import { Origins } from '../electron/engine/origins.ts';
import { planCrawl, processPage } from '../electron/engine/page.ts';
import { seedRequests } from '../electron/engine/seeds.ts';
import { createHttpClient } from '../electron/fetch/client.ts';
import { openStore } from '../electron/store/open.ts';
import type { Spider } from '../shared/spider/schema.ts';
import { readSettings } from '../shared/spider/settings.ts';
import { savedVersion } from '../test/electron/store/saved-version.ts';

/** Requests of each host in the crawl: its robots.txt, its front page, and the pages that this links to. */
const requestsPerHost = 6;
const delayMs = 500;
/** A request may be this much longer on its way than the one after it: what the servers see is not what was sent. */
const jitterMs = 100;

interface Gaps {
  requests: number;
  smallestMs: number;
  medianMs: number;
  largestMs: number;
}

if (process.send !== undefined) {
  serve(Number(process.argv[2]));
} else {
  const hosts = Number(process.argv[2] ?? 1000);
  const simulated = simulate(hosts);
  const real = await crawlServers(hosts);
  const met =
    simulated.gaps.smallestMs >= delayMs &&
    real.gaps.smallestMs >= delayMs - jitterMs &&
    real.gaps.requests === hosts * requestsPerHost;
  console.log(JSON.stringify({ hosts, delayMs, simulated, real, met }, null, 2));
  process.exitCode = met ? 0 : 1;
}

/** Every host always has something waiting; an answer comes at once. */
function simulate(hosts: number) {
  const settings = { delayMs, randomize: false, perOrigin: 8, userAgent: 'bench', autoThrottle: null };
  const origins = new Origins(settings, Math.random);
  const arrivals = new Map<string, number[]>();
  for (let n = 0; n < hosts; n++) origins.markPending(`http://h${n}.example`, n % 3, n % 5);
  const choices = hosts * 100;
  let now = 1;
  const began = process.cpuUsage();
  for (let chosen = 0; chosen < choices;) {
    const next = origins.next(now);
    if (next === null) throw new Error('Something always waits.');
    if ('at' in next) {
      now = next.at;
      continue;
    }
    origins.started(next.origin, now);
    next.origin.active -= 1;
    const times = arrivals.get(next.origin.name);
    if (times === undefined) arrivals.set(next.origin.name, [now]);
    else times.push(now);
    chosen++;
  }
  const { user, system } = process.cpuUsage(began);
  return {
    choices,
    microsecondsPerChoice: Math.round((user + system) / choices),
    gaps: gapsOf([...arrivals.values()]),
  };
}

async function crawlServers(hosts: number) {
  const servers = fork(new URL(import.meta.url), [String(hosts)]);
  const ports = await answerOf(servers);
  const spider: Spider = {
    name: 'hosts',
    allowed_domains: ['127.0.0.1'],
    start_urls: ports.map((port) => `http://127.0.0.1:${port}/`),
    rules: [{ callback: 'page', follow: false }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    settings: {
      CONCURRENT_REQUESTS: 32,
      DOWNLOAD_DELAY: delayMs / 1000,
      RANDOMIZE_DOWNLOAD_DELAY: false,
      AUTOTHROTTLE_ENABLED: false,
    },
  };
  const store = openStore(':memory:');
  const versionId = await savedVersion(store, spider);
  const options = { limit: null, overrides: {}, allowPrivate: true };
  const { id: run } = await store.queries.runs.create({
    versionId,
    kind: 'full',
    options,
    appVersion: 'bench',
  });
  await store.crawlPorts(run).control.begin();
  const settings = readSettings(spider.settings);
  const plan = planCrawl(spider, readSettings(spider.settings));
  const http = createHttpClient({
    userAgent: settings.userAgent,
    allowPrivate: true,
    connectionsPerOrigin: settings.perOrigin,
    cookies: true,
  });
  const never = new AbortController().signal;
  const began = performance.now();
  const cpu = process.cpuUsage();
  await crawl(
    seedRequests(plan),
    { ...settings, spentMs: 0 },
    {
      ledger: store.ledger(run),
      fetch: (url, onHop) => http.fetch({ url }, { onHop }),
      process: async (input) => processPage(plan, input),
      refuseHop: () => null,
      pause: never,
      stop: never,
      onChange: () => undefined,
      clock: systemClock,
      random: Math.random,
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const { counters } = await store.queries.runs.get(run);
  await http.close();
  store.close();
  const collected = answerOf(servers);
  servers.send('gaps');
  const [requests = 0, smallestMs = 0, medianMs = 0, largestMs = 0] = await collected;
  return {
    seconds: Math.round(seconds * 10) / 10,
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
    peakRssMb: Math.round((process.resourceUsage().maxRSS * 1024) / 1e6),
    counters,
    gaps: { requests, smallestMs, medianMs, largestMs },
  };
}

/** The process of the servers: sends their ports, and when asked for it what they have seen. */
function serve(hosts: number): void {
  const arrivals: number[][] = [];
  const links = Array.from({ length: requestsPerHost - 2 }, (_, n) => `<a href="/p${n}">p</a>`).join('');
  const ports: number[] = [];
  for (let n = 0; n < hosts; n++) {
    const seen: number[] = [];
    arrivals.push(seen);
    const server = createServer((request, response) => {
      seen.push(performance.now());
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Page</h1>${links}`);
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) ports.push(address.port);
      if (ports.length === hosts) process.send?.(ports);
    });
  }
  process.on('message', () => {
    const { requests, smallestMs, medianMs, largestMs } = gapsOf(arrivals);
    process.send?.([requests, smallestMs, medianMs, largestMs], () => process.exit(0));
  });
}

function gapsOf(arrivals: readonly number[][]): Gaps {
  const gaps = arrivals
    .flatMap((times) => times.slice(1).map((time, n) => time - (times[n] ?? 0)))
    .sort((a, b) => a - b);
  const requests = arrivals.reduce((sum, times) => sum + times.length, 0);
  const at = (share: number) => Math.round(gaps[Math.floor((gaps.length - 1) * share)] ?? 0);
  return { requests, smallestMs: at(0), medianMs: at(0.5), largestMs: at(1) };
}

function answerOf(servers: ReturnType<typeof fork>): Promise<number[]> {
  return new Promise((resolve, reject) => {
    servers.once('message', (message) => resolve([message].flat().map(Number)));
    servers.once('exit', (code) => reject(new Error(`The servers ended with ${code}.`)));
  });
}
