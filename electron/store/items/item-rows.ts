import type { StoreContext } from '../database/context.ts';
import { readMetadata, readProblems } from '../database/json-columns.ts';
import { isoTime } from '../database/rows.ts';
import type { ItemRow } from './item-queries.ts';

/** What all items of a run have in common. */
interface RunSpider {
  project: string;
  spider: string;
  version: number;
}

interface Row {
  id: number;
  run: number;
  url: string;
  item_key: string | null;
  callback: string;
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  metadata_json: string;
  problems_json: string;
  scraped_at: number;
  request: number;
  position: number;
}

/** Items that one statement reads. */
const readAtOnce = 100;

/** Reads items by their row ids. Its functions throw StoreError `damaged`. */
export interface ItemRowReader {
  /** In the order of the ids, without items that have been deleted. */
  rows(ids: Iterable<number>): ItemRow[];
  /** The first items of a run after one and up to one, in the order of scraping: one query, several times as fast as by their ids. */
  after(run: number, part: { after: number; upTo: number; limit: number }): ItemRow[];
  /** null: it has been deleted. */
  one(id: number): (ItemRow & { project: string }) | null;
}

export function createItemRows({ connection: { db } }: StoreContext): ItemRowReader {
  const columns = `id, run_id AS run, url, item_key, callback, title, content, author, published_date, metadata_json, problems_json,
    scraped_at, request_id AS request, position`;
  const one = db.prepare<[number], Row>(`SELECT ${columns} FROM items WHERE id = ?`);
  const several = db.prepare<[string], Row>(
    `SELECT ${columns} FROM items WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`,
  );
  const afterOne = db.prepare<[{ run: number; after: number; upTo: number; limit: number }], Row>(
    `SELECT ${columns} FROM items WHERE run_id = @run AND id > @after AND id <= @upTo ORDER BY id LIMIT @limit`,
  );
  const spiderOf = db.prepare<[number], RunSpider>(
    `SELECT projects.name AS project, spiders.name AS spider, v.number AS version
    FROM runs JOIN spiders ON spiders.id = runs.spider_id JOIN projects ON projects.id = spiders.project_id
    JOIN spider_versions AS v ON v.id = runs.version_id WHERE runs.id = ?`,
  );

  /** Some at once: each statement is a way to the server and back. */
  function* found(ids: Iterable<number>): Generator<Row> {
    const all = [...ids];
    for (let from = 0; from < all.length; from += readAtOnce) {
      const part = all.slice(from, from + readAtOnce);
      const byId = new Map(several.all(JSON.stringify(part)).map((row) => [row.id, row]));
      for (const id of part) {
        const row = byId.get(id);
        if (row !== undefined) yield row;
      }
    }
  }

  return {
    // Without joins, which would be nine tenths of the cost of a row: the runs of thousands of items are few.
    rows(ids) {
      const rows: ItemRow[] = [];
      const spiders = new Map<number, RunSpider | undefined>();
      for (const row of found(ids)) {
        if (!spiders.has(row.run)) spiders.set(row.run, spiderOf.get(row.run));
        const spider = spiders.get(row.run);
        if (spider !== undefined) rows.push(toItem(row, spider));
      }
      return rows;
    },
    after(run, part) {
      const spider = spiderOf.get(run);
      if (spider === undefined) return [];
      return afterOne.all({ run, ...part }).map((row) => toItem(row, spider));
    },
    one(id) {
      const row = one.get(id);
      const spider = row === undefined ? undefined : spiderOf.get(row.run);
      if (row === undefined || spider === undefined) return null;
      return { ...toItem(row, spider), project: spider.project };
    },
  };
}

function toItem(row: Row, { spider, version }: RunSpider): ItemRow {
  const { url, item_key, callback, title, content, author, published_date, position } = row;
  return {
    id: String(row.id),
    run: String(row.run),
    spider,
    version,
    url,
    key: item_key ?? url,
    callback,
    title,
    content,
    author,
    published_date,
    metadata: readMetadata(row.metadata_json, row.id),
    scraped_at: isoTime(row.scraped_at),
    request: String(row.request),
    position,
    problems: readProblems(row.problems_json, row.id),
  };
}
