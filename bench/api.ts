// What a request to the API takes of the processor, and what a crawl beside a loaded API loses: `npm run bench:api -- [--rounds N] [--seconds N]`.
import autocannon from 'autocannon';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { here, run, runMeasured } from './process.ts';
import { readOptions } from './read-options.ts';
import { startSite } from './site-process.ts';

const values = readOptions(
  { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' } },
  'npm run bench:api -- [--rounds N] [--seconds N]',
);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const program = here('../bin/spider-studio.mjs');

/** Goals: processor time of a read in ms; of a scraped page, that of a crawled one times `factor` and `more` ms; what a crawl may lose. */
const goals = { readMs: 0.35, scrape: { factor: 1.3, more: 1 }, crawl: 1.1 } as const;
/** Keys, of which each may make 6,000 requests a minute. */
const keyCount = 60;
/** Pages of the crawls whose difference is what a page takes, without the start of the program. */
const crawled = { few: 50, many: 350 } as const;
const connections = 8;
/** Requests before each measurement, so that threads are started and code is compiled as in a server that has run for a while. */
const warmUp = { read: 3000, scrape: 200 } as const;
/** Reads a second beside a crawl. */
const beside = 300;

const folder = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
const data = ['--data-dir', join(folder, 'data')];
const cli = (...args: string[]): Promise<string> => run([program, ...args, ...data]);

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The real `serve`, on a free port. */
async function serve(): Promise<{ origin: string; child: ChildProcess }> {
  const args = [program, 'serve', '--port', '0', '--allow-private', ...data];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const chunk of child.stderr) {
    const origin = /answers at (http:\/\/\S+)\/api /.exec(String(chunk))?.[1];
    if (origin !== undefined) return { origin, child };
  }
  throw new Error('The server did not start.');
}

interface Load {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** What one load has measured: processor time of the server for each request, in ms, requests a second, and the time of 99 of 100. */
interface Measured {
  cpuMs: number;
  perSecond: number;
  p99Ms: number;
}

function loading(origin: string, keys: readonly string[], { method, path, body }: Load, rate?: number) {
  const requests = keys.map((key) => ({
    method,
    path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
  return { url: origin, connections, requests, ...(rate === undefined ? {} : { overallRate: rate }) };
}

async function cpuSeconds(origin: string, key: string): Promise<number> {
  const answer = await fetch(`${origin}/api/metrics`, { headers: { authorization: `Bearer ${key}` } });
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await answer.text())?.[1]);
}

async function measure(
  origin: string,
  keys: readonly string[],
  load: Load,
  before: number,
): Promise<Measured> {
  const [key = ''] = keys;
  await autocannon({ ...loading(origin, keys, load), amount: before });
  const start = await cpuSeconds(origin, key);
  const result = await autocannon({ ...loading(origin, keys, load), duration: seconds });
  const cpu = (await cpuSeconds(origin, key)) - start;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${load.path}: ${result.non2xx} refused, ${result.errors} failed.`);
  const { total } = result.requests;
  return { cpuMs: (cpu * 1000) / total, perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

/** Keys for all requests, as the server makes them. */
async function moreKeys(origin: string, key: string): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < keyCount; i += 1) {
    const answer = await fetch(`${origin}/api/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `bench ${i}` }),
    });
    const made: { secret: string } = JSON.parse(await answer.text());
    keys.push(made.secret);
  }
  return keys;
}

/** Processor time and time of a crawl with so many items, in ms. */
async function crawl(limit: number): Promise<{ cpuMs: number; wallMs: number }> {
  const args = [program, 'crawl', 'site', '--allow-private', '--limit', String(limit), '--json', ...data];
  return (await runMeasured(args, folder)).usage;
}

const pageCost = async (): Promise<number> => {
  const few = await crawl(crawled.few);
  const many = await crawl(crawled.many);
  return (many.cpuMs - few.cpuMs) / (crawled.many - crawled.few);
};

function tell(name: string, { cpuMs, perSecond, p99Ms }: Measured, goal: number): boolean {
  const isGood = cpuMs <= goal;
  console.log(
    `${name.padEnd(34)}${cpuMs.toFixed(3).padStart(8)} ms of processor time (goal: ${goal.toFixed(2)}${isGood ? '' : ', NOT REACHED'}), ${perSecond.toFixed(0)} /s, p99 ${p99Ms} ms`,
  );
  return isGood;
}

const medians = (all: readonly Measured[]): Measured => ({
  cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
});

const site = await startSite(crawled.many + 50, '1', 'large');
let server: ChildProcess | null = null;
let isWithin = true;
try {
  const spider = {
    name: 'site',
    allowed_domains: ['127.0.0.1'],
    start_urls: [site.url],
    rules: [{ allow: ['/a/'], callback: 'parse_article', follow: true }],
    callbacks: { page: { extract: { title: { css: 'h1::text' }, text: { css: 'p::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 8, ROBOTSTXT_OBEY: false },
  };
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify(spider));
  await cli('import', file);
  // Items of the usual size: a few values, and no text of an article.
  const rules = [{ allow: ['/a/'], callback: 'page', follow: true }];
  writeFileSync(file, JSON.stringify({ ...spider, name: 'rows', rules }));
  await cli('import', file);
  await cli('crawl', 'rows', '--allow-private', '--limit', '200');
  await cli('crawl', 'site', '--allow-private', '--limit', '200');
  const { secret }: { secret: string } = JSON.parse(await cli('keys', 'create', 'bench', '--json'));
  const { origin, child } = await serve();
  server = child;
  const keys = await moreKeys(origin, secret);
  const source = { project: 'default', spider: 'rows', run: '1' };
  const reads = {
    'GET /api/spiders': { method: 'GET', path: '/api/spiders' },
    'GET /api/results/{spider}, 100 items': { method: 'GET', path: '/api/results/rows?run=1&limit=100' },
    'POST /api/items, 100 items': {
      method: 'POST',
      path: '/api/items',
      body: { source, offset: 0, limit: 100 },
    },
  } as const satisfies Record<string, Load>;
  const page: Load = {
    method: 'POST',
    path: '/api/scrape',
    body: { spider: 'site', url: site.url, allowPrivate: true },
  };
  const found = new Map<string, Measured[]>();
  const costs: number[] = [];
  const alone: { cpuMs: number; wallMs: number }[] = [];
  const loaded: { cpuMs: number; wallMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, load] of Object.entries(reads))
      found.set(name, [...(found.get(name) ?? []), await measure(origin, keys, load, warmUp.read)]);
    found.set('POST /api/scrape', [
      ...(found.get('POST /api/scrape') ?? []),
      await measure(origin, keys, page, warmUp.scrape),
    ]);
    costs.push(await pageCost());
    alone.push(await crawl(crawled.many));
    const asking = { ...loading(origin, keys, reads['GET /api/spiders'], beside), duration: 600 };
    const load = autocannon(asking, () => undefined);
    loaded.push(await crawl(crawled.many));
    load.stop();
  }
  for (const name of Object.keys(reads))
    isWithin = tell(name, medians(found.get(name) ?? []), goals.readMs) && isWithin;
  const cost = median(costs);
  const scrapeGoal = goals.scrape.factor * cost + goals.scrape.more;
  console.log(`a page in a crawl                 ${cost.toFixed(3).padStart(8)} ms`);
  isWithin = tell('POST /api/scrape', medians(found.get('POST /api/scrape') ?? []), scrapeGoal) && isWithin;
  const ratio = (of: 'cpuMs' | 'wallMs'): number =>
    median(loaded.map((usage) => usage[of])) / median(alone.map((usage) => usage[of]));
  isWithin &&= ratio('cpuMs') <= goals.crawl;
  console.log(
    `a crawl beside ${beside} reads a second takes ${ratio('cpuMs').toFixed(2)} of its processor time alone (goal: ${goals.crawl}), ${ratio('wallMs').toFixed(2)} of its time`,
  );
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
} finally {
  server?.kill();
  site.process.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;
