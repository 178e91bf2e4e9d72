import { extractCallback } from '../electron/extract/callback.ts';
import { PageContext } from '../electron/extract/page-context.ts';
import { extractRows } from '../electron/extract/rows.ts';
import { parsePage } from '../electron/extract/tree.ts';
import type { FieldExtract } from '../shared/spider/schema.ts';

/**
 * Compares rows with a nested_list of the same fields, on the same parsed page of 500 rows: CPU milliseconds a page, interleaved, and
 * the ratio. Run it with `node bench/rows.ts [rounds]`.
 */
const rounds = Number(process.argv[2] ?? 30);
const pagesPerRound = 20;

const row = (n: number): string =>
  `<tr class="row"><td class="rank">${n}</td><td class="name"><a href="/watch/${n}"> Watch <b>${n}</b></a></td>
    <td class="price">€ ${n}.50</td><td class="brand">Brand ${n % 7}</td><td class="year">${1950 + (n % 70)}</td></tr>`;
const html = `<table>${Array.from({ length: 500 }, (_, n) => row(n + 1)).join('')}</table>`;

const fields: Record<string, FieldExtract> = {
  rank: { css: '.rank::text', processors: [{ type: 'cast', to: 'int' }] },
  name: { css: '.name a::text', processors: [{ type: 'strip' }] },
  url: { css: '.name a::attr(href)' },
  price: { css: '.price::text', processors: [{ type: 'replace', old: '€', new: '' }, { type: 'strip' }] },
  brand: { xpath: './/td[@class="brand"]/text()' },
};
const nested: FieldExtract = { type: 'nested_list', selector: 'tr.row', extract: fields };

const page = parsePage(html);
const facts = { url: 'https://example.org/watches', fetchedAt: 0 };
const asNested = (): number => {
  const { item } = extractCallback(page, { extract: { rows: nested } }, new PageContext(page, facts));
  return Array.isArray(item['rows']) ? item['rows'].length : 0;
};
const asRows = (): number =>
  extractRows(page, { extract: fields, iterate: { selector: 'tr.row' } }, new PageContext(page, facts)).rows
    .length;

/** CPU milliseconds a page. */
function measure(extract: () => number): number {
  const before = process.cpuUsage();
  for (let n = 0; n < pagesPerRound; n += 1) {
    if (extract() !== 500) throw new Error('A page of 500 rows gave another number.');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / pagesPerRound;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

measure(asNested);
measure(asRows);
const nestedMs: number[] = [];
const rowsMs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const order = round % 2 === 0 ? [asNested, asRows] : [asRows, asNested];
  for (const extract of order) (extract === asNested ? nestedMs : rowsMs).push(measure(extract));
}
const [ofNested, ofRows] = [median(nestedMs), median(rowsMs)];
console.log(
  `nested_list ${ofNested.toFixed(2)} ms CPU/page, rows ${ofRows.toFixed(2)} ms, ratio ${(ofRows / ofNested).toFixed(3)}`,
);
