// Crawls the script-made site of bench/rendering.ts with Crawlee's PlaywrightCrawler, as its documentation writes one, and prints
// the texts of the pages as a JSON list.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../.rivals/package.json', import.meta.url));
const { Configuration, log, LogLevel, PlaywrightCrawler } = require('crawlee');

const [url, concurrency, executablePath] = process.argv.slice(2);
const texts = [];
log.setLevel(LogLevel.ERROR);

const crawler = new PlaywrightCrawler(
  {
    maxConcurrency: Number(concurrency),
    minConcurrency: Number(concurrency),
    headless: true,
    launchContext: { launchOptions: { executablePath, args: ['--no-sandbox'] } },
    async requestHandler({ page, enqueueLinks }) {
      await page.waitForSelector('h1');
      const title = await page.locator('h1').textContent();
      const text = await page.locator('.text p').allTextContents();
      texts.push(title + text.join(' '));
      await enqueueLinks({ globs: ['**/p/*'] });
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: true }),
);
await crawler.run([url]);
process.stdout.write(JSON.stringify(texts));
