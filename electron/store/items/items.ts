import type { NewItem } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { readMetadata, readProblems } from '../database/json-columns.ts';
import { isoTime, rowId } from '../database/rows.ts';

/** An item as stored. The first eleven, with the metadata, are what an export has. */
export interface ItemRow {
  id: string;
  run: string;
  spider: string;
  /** Number of the spider's version that extracted it. */
  version: number;
  url: string;
  callback: string;
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  /** Every other field, in the order of extraction. */
  metadata: Record<string, unknown>;
  /** ISO 8601 in UTC. */
  scraped_at: string;
  /** The request whose page it comes from, and its place among the items of that page, from 0. */
  request: string;
  position: number;
  problems: { field: string; message: string }[];
}

/** Items of one run, or of all runs of a spider. */
export type ItemSelection = { run: string } | { project: string; spider: string };

export interface ItemRepository {
  count(selection: ItemSelection): number;
  /**
   * All items in the order in which they were scraped, read in portions: memory stays flat, and a crawl may go on
   * writing. Each walk gives the items that were there when `stream` was called, so that two walks agree.
   */
  stream(selection: ItemSelection): () => Iterable<ItemRow>;
  /** The item at an index from 1, in the order of scraping; null beyond the end. */
  at(selection: ItemSelection, index: number): ItemRow | null;
  /** A page of rows, from an index counted from 0. */
  slice(selection: ItemSelection, offset: number, limit: number): ItemRow[];
  /** Keys of the metadata, in the order in which they first appear. */
  metadataKeys(selection: ItemSelection): string[];
}

/** Rows that are read at once. */
const portion = 200;

export function createItems({ connection }: StoreContext): ItemRepository {
  const { db } = connection;
  interface Row {
    id: number;
    run: number;
    spider: string;
    version: number;
    url: string;
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
  interface Bounds {
    after: number;
    upTo: number;
    offset: number;
    limit: number;
  }
  type Query<T> = { run: T & { run: number }; spider: T & { project: string; spider: string } };

  const from = `
    FROM items JOIN runs ON runs.id = items.run_id JOIN spiders ON spiders.id = runs.spider_id
    JOIN projects ON projects.id = spiders.project_id JOIN spider_versions AS v ON v.id = runs.version_id`;
  const rowsFrom = `
    SELECT items.id, items.run_id AS run, spiders.name AS spider, v.number AS version, items.url, items.callback,
      title, content, author, published_date, metadata_json, problems_json, scraped_at, request_id AS request, position
    ${from}`;
  const ofRun = 'WHERE items.run_id = @run';
  const ofSpider = 'WHERE projects.name = @project AND spiders.name = @spider';
  const bounds = 'AND items.id > @after AND items.id <= @upTo ORDER BY items.id LIMIT @limit OFFSET @offset';
  const last = 'SELECT count(*) AS count, coalesce(max(items.id), 0) AS last';
  const rows = {
    run: db.prepare<[Query<Bounds>['run']], Row>(`${rowsFrom} ${ofRun} ${bounds}`),
    spider: db.prepare<[Query<Bounds>['spider']], Row>(`${rowsFrom} ${ofSpider} ${bounds}`),
  };
  const extents = {
    run: db.prepare<[Query<object>['run']], { count: number; last: number }>(`${last} ${from} ${ofRun}`),
    spider: db.prepare<[Query<object>['spider']], { count: number; last: number }>(
      `${last} ${from} ${ofSpider}`,
    ),
  };

  const read = (selection: ItemSelection, range: Bounds): Row[] =>
    'run' in selection
      ? rows.run.all({ ...range, run: rowId(selection.run, 'run') })
      : rows.spider.all({ ...range, project: selection.project, spider: selection.spider });
  const extent = (selection: ItemSelection): { count: number; last: number } =>
    ('run' in selection
      ? extents.run.get({ run: rowId(selection.run, 'run') })
      : extents.spider.get({ project: selection.project, spider: selection.spider })) ?? {
      count: 0,
      last: 0,
    };
  const readPortion = connection.reading((selection: ItemSelection, range: Bounds) =>
    read(selection, range).map(toItem),
  );
  const all = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

  function toItem({ metadata_json, problems_json, ...row }: Row): ItemRow {
    return {
      ...row,
      id: String(row.id),
      run: String(row.run),
      request: String(row.request),
      scraped_at: isoTime(row.scraped_at),
      metadata: readMetadata(metadata_json, row.id),
      problems: readProblems(problems_json, row.id),
    };
  }

  function* walk(selection: ItemSelection, upTo: number): Generator<ItemRow> {
    for (let after = 0; ;) {
      const found = readPortion(selection, { after, upTo, offset: 0, limit: portion });
      yield* found;
      const lastRow = found.at(-1);
      if (lastRow === undefined || found.length < portion) return;
      after = Number(lastRow.id);
    }
  }

  const stream = connection.reading((selection: ItemSelection) => {
    const { last } = extent(selection);
    return () => walk(selection, last);
  });

  return {
    count: connection.reading((selection: ItemSelection) => extent(selection).count),
    stream,
    at: (selection, index) =>
      index < 1 ? null : (readPortion(selection, { ...all, offset: index - 1, limit: 1 })[0] ?? null),
    slice: (selection, offset, limit) => readPortion(selection, { ...all, offset, limit }),
    metadataKeys(selection) {
      const keys = new Set<string>();
      for (const { metadata } of stream(selection)()) for (const key of Object.keys(metadata)) keys.add(key);
      return [...keys];
    },
  };
}

/** Makes the function that writes the items of a page. To be called within a transaction. */
export function createItemWriter({
  connection,
  now,
}: StoreContext): (run: number, request: number, items: readonly NewItem[]) => void {
  interface Insert {
    run: number;
    request: number;
    position: number;
    url: string;
    callback: string;
    title: string | null;
    content: string | null;
    author: string | null;
    published: string | null;
    metadata: string;
    problems: string;
    now: number;
  }
  const insert = connection.db.prepare<[Insert]>(
    `INSERT INTO items (run_id, request_id, position, url, callback, title, content, author, published_date,
        metadata_json, problems_json, scraped_at)
      VALUES (@run, @request, @position, @url, @callback, @title, @content, @author, @published,
        @metadata, @problems, @now)`,
  );
  return (run, request, items) => {
    for (const [position, item] of items.entries()) {
      insert.run({
        run,
        request,
        position,
        url: item.url,
        callback: item.callback,
        title: item.title,
        content: item.content,
        author: item.author,
        published: item.published_date,
        metadata: JSON.stringify(item.metadata),
        problems: JSON.stringify(item.problems),
        now: now(),
      });
    }
  };
}
