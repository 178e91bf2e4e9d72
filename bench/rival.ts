import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { here, run, runMeasured, runOther, type Crawl, type CrawlTask } from './process.ts';

/** Crawls the bench site once with Crawlee's CheerioCrawler; installs it first where it is missing. */
export async function crawlWithCrawlee({ url, dataDir, concurrency }: CrawlTask): Promise<Crawl> {
  if (!existsSync(here('.rivals/node_modules/crawlee'))) await run([here('install-rivals.mjs')]);
  const { out, usage } = await runMeasured([here('crawlee/crawl.mjs'), url, String(concurrency)], dataDir);
  const found: Omit<Crawl, 'usage'> = JSON.parse(out);
  return { pages: found.pages, items: found.items, checksum: found.checksum, usage };
}

/** The Python that has Scrapy: Debian's package `python3-scrapy` belongs to the system's own. */
const python = '/usr/bin/python3';

/** Whether Scrapy is installed on this machine. */
export function hasScrapy(): boolean {
  return spawnSync(python, ['-c', 'import scrapy']).status === 0;
}

/** Makes a crawler of Scrapy: as its documentation writes a spider, or tuned for this site. */
export function crawlWithScrapy(mode: 'idiomatic' | 'tuned'): (task: CrawlTask) => Promise<Crawl> {
  return async ({ url, concurrency }) => {
    const found: Crawl = JSON.parse(
      await runOther(python, [here('scrapy/crawl.py'), url, mode, String(concurrency)]),
    );
    return found;
  };
}
