// One export in a process of its own: `exports-child.ts FORMAT FILE ITEMS`, or DuckDB's own of a table that it has read from a
// file of JSON lines: `exports-child.ts duckdb-FORMAT FILE LINES`. Prints what it took.
import { performance } from 'node:perf_hooks';
import { exportItems } from '../electron/export/export.ts';
import { exportFormats } from '../shared/export-formats.ts';
import type { ItemRow } from '../electron/store/items/item-queries.ts';
import { askDuckdb } from '../test/electron/export/duckdb.ts';

const [kind = '', file = '', source = ''] = process.argv.slice(2);
/** As many as the store gives at once. */
const batchSize = 200;

/** An item of a shop: eleven columns that every item has, and seven of its own. */
function item(n: number): ItemRow {
  return {
    id: String(n + 1),
    run: '1',
    spider: 'shop',
    version: 1,
    url: `https://shop.example/items/${n}`,
    key: `https://shop.example/items/${n}`,
    callback: 'parse_item',
    title: `Item number ${n} with a name`,
    content: null,
    author: null,
    published_date: null,
    metadata: {
      price: (n % 10_000) / 100,
      stock: n % 97,
      available: n % 3 !== 0,
      sku: `SKU-${(n * 7919) % 1_000_003}`,
      brand: `Brand ${n % 500}`,
      tags: ['new', `c${n % 20}`],
      offer: { currency: 'EUR', vat: 0.19 },
    },
    scraped_at: new Date(1_700_000_000_000 + n * 1000).toISOString(),
    request: String(n + 1),
    position: 0,
    problems: [],
  };
}

async function* batches(items: number): AsyncGenerator<readonly ItemRow[]> {
  for (let from = 0; from < items; from += batchSize)
    yield Array.from({ length: Math.min(batchSize, items - from) }, (_, at) => item(from + at));
}

const format = exportFormats.find((name) => name === kind);
const began = performance.now();
if (format === undefined) {
  const written = kind.replace('duckdb-', '');
  const options =
    written === 'parquet' ? 'FORMAT parquet' : written === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT json';
  await askDuckdb(`COPY (SELECT * FROM read_json('${source}')) TO '${file}' (${options})`);
} else {
  await exportItems({
    batches: () => batches(Number(source)),
    format,
    rows: null,
    columns: null,
    target: { file, force: true },
  });
}
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const usage = {
  seconds: (performance.now() - began) / 1000,
  cpuSeconds: (userCPUTime + systemCPUTime) / 1_000_000,
  peakMegabytes: maxRSS / 1024,
};
console.log(JSON.stringify(usage));
