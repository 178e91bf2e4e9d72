/**
 * A long crawl: does it use more memory the longer it goes on? Prints one JSON object with the resident set after each
 * tenth of the pages; ends with 1 when the last fifth of the crawl holds more than it may.
 *
 *     node bench/soak.ts [pages]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expectedOf, wrongWork } from './expected.ts';
import { crawlOnce } from './own.ts';
import { here } from './process.ts';

const pages = Number(process.argv[2] ?? 50_000);
/** How much more the last fifth may hold than the second, when start-up and warming up are over. */
const allowedGrowth = 1.15;

const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-soak-'));
const samplesFile = join(dataDir, 'samples.json');
process.env['BENCH_SAMPLES'] = samplesFile;
const site = spawn(
  process.execPath,
  [here('site.ts'), '--pages', String(pages), '--seed', '1', '--kind', 'small'],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
try {
  const [line] = await firstLines(site.stdout);
  const { url }: { url: string } = JSON.parse(line ?? '{}');
  const crawl = await crawlOnce({ url, dataDir, concurrency: 16 });
  const samples: number[] = JSON.parse(readFileSync(samplesFile, 'utf8'));
  const part = (from: number, to: number): number =>
    medianOf(samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)));
  const growth = part(0.8, 1) / part(0.2, 0.4);
  const figures = {
    pages: crawl.pages,
    items: crawl.items,
    pagesPerSecond: Math.round(crawl.pages / (crawl.usage.wallMs / 1000)),
    cpuMsPerPage: Number((crawl.usage.cpuMs / crawl.pages).toFixed(2)),
    peakRssMb: Math.round(crawl.usage.peakRssMb),
    rssMbByTenth: Array.from({ length: 10 }, (_, n) => Math.round(part(n / 10, (n + 1) / 10))),
    growth: Number(growth.toFixed(3)),
    wrong: wrongWork(crawl, expectedOf(pages, 1, 'small')),
  };
  const met = figures.wrong === null && growth <= allowedGrowth;
  console.log(JSON.stringify({ ...figures, met }, null, 2));
  process.exitCode = met ? 0 : 1;
} finally {
  site.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

async function firstLines(stream: NodeJS.ReadableStream): Promise<string[]> {
  for await (const line of createInterface(stream)) return [line];
  throw new Error('The site of the bench did not start.');
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
