/**
 * One run on SQLite carried out by one process and by several of this computer (`crawl --workers N`): pages a second of each, as
 * multiples of the first, and processor time a page. The site has many hosts and answers at once, so the crawl is bound by the
 * processor. Prints one JSON object; ends with 1 where a page or an item is missing or double.
 *
 *     npm run bench:local-workers -- [--workers 1,2] [--slots 32] [--hosts 200] [--pages 20] [--latency 0] [--rounds 3]
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seen, SitePlan } from './fleet/site.ts';
import { fleetSpider } from './fleet/spider.ts';
import { here } from './process.ts';
import { readOptions } from './read-options.ts';

const options = readOptions(
  {
    workers: { type: 'string', default: '1,2' },
    slots: { type: 'string', default: '32' },
    hosts: { type: 'string', default: '200' },
    pages: { type: 'string', default: '20' },
    latency: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
  },
  'npm run bench:local-workers -- [--workers 1,2] [--slots 32] [--hosts 200] [--pages 20] [--latency 0] [--rounds 3]',
);
const plan: SitePlan = {
  hosts: Number(options.hosts),
  pagesPerHost: Number(options.pages),
  latencyMs: Number(options.latency),
  delayMs: 0,
};
const program = here('../bin/spider-studio.mjs');
const counts = options.workers.split(',').map(Number);
const rates = new Map<number, number[]>(counts.map((count) => [count, []]));
let isRight = true;

// In turns, so that what else the computer does meets all of them alike.
for (let round = 0; round < Number(options.rounds); round += 1) {
  for (const count of counts) {
    const { pagesPerSecond, isWhole } = await crawl(count);
    rates.get(count)?.push(pagesPerSecond);
    isRight &&= isWhole;
  }
}
const results = counts.map((workers) => ({ workers, pagesPerSecond: median(rates.get(workers) ?? []) }));
const first = results[0]?.pagesPerSecond ?? 1;
console.log(
  JSON.stringify(
    {
      plan: { ...plan, slots: Number(options.slots) },
      cores: availableParallelism(),
      load: loadavg()[0],
      results: results.map((one) => ({ ...one, timesTheFirst: round(one.pagesPerSecond / first) })),
      isRight,
    },
    null,
    2,
  ),
);
process.exitCode = isRight ? 0 : 1;

async function crawl(workers: number): Promise<{ pagesPerSecond: number; isWhole: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-workers-'));
  const site = fork(here('fleet/site.ts'), [JSON.stringify(plan)]);
  try {
    const [port] = await once(site, 'message');
    const spider = join(folder, 'fleet.json');
    writeFileSync(spider, JSON.stringify(fleetSpider(plan, Number(port), Number(options.slots))));
    command(['import', spider], folder);
    command(['crawl', 'fleet', '--allow-private', '--workers', String(workers)], folder);
    const answer = once(site, 'message');
    site.send('seen');
    const seen: Seen = (await answer)[0];
    const lines = command(['export', 'fleet', '--format', 'jsonl'], folder).split('\n').filter(Boolean);
    const urls = new Set(lines.map((line) => String(JSON.parse(line).url)));
    const pages = plan.hosts * plan.pagesPerHost;
    return {
      pagesPerSecond: seen.pages / (seen.spanMs / 1000),
      isWhole: urls.size === pages && lines.length === pages && seen.again === 0,
    };
  } finally {
    site.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Carries out a command. @returns its output @throws Error when it fails */
function command(args: string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--data-dir', folder], {
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}
