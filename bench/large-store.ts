import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../electron/store/open.ts';
import type { Spider } from '../shared/spider/schema.ts';
import { savedVersion } from '../test/electron/store/saved-version.ts';

/** The spider whose items fill the store; it has never been crawled. */
export const catalogue: Spider = {
  name: 'catalogue',
  description: 'Items that were generated, not crawled.',
  allowed_domains: ['catalogue.test'],
  start_urls: ['https://catalogue.test/'],
  rules: [{ allow: ['/p/'], callback: 'parse_product', follow: false }],
  callbacks: {
    parse_product: {
      extract: {
        title: { css: 'h1::text' },
        price: { css: '.price::text', processors: [{ type: 'cast', to: 'float' }] },
        in_stock: { css: '.stock::text', processors: [{ type: 'cast', to: 'bool' }] },
        brand: { css: '.brand::text' },
        tags: { css: '.tags li::text', get_all: true },
        note: { css: '.note::text' },
      },
    },
  },
};

/** Items of one page. */
const itemsOfPage = 10;

/** How a later run differs from the one before. */
export interface LaterRun {
  /** So many products at the beginning are gone, and as many are new at the end. */
  shifted: number;
  /** Each `dearer`-th product costs 1 more. */
  dearer: number;
}

/** What a large store holds. */
export interface LargeStore {
  /** Runs after the first; none if left out. */
  later?: readonly LaterRun[];
  /** `flat`: items without lists and objects. */
  values?: 'nested' | 'flat';
}

/**
 * A data folder with completed runs of `catalogue` and so many items each, written by SQL alone: a million take about ten
 * seconds. The item of number n, from 0, has the title "Product n" and a price of (n * 7919 mod 100,000) / 100; each third has
 * a note, and each has a list of tags and an object of its maker, unless the items are flat.
 * @returns the ids of the runs
 */
export async function makeLargeStore(
  dataDir: string,
  items: number,
  { later = [], values = 'nested' }: LargeStore = {},
): Promise<string[]> {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'spider-studio.db');
  const store = openStore(path);
  const versionId = await savedVersion(store, catalogue);
  const contents = [{ shifted: 0, dearer: 0 }, ...later];
  const runs: string[] = [];
  for (const _ of contents) {
    const run = await store.queries.runs.create({
      versionId,
      kind: 'full',
      options: { limit: null, overrides: {}, allowPrivate: false },
      appVersion: '0.1.0',
    });
    const ports = store.crawlPorts(run.id);
    await ports.control.begin();
    await ports.control.end('completed', 'Nothing is left to do.', 'finished');
    ports.close();
    runs.push(run.id);
  }
  store.close();
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  for (const [index, each] of contents.entries())
    fill(db, { run: Number(runs[index]), items, isFlat: values === 'flat', ...each });
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return runs;
}

/** The numbers from 0 to below `@count`, as `numbers`. */
const numbers =
  'WITH RECURSIVE numbers (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM numbers WHERE value < @count - 1)';

/** The lists and objects of an item. */
const nestedValues = `, 'tags', json_array('t' || (value % 7), 't' || (value % 11)),
          'maker', json_object('name', 'Maker ' || (value % 300), 'place', json_object('city', 'City ' || (value % 40)))`;

/** Without the triggers that count one by one: the sums are written at the end. */
function fill(
  db: Database.Database,
  { run, items, isFlat, shifted, dearer }: LaterRun & { run: number; items: number; isFlat: boolean },
): void {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name IN ('items_added', 'requests_added')`,
    )
    .all();
  const pages = Math.ceil(items / itemsOfPage);
  const started = Date.UTC(2026, 0, 1);
  db.transaction(() => {
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.prepare(`INSERT INTO origins (run_id, origin) VALUES (?, 'https://catalogue.test')`).run(run);
    const origin = db.prepare<[], number>('SELECT max(id) FROM origins').pluck().get();
    db.prepare(
      `${numbers}
      INSERT INTO requests (run_id, origin_id, fingerprint, url, state, priority, depth, rule, callback, follow, tries,
        status, final_url, bytes, duration_ms, content_type, items, finished_at)
      SELECT @run, @origin, value, 'https://catalogue.test/p/' || value, 2, 0, 1, 0, 'parse_product', 0, 1,
        200, 'https://catalogue.test/p/' || value, 40000 + value % 9000, 20 + value % 300, 'text/html', ${itemsOfPage},
        @started + value * 10
      FROM numbers`,
    ).run({ run, origin, count: pages, started });
    const before = db
      .prepare<[number], number>('SELECT min(id) FROM requests WHERE run_id = ?')
      .pluck()
      .get(run);
    db.prepare(
      `${numbers}
      INSERT INTO items (run_id, request_id, position, url, callback, title, published_date, metadata_json, problems_json,
        scraped_at)
      SELECT @run, @before + place / ${itemsOfPage}, place % ${itemsOfPage},
        'https://catalogue.test/p/' || (value / ${itemsOfPage}) || '#' || (value % ${itemsOfPage}), 'parse_product',
        'Product ' || value, date('2020-01-01', '+' || (value % 2000) || ' days'),
        json_object('price', (value * 7919 % 100000) / 100.0 + iif(@dearer > 0 AND value % max(@dearer, 1) = 0, 1, 0), 'in_stock', json(iif(value % 4 = 0, 'false', 'true')),
          'brand', 'Brand ' || (value % 50)${isFlat ? '' : nestedValues},
          'note', iif(value % 3 = 0, 'note ' || value, NULL)),
        '[]', @started + place
      FROM (SELECT value AS place, value + CAST(@shifted AS INTEGER) AS value FROM numbers)`,
    ).run({ run, before, count: items, started, shifted, dearer });
    db.prepare('UPDATE origins SET done = ?, items = ? WHERE id = ?').run(pages, items, origin);
    for (const { sql } of triggers) db.exec(sql);
  })();
}
