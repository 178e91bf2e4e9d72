import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractArticle } from '../../electron/extract/articles/chain.ts';
import { parsePage } from '../../electron/extract/tree.ts';

/** As `rival.mjs`, with Spider Studio's chain of strategies: one line of JSON for each page of a folder. */
const folder = process.argv[2] ?? '';
const settings = { EXTRACTOR_ORDER: ['newsparser' as const, 'textparser' as const] };
for (const file of readdirSync(folder).sort()) {
  const html = gunzipSync(readFileSync(join(folder, file))).toString('utf8');
  const id = file.replace(/\.html\.gz$/, '');
  const before = process.cpuUsage();
  const { article } = extractArticle(parsePage(html), { url: `http://pages.invalid/${id}`, settings });
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ id, cpuMs: (user + system) / 1000, text: article?.content ?? '' }));
}
