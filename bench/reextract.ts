import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable } from '../electron/cli/table.ts';
import { crawlOnce } from './own.ts';
import { here, run, runMeasured } from './process.ts';
import { startSite, type SiteKind } from './site-process.ts';

/**
 * npm run bench:reextract: processor time a page of a crawl, and of extracting its items again with an edited selector, on sites of light,
 * usual and heavy pages. Each command runs in a process of its own, and the sites take turns. `runs reextract` compares both runs as
 * well; what that takes is told by `runs diff` less the start of a command. Fails where an item differs.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, share: { type: 'string', default: '1' } },
});
const program = here('../bin/spider-studio.mjs');
const sites: readonly { kind: SiteKind; pages: number }[] = [
  { kind: 'light', pages: 4000 },
  { kind: 'large', pages: 2000 },
  { kind: 'heavy', pages: 200 },
];

/** What one round on a site took: milliseconds of processor time a page, and the largest resident set in MB. */
interface Round {
  crawl: number;
  again: number;
  comparing: number;
  peakMb: number;
}

async function oneRound(url: string): Promise<Round> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
  const common = ['--json', '--data-dir', dataDir];
  try {
    const crawl = await crawlOnce({ url, dataDir, concurrency: 16 });
    const file = join(dataDir, 'bench-spider.json');
    // Another selector for the same values: nothing can be taken over, and every item can be checked.
    writeFileSync(file, readFileSync(file, 'utf8').replace('"h1::text"', '"h1.headline::text"'));
    await run([program, 'import', file, ...common]);
    const measured = async (...args: string[]) => runMeasured([program, ...args, ...common], dataDir);
    const again = await measured('runs', 'reextract', '1');
    const { unchanged }: { unchanged: number } = JSON.parse(again.out);
    if (unchanged !== crawl.items) throw new Error(`${unchanged} items are the same, not ${crawl.items}`);
    const start = await measured('runs', 'list');
    const diff = await measured('runs', 'diff', '1', '2');
    return {
      crawl: crawl.usage.cpuMs / crawl.pages,
      again: again.usage.cpuMs / crawl.pages,
      comparing: (diff.usage.cpuMs - start.usage.cpuMs) / crawl.pages,
      peakMb: again.usage.peakRssMb,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const served = await Promise.all(
  sites.map(async ({ kind, pages }) => {
    const count = Math.max(20, Math.round(pages * Number(values.share)));
    return { kind, pages: count, site: await startSite(count, '1', kind), rounds: [] as Round[] };
  }),
);
try {
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { site, rounds } of served) rounds.push(await oneRound(site.url));
  }
} finally {
  for (const { site } of served) site.process.kill();
}
console.log(
  renderTable(
    ['site', 'pages', 'crawl, CPU ms a page', 'again', 'share', 'without comparing', 'MB'],
    served.map(({ kind, pages, rounds }) => [
      kind,
      String(pages),
      median(rounds.map(({ crawl }) => crawl)).toFixed(2),
      median(rounds.map(({ again }) => again)).toFixed(2),
      median(rounds.map(({ crawl, again }) => again / crawl)).toFixed(2),
      median(rounds.map(({ crawl, again, comparing }) => (again - comparing) / crawl)).toFixed(2),
      median(rounds.map(({ peakMb }) => peakMb)).toFixed(0),
    ]),
  ),
);
