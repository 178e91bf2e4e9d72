import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { buildTree } from '../electron/extract/html/build.ts';
import { parseWithParse5 } from '../electron/extract/html/parse5-fallback.ts';
import { treeDifference } from './tree-difference.ts';

// Builds the trees of all saved pages below a folder with the fast builder and with parse5, and compares both.
// node scripts/compare-trees.ts --data DIR [--limit PAGES] [--list]

const { values } = parseArgs({
  options: { data: { type: 'string' }, limit: { type: 'string' }, list: { type: 'boolean', default: false } },
});
if (values.data === undefined) {
  console.error('Name the folder with the pages: node scripts/compare-trees.ts --data DIR');
  process.exit(2);
}
const folder = values.data;
const files = globSync(['**/*.html', '**/*.html.gz'], { cwd: folder })
  .sort()
  .slice(0, Number(values.limit ?? Infinity));

const total = {
  pages: 0,
  bytes: 0,
  claimed: 0,
  different: 0,
  fast: 0,
  complete: 0,
  fastClaimed: 0,
  completeClaimed: 0,
};

/** CPU milliseconds of one call, and what it returned. */
function measured<T>(work: () => T): { result: T; ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const used = process.cpuUsage(before);
  return { result, ms: (used.user + used.system) / 1000 };
}

for (const [index, file] of files.entries()) {
  const content = readFileSync(join(folder, file));
  const html = new TextDecoder().decode(file.endsWith('.gz') ? gunzipSync(content) : content);
  // Each builder is first on every other page, so that neither always meets a warm page.
  const fastFirst = index % 2 === 0;
  const early = fastFirst ? measured(() => buildTree(html)) : null;
  const complete = measured(() => parseWithParse5(html));
  const fast = early ?? measured(() => buildTree(html));
  total.pages++;
  total.bytes += html.length;
  total.fast += fast.ms;
  total.complete += complete.ms;
  if (fast.result === null) {
    if (values.list) console.log(`left to parse5: ${file}`);
    continue;
  }
  total.claimed++;
  total.fastClaimed += fast.ms;
  total.completeClaimed += complete.ms;
  const difference = treeDifference(fast.result, complete.result);
  if (difference === null) continue;
  total.different++;
  console.log(`${file}: ${difference}`);
}

const each = (ms: number, pages: number): string => (ms / Math.max(pages, 1)).toFixed(2);
console.log(
  `${total.pages} pages, ${Math.round(total.bytes / Math.max(total.pages, 1))} characters on average`,
);
console.log(
  `fast path: ${((100 * total.claimed) / Math.max(total.pages, 1)).toFixed(1)} %, different: ${total.different}`,
);
console.log(
  `CPU ms a page on the fast path: ${each(total.fastClaimed, total.claimed)}, with parse5 ` +
    `${each(total.completeClaimed, total.claimed)}: ${(total.completeClaimed / total.fastClaimed).toFixed(2)} times faster`,
);
const both = total.fast + total.complete - total.completeClaimed;
console.log(
  `CPU ms a page over all pages, parse5 where needed: ${each(both, total.pages)}, with parse5 alone ` +
    `${each(total.complete, total.pages)}: ${(total.complete / both).toFixed(2)} times faster`,
);
process.exitCode = total.different === 0 ? 0 : 1;
