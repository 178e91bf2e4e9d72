import type { StoreContext } from '../database/context.ts';
import { filterSql, jsonSql, orderSql, type ItemColumn, type ItemFilter } from './item-columns.ts';
import { readMetadata, readProblems } from '../database/json-columns.ts';
import type { ItemRow } from './items.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { formsOf } from '../database/text-match.ts';

export interface ItemView {
  project: string;
  spider: string;
  /** One run; null: all runs of the spider. */
  run: string | null;
  filters: readonly ItemFilter[];
  /** Words that must all stand somewhere in the item. */
  words: readonly string[];
  sort: readonly { column: ItemColumn; descending: boolean }[];
  /** Only items up to this number: those of an earlier look. null: all that are there now. */
  upTo: number | null;
}

export interface ItemSlice {
  rows: ItemRow[];
  total: number;
  /** The newest item that belongs to the view. */
  upTo: number;
  /** Items of the runs beyond that. */
  newer: number;
}

export interface ItemViewRepository {
  /** A part of a view. What a filter, a search or an order costs is paid once for each `upTo`. */
  slice(view: ItemView, offset: number, limit: number): ItemSlice;
  /** All items of a view in its order, read in portions; each walk gives the same ones. */
  stream(view: ItemView): { total: number; rows: () => Iterable<ItemRow> };
  /** One item; null when it is not there. */
  get(id: string): (ItemRow & { project: string; hasPage: boolean }) | null;
  /** The items of one page, without their values. */
  ofRequest(request: string): { id: string; callback: string; title: string | null; position: number }[];
  /** The values of one column as JSON texts, in the order of scraping; null: none. */
  values(view: ItemView, column: ItemColumn): Iterable<string | null>;
  /** At most about `most` items, evenly spread; fewer where they are large. All of them where that is not many. */
  sample(
    view: Pick<ItemView, 'project' | 'spider' | 'run'>,
    most: number,
  ): { total: number; rows: Iterable<ItemRow> };
}

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

/** Rows that are read at once when all are wanted. */
const portion = 200;
/** Rows at the top of an order that are found without building the whole of it. */
const topRows = 1000;
/** Characters of items that a sample reads at most: about a third of a second. */
const maxSampled = 16_000_000;
/** Items of a sample that stand beside one another. */
const sampleGroup = 10;
/** Views whose order is remembered, and how many row numbers they hold together at most. */
const maxViews = 6;
const maxIds = 8_000_000;

export function createItemViews({ connection }: StoreContext): ItemViewRepository {
  const { db } = connection;
  const known = new Map<string, Float64Array>();
  const one = db.prepare<[number], Row>(
    `SELECT id, run_id AS run, url, callback, title, content, author, published_date, metadata_json, problems_json,
      scraped_at, request_id AS request, position FROM items WHERE id = ?`,
  );
  const spiderOf = db.prepare<[number], RunSpider>(
    `SELECT projects.name AS project, spiders.name AS spider, v.number AS version
    FROM runs JOIN spiders ON spiders.id = runs.spider_id JOIN projects ON projects.id = spiders.project_id
    JOIN spider_versions AS v ON v.id = runs.version_id WHERE runs.id = ?`,
  );
  const pageOf = db
    .prepare<[number], number>('SELECT 1 FROM requests WHERE id = ? AND page_id IS NOT NULL')
    .pluck();
  const ofRequest = db.prepare<
    [number],
    { id: number; callback: string; title: string | null; position: number }
  >('SELECT id, callback, title, position FROM items WHERE request_id = ? ORDER BY position');
  const runsOf = db
    .prepare<[string, string], number>(
      `SELECT runs.id FROM runs JOIN spiders ON spiders.id = runs.spider_id JOIN projects ON projects.id = spiders.project_id
        WHERE projects.name = ? AND spiders.name = ? ORDER BY runs.id`,
    )
    .pluck();
  interface Extent {
    first: number | null;
    last: number | null;
    items: number;
  }
  const extent = db.prepare<[{ run: number }], Extent>(
    `SELECT (SELECT min(id) FROM items WHERE run_id = @run) AS first,
      (SELECT max(id) FROM items WHERE run_id = @run) AS last,
      (SELECT coalesce(sum(items), 0) FROM origins WHERE run_id = @run) AS items`,
  );
  const upToCount = db
    .prepare<[number, number], number>('SELECT count(*) FROM items WHERE run_id = ? AND id <= ?')
    .pluck();
  const idsOfRun = db
    .prepare<[{ run: number; upTo: number; limit: number; offset: number }], number>(
      'SELECT id FROM items WHERE run_id = @run AND id <= @upTo ORDER BY id LIMIT @limit OFFSET @offset',
    )
    .pluck();

  const idsFrom = db
    .prepare<[number, number, number], number>(
      'SELECT id FROM items WHERE run_id = ? AND id >= ? ORDER BY id LIMIT ?',
    )
    .pluck();
  const sizeOf = db
    .prepare<[number], number>(
      `SELECT length(metadata_json) + length(coalesce(content, '')) FROM items WHERE id = ?`,
    )
    .pluck();

  /** The runs of a view in which there are items, oldest first, and the newest item of all. */
  function within({ project, spider, run }: Pick<ItemView, 'project' | 'spider' | 'run'>) {
    const ids = run === null ? runsOf.all(project, spider) : [rowId(run, 'run')];
    const runs = ids.flatMap((id) => {
      const { first = null, last = null, items = 0 } = extent.get({ run: id }) ?? {};
      return first === null || last === null ? [] : [{ id, first, last, items }];
    });
    runs.sort((a, b) => a.first - b.first);
    return { runs, newest: runs.reduce((newest, { last }) => Math.max(newest, last), 0) };
  }
  type Runs = ReturnType<typeof within>['runs'];

  const countOf = ({ id, first, last, items }: Runs[number], upTo: number): number =>
    last <= upTo ? items : first > upTo ? 0 : (upToCount.get(id, upTo) ?? 0);

  /** Whether the runs were carried out one after the other: then their items are, too. */
  const areApart = (runs: Runs): boolean =>
    runs.every((run, index) => run.first > (runs[index - 1]?.last ?? 0));

  /** The row numbers of a part of a view in the order of scraping, run by run. */
  function plainly(runs: Runs, upTo: number, offset: number, limit: number): number[] {
    const ids: number[] = [];
    let before = 0;
    for (const run of runs) {
      const count = countOf(run, upTo);
      const from = Math.max(0, offset - before);
      const wanted = limit - ids.length;
      if (wanted > 0 && from < count)
        ids.push(...idsOfRun.all({ run: run.id, upTo, limit: wanted, offset: from }));
      before += count;
    }
    return ids;
  }

  /** The row numbers of a whole view. */
  function built(view: ItemView, runs: Runs, upTo: number): Float64Array {
    return remembered(keyOf(view, runs, upTo), () => build(view, runs, upTo));
  }

  /** The first row numbers of a view. */
  function top(view: ItemView, runs: Runs, upTo: number): Float64Array {
    return remembered(`top ${keyOf(view, runs, upTo)}`, () => build(view, runs, upTo, topRows));
  }

  const keyOf = ({ filters, words, sort }: ItemView, runs: Runs, upTo: number): string =>
    JSON.stringify([runs.map(({ id }) => id), filters, words, sort, upTo]);

  function remembered(key: string, make: () => number[]): Float64Array {
    const ids = known.get(key) ?? Float64Array.from(make());
    known.delete(key);
    known.set(key, ids);
    makeRoom(known);
    return ids;
  }

  /** The first row numbers of a view; all of them without a limit, which takes several times as long. */
  function build(view: ItemView, runs: Runs, upTo: number, limit = -1): number[] {
    const { where, values } = conditions(view, runs, upTo);
    const order = view.sort.map(({ column, descending }, index) =>
      orderSql(column, descending, `sort${index}`, values),
    );
    const sql = `SELECT items.id FROM items WHERE ${where} ORDER BY ${[...order, 'items.id'].join(', ')} LIMIT ${limit}`;
    return db.prepare<[typeof values], number>(sql).pluck().all(values);
  }

  const isWhole = ({ filters, words }: ItemView): boolean => filters.length === 0 && words.length === 0;

  /** Whether a view is in the order of scraping, or in that order backwards; null: in another one. */
  function plainOrder({ sort }: ItemView, runs: Runs): 'forwards' | 'backwards' | null {
    if (!areApart(runs)) return null;
    const [first, ...more] = sort;
    if (first === undefined) return 'forwards';
    if (more.length > 0 || first.column.kind !== 'column' || first.column.name !== 'id') return null;
    return first.descending ? 'backwards' : 'forwards';
  }

  /** Without joins, which would make up nine tenths of what a row costs: the runs of thousands of items are few. */
  function rowsOf(ids: Iterable<number>): ItemRow[] {
    const rows: ItemRow[] = [];
    const spiders = new Map<number, RunSpider | undefined>();
    for (const id of ids) {
      const row = one.get(id);
      // Its run may have been deleted meanwhile.
      if (row === undefined) continue;
      if (!spiders.has(row.run)) spiders.set(row.run, spiderOf.get(row.run));
      const spider = spiders.get(row.run);
      if (spider !== undefined) rows.push(toItem(row, spider));
    }
    return rows;
  }

  /**
   * Row numbers of a run, so many or fewer: small groups, evenly spread, without reading those between. Neighbours are on
   * one page of the database, which is what reading a row costs.
   */
  function spread({ id, first, last, items }: Runs[number], wanted: number): number[] {
    if (wanted >= items) return idsOfRun.all({ run: id, upTo: last, limit: items, offset: 0 });
    const group = Math.max(1, Math.min(sampleGroup, Math.round(wanted / 20)));
    const step = ((last - first + 1) * group) / Math.max(1, wanted);
    const ids = new Set<number>();
    for (let from = first; from <= last; from += step) {
      for (const next of idsFrom.all(id, Math.ceil(from), group)) ids.add(next);
    }
    return [...ids];
  }

  /** About how many items of the runs there are in so many characters. */
  function rowsWithin(runs: Runs, characters: number): number {
    const sizes = runs.flatMap((run) => spread(run, 20)).map((id) => sizeOf.get(id) ?? 0);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
    return Math.max(20, Math.floor(characters / Math.max(1, mean)));
  }

  const slice = (view: ItemView, offset: number, limit: number): ItemSlice => {
    const { runs, newest } = within(view);
    const upTo = Math.min(view.upTo ?? newest, newest);
    const there = runs.reduce((sum, run) => sum + countOf(run, upTo), 0);
    const newer = runs.reduce((sum, { items }) => sum + items, 0) - there;
    const order = isWhole(view) ? plainOrder(view, runs) : null;
    if (order !== null) {
      const count = Math.max(0, Math.min(limit, there - offset));
      const from = order === 'forwards' ? offset : there - offset - count;
      const ids = plainly(runs, upTo, from, count);
      return { rows: rowsOf(order === 'forwards' ? ids : ids.reverse()), total: there, upTo, newer };
    }
    // The top of an order is found several times as fast as the whole of it; many look no further.
    if (
      isWhole(view) &&
      there > topRows &&
      offset + limit <= topRows &&
      !known.has(keyOf(view, runs, upTo))
    ) {
      const ids = top(view, runs, upTo);
      return { rows: rowsOf(ids.subarray(offset, offset + limit)), total: there, upTo, newer };
    }
    const ids = built(view, runs, upTo);
    return { rows: rowsOf(ids.subarray(offset, offset + limit)), total: ids.length, upTo, newer };
  };

  const sample = (view: Pick<ItemView, 'project' | 'spider' | 'run'>, most: number) => {
    const { runs } = within(view);
    const total = runs.reduce((sum, { items }) => sum + items, 0);
    const wanted = Math.min(most, rowsWithin(runs, maxSampled));
    if (total <= wanted) return { total, rows: rowsOf(plainly(runs, Number.MAX_SAFE_INTEGER, 0, total)) };
    return { total, rows: rowsOf(runs.flatMap((run) => spread(run, (wanted * run.items) / total))) };
  };

  /** The database as it is at one moment, also while a crawl goes on writing. */
  const sliceAtOnce = db.transaction(slice);
  /** In one transaction, which thousands of short looks are several times as fast in. */
  const sampleAtOnce = db.transaction(sample);

  return {
    slice: connection.reading((view: ItemView, offset: number, limit: number) =>
      sliceAtOnce(view, offset, limit),
    ),
    stream: connection.reading((view: ItemView) => {
      const { total, upTo } = sliceAtOnce(view, 0, 1);
      const fixed = { ...view, upTo };
      return {
        total,
        *rows() {
          for (let offset = 0; offset < total; offset += portion) yield* slice(fixed, offset, portion).rows;
        },
      };
    }),
    get: connection.reading((id: string) => {
      const row = one.get(rowId(id, 'item'));
      const spider = row === undefined ? undefined : spiderOf.get(row.run);
      if (row === undefined || spider === undefined) return null;
      return {
        ...toItem(row, spider),
        project: spider.project,
        hasPage: pageOf.get(row.request) !== undefined,
      };
    }),
    ofRequest: connection.reading((request: string) =>
      ofRequest.all(rowId(request, 'request')).map(({ id, ...row }) => ({ id: String(id), ...row })),
    ),
    values: connection.reading((view: ItemView, column: ItemColumn) => {
      const { runs, newest } = within(view);
      const { where, values } = conditions(view, runs, Math.min(view.upTo ?? newest, newest));
      const value = jsonSql(column, 'value', values);
      const sql = `SELECT ${value} FROM items WHERE ${where} ORDER BY items.id`;
      return db.prepare<[typeof values], string | null>(sql).pluck().iterate(values);
    }),
    sample: connection.reading((view: Pick<ItemView, 'project' | 'spider' | 'run'>, most: number) =>
      sampleAtOnce(view, most),
    ),
  };
}

function toItem(row: Row, { spider, version }: RunSpider): ItemRow {
  const { url, callback, title, content, author, published_date, position } = row;
  return {
    id: String(row.id),
    run: String(row.run),
    spider,
    version,
    url,
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

function conditions(
  { filters, words }: ItemView,
  runs: readonly { id: number }[],
  upTo: number,
): { where: string; values: Record<string, unknown> } {
  const values: Record<string, unknown> = { upTo, runs: JSON.stringify(runs.map(({ id }) => id)) };
  const all = ['items.run_id IN (SELECT value FROM json_each(@runs))', 'items.id <= @upTo'];
  for (const [index, filter] of filters.entries()) all.push(filterSql(filter, `filter${index}`, values));
  for (const [index, word] of words.entries()) all.push(wordSql(word, `word${index}`, values));
  return { where: all.join(' AND '), values };
}

/** A word stands in a column or in a value of the metadata; keys are the same for all items and say nothing. */
function wordSql(word: string, name: string, values: Record<string, unknown>): string {
  const forms = formsOf(word).map((form, index) => {
    const parameter = `${name}_${index}`;
    values[parameter] = form;
    const stands = (text: string): string => `instr(lower(${text}), @${parameter}) > 0`;
    const metadata = "iif(json_valid(items.metadata_json), items.metadata_json, '{}')";
    return `${stands('items.url')} OR ${stands("coalesce(title, '')")} OR ${stands("coalesce(author, '')")}
      OR ${stands("coalesce(published_date, '')")} OR ${stands("coalesce(content, '')")}
      OR ((${stands('items.metadata_json')} OR instr(items.metadata_json, '\\') > 0)
        AND EXISTS (SELECT 1 FROM json_tree(${metadata}) WHERE ${stands("CAST(coalesce(atom, '') AS TEXT)")}))`;
  });
  return `(${forms.join(' OR ')})`;
}

function makeRoom(known: Map<string, Float64Array>): void {
  let held = 0;
  for (const ids of known.values()) held += ids.length;
  for (const [key, ids] of known) {
    if (known.size <= 1 || (known.size <= maxViews && held <= maxIds)) return;
    held -= ids.length;
    known.delete(key);
  }
}
