import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeProblem } from '../bin/node-version.mjs';
import { renderTable } from '../electron/cli/table.ts';
import { expectedOf, wrongWork } from './expected.ts';
import { crawlOnce } from './own.ts';
import { here, type Crawl, type CrawlTask } from './process.ts';
import { crawlWithCrawlee, crawlWithScrapy, hasScrapy } from './rival.ts';
import { siteKinds, startSite } from './site-process.ts';

/** npm run bench: the same site, crawled by each in turn, in processes of their own. See README.md. */

const crawlers = new Map<string, (task: CrawlTask) => Promise<Crawl>>([
  ['own', (task) => crawlOnce(task)],
  ['crawlee', crawlWithCrawlee],
  ['scrapy-tuned', crawlWithScrapy('tuned')],
  ['scrapy', crawlWithScrapy('idiomatic')],
]);
const standard = hasScrapy() ? [...crawlers.keys()] : ['own', 'crawlee'];

interface Measured {
  pagesPerSecond: number;
  cpuMsPerPage: number;
  peakRssMb: number;
  /** 0 where it is not known. */
  loopP99Ms: number;
}

interface Row extends Measured {
  crawler: string;
  round: number;
  pages: number;
  items: number;
  checksum: number;
}

const wrongNode = nodeProblem(process.versions.node);
if (wrongNode === null) process.exitCode = await bench();
else {
  console.error(`${wrongNode} Use "npm run bench".`);
  process.exitCode = 1;
}

async function bench(): Promise<number> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: standard.join(',') },
      site: { type: 'string', default: 'large' },
      concurrency: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [pages, rounds] = [Number(values.pages), Number(values.rounds)];
  const names = values.only.split(',');
  const kind = siteKinds.find((name) => name === values.site);
  // As many as keep the machine busy; the slow site is waited for, so there it takes more.
  const concurrency = Number(values.concurrency ?? (kind === 'slow' ? 32 : 16));
  const unknown = names.find((name) => !crawlers.has(name));
  if (
    unknown !== undefined ||
    kind === undefined ||
    !(pages >= 20) ||
    !(rounds >= 1) ||
    !(concurrency >= 1)
  ) {
    console.error(
      `Usage: npm run bench -- [--pages 20 or more] [--rounds N] [--only ${[...crawlers.keys()].join(',')}] [--site ${siteKinds.join('|')}] [--concurrency N] [--seed N]`,
    );
    return 2;
  }
  const file = resultsFile();
  const expected = expectedOf(pages, Number(values.seed), kind);
  const site = await startSite(pages, values.seed, kind);
  try {
    const rows: Row[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of round % 2 === 0 ? names.toReversed() : names) {
        const row = await measured(name, round, { url: site.url, concurrency });
        rows.push(row);
        appendFileSync(file, `${JSON.stringify(row)}\n`);
        console.error(
          `round ${round}  ${name.padEnd(12)} ${row.pagesPerSecond.toFixed(0)} pages/s, ${row.cpuMsPerPage.toFixed(2)} ms CPU/page, ${row.peakRssMb.toFixed(0)} MB`,
        );
        // The figures count only where everybody did the same work.
        const wrong = wrongWork(row, expected);
        if (wrong !== null) {
          console.error(`${name}, round ${round}: ${wrong} The figures do not compare.`);
          return 1;
        }
      }
    }
    console.log(tableOf(rows, names));
    console.log(
      `${pages} pages (${kind}), ${concurrency} at once, ${rounds} rounds, medians. Node ${process.version}, ${cpus().length} cores. All rounds: ${file}`,
    );
    console.log(`Every round found the items that the pages have: checksum ${expected.checksum}.`);
    return 0;
  } finally {
    site.process.kill();
  }
}

async function measured(crawler: string, round: number, task: Omit<CrawlTask, 'dataDir'>): Promise<Row> {
  const crawl = crawlers.get(crawler);
  if (crawl === undefined) throw new Error(`There is no crawler "${crawler}".`);
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
  try {
    const { usage, pages, items, checksum }: Crawl = await crawl({ ...task, dataDir });
    return {
      crawler,
      round,
      pages,
      items,
      checksum,
      pagesPerSecond: pages / (usage.wallMs / 1000),
      cpuMsPerPage: usage.cpuMs / pages,
      peakRssMb: usage.peakRssMb,
      loopP99Ms: usage.loopP99Ms ?? 0,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function tableOf(rows: readonly Row[], names: readonly string[]): string {
  const table: string[][] = [];
  const medians = names.map((name) => medianOf(rows.filter((row) => row.crawler === name)));
  medians.forEach(({ pagesPerSecond, cpuMsPerPage, peakRssMb, loopP99Ms }, index) => {
    table.push([
      names[index] ?? '',
      pagesPerSecond.toFixed(1),
      cpuMsPerPage.toFixed(2),
      peakRssMb.toFixed(0),
      loopP99Ms === 0 ? '' : loopP99Ms.toFixed(1),
    ]);
  });
  const [first, ...others] = medians;
  others.forEach((other, index) => {
    if (first === undefined) return;
    const ratio = (key: keyof Measured): string => `${(first[key] / other[key]).toFixed(2)}×`;
    table.push([
      `${names[0]} : ${names[index + 1]}`,
      ratio('pagesPerSecond'),
      ratio('cpuMsPerPage'),
      ratio('peakRssMb'),
      '',
    ]);
  });
  return renderTable(['', 'pages/s', 'ms CPU/page', 'peak RSS, MB', 'event loop p99, ms'], table);
}

function medianOf(rows: readonly Row[]): Measured {
  const median = (key: keyof Measured): number => {
    const sorted = rows.map((row) => row[key]).sort((a, b) => a - b);
    const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    return (low + high) / 2;
  };
  return {
    pagesPerSecond: median('pagesPerSecond'),
    cpuMsPerPage: median('cpuMsPerPage'),
    peakRssMb: median('peakRssMb'),
    loopP99Ms: median('loopP99Ms'),
  };
}

/** One line of JSON for each crawl, in a file for each run of the bench. */
function resultsFile(): string {
  const folder = here('results');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`);
}
