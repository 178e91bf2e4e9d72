import { existsSync } from 'node:fs';
import { here, run, runMeasured, type Crawl } from './process.ts';

/** Crawls the bench site once with Crawlee's CheerioCrawler; installs it first where it is missing. */
export async function crawlWithCrawlee({ url, dataDir }: { url: string; dataDir: string }): Promise<Crawl> {
  if (!existsSync(here('.rivals/node_modules/crawlee'))) await run([here('install-rivals.mjs')]);
  const { out, usage } = await runMeasured([here('crawlee/crawl.mjs'), url], dataDir);
  const found: Omit<Crawl, 'usage'> = JSON.parse(out);
  return { pages: found.pages, items: found.items, checksum: found.checksum, usage };
}
