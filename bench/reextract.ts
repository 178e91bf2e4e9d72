import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable } from '../electron/cli/table.ts';
import { crawlOnce } from './own.ts';
import { here, runMeasured } from './process.ts';
import { startSite } from './site-process.ts';

/**
 * npm run bench:reextract: processor time of a crawl of the bench site, and of extracting its items again with the same spider and
 * comparing both, in processes of their own. Fails where an item differs.
 */
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '3' } },
});
const [pages, rounds] = [Number(values.pages), Number(values.rounds)];
const site = await startSite(pages, '1', 'large');
const lines: string[][] = [];
const shares: number[] = [];
try {
  for (let round = 1; round <= rounds; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
    const crawl = await crawlOnce({ url: site.url, dataDir, concurrency: 16 });
    const { out, usage } = await runMeasured(
      [here('../bin/spider-studio.mjs'), 'runs', 'reextract', '1', '--json', '--data-dir', dataDir],
      dataDir,
    );
    const { unchanged }: { unchanged: number } = JSON.parse(out);
    if (unchanged !== crawl.items) throw new Error(`${unchanged} items are the same, not ${crawl.items}`);
    const perPage = (cpuMs: number, of: number): number => cpuMs / of;
    const [crawled, again] = [perPage(crawl.usage.cpuMs, crawl.pages), perPage(usage.cpuMs, crawl.pages)];
    shares.push(again / crawled);
    lines.push([
      String(round),
      String(crawl.pages),
      crawled.toFixed(2),
      again.toFixed(2),
      (again / crawled).toFixed(2),
      usage.peakRssMb.toFixed(0),
    ]);
    rmSync(dataDir, { recursive: true, force: true });
  }
} finally {
  site.process.kill();
}
console.log(
  renderTable(
    ['round', 'pages', 'crawl, CPU ms a page', 'again, CPU ms a page', 'share', 'again, MB'],
    lines,
  ),
);
const median = shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 1;
console.log(`Extracting again takes ${(median * 100).toFixed(0)} % of the crawl's processor time a page.`);
