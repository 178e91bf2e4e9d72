// Crawls the bench site with Crawlee's CheerioCrawler and prints what it found as one line of JSON.
// Called by rival.ts; Crawlee is installed beside it by install-rivals.mjs.
import { createRequire } from 'node:module';
import { checksumOf } from '../checksum.ts';

const require = createRequire(new URL('../.rivals/package.json', import.meta.url));
const { CheerioCrawler, Configuration, log, LogLevel } = require('crawlee');

const [url, concurrency] = process.argv.slice(2);
const items = [];
let links = 0;
log.setLevel(LogLevel.ERROR);

const crawler = new CheerioCrawler(
  {
    maxConcurrency: Number(concurrency),
    async requestHandler({ $, request, enqueueLinks }) {
      links += $('a[href]').length;
      items.push({
        url: request.loadedUrl,
        title: $('title').first().text(),
        h1: $('h1').first().text(),
        description: $('meta[name=description]').attr('content') ?? '',
        author: $('.byline a.author').first().text(),
        date: $('.byline time').attr('datetime') ?? '',
        price: $('.price').first().text(),
        tags: $('ul.tags a')
          .map((_, element) => $(element).text())
          .get(),
        first: $('.body > p').first().text(),
      });
      await enqueueLinks();
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: true }),
);
const { requestsFinished } = await crawler.run([url]);
process.stdout.write(
  `${JSON.stringify({ pages: requestsFinished, items: items.length, links, checksum: checksumOf(items) })}\n`,
);
