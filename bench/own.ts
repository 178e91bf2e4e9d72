import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksumOf, type BenchItem } from './checksum.ts';
import { here, run, runMeasured, type Crawl, type CrawlTask } from './process.ts';

/**
 * Crawls the bench site once with Spider Studio, by its command line: import, crawl (the only part that is measured)
 * and export, in a data folder of its own.
 * @param program the command line; by default that of this checkout
 */
export async function crawlOnce(
  { url, dataDir, concurrency }: CrawlTask,
  program = here('../bin/spider-studio.mjs'),
): Promise<Crawl> {
  const common = ['--json', '--data-dir', dataDir];
  const file = join(dataDir, 'bench-spider.json');
  writeFileSync(file, JSON.stringify(benchSpider(url, concurrency), null, 2));
  await run([program, 'import', file, ...common]);
  const crawl = ['crawl', 'bench', '--allow-private'];
  const { out, usage } = await runMeasured([program, ...crawl, ...common], dataDir);
  const exported = join(dataDir, 'bench.jsonl');
  await run([program, 'export', 'bench', '--format', 'jsonl', '--output', exported, ...common]);
  const items = readFileSync(exported, 'utf8').split('\n').filter(Boolean).map(itemOf);
  const { counters }: { counters: { done: number } } = JSON.parse(out);
  return { pages: counters.done, items: items.length, checksum: checksumOf(items), usage };
}

/** Nine fields from every page, and no manners: the site is ours. */
export function benchSpider(url: string, concurrency: number): unknown {
  const text = (css: string) => ({ css });
  return {
    name: 'bench',
    allowed_domains: ['127.0.0.1'],
    start_urls: [url],
    rules: [{ allow: ['/a/\\d+/'], callback: 'parse_page', follow: true }],
    settings: {
      CONCURRENT_REQUESTS: concurrency,
      CONCURRENT_REQUESTS_PER_DOMAIN: concurrency,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      ROBOTSTXT_OBEY: false,
    },
    callbacks: {
      parse_page: {
        extract: {
          title: text('title::text'),
          h1: text('h1::text'),
          description: text('meta[name=description]::attr(content)'),
          author: text('.byline a.author::text'),
          date: text('.byline time::attr(datetime)'),
          price: text('.price::text'),
          tags: { css: 'ul.tags a::text', get_all: true },
          first: { xpath: "string((//div[@class='body']/p)[1])" },
        },
      },
    },
  };
}

function itemOf(line: string): BenchItem {
  const row: Record<string, unknown> = JSON.parse(line);
  const text = (key: string): string => {
    const value = row[key];
    return typeof value === 'string' ? value : '';
  };
  const tags = Array.isArray(row['tags']) ? row['tags'].map(String) : [];
  return {
    url: text('url'),
    title: text('title'),
    h1: text('h1'),
    description: text('description'),
    author: text('author'),
    date: text('date'),
    price: text('price'),
    tags,
    first: text('first'),
  };
}
