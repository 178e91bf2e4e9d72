import type { DatasetColumnName } from '../../../shared/columns-of-dataset.ts';
import type { ItemColumnName } from '../../../shared/item-columns.ts';
import type { DatasetFacts } from '../dataset/dataset-queries.ts';

/** An item as it is stored. Its run, its page and its place aside, this is what an export has. */
export interface ItemRow {
  id: string;
  run: string;
  spider: string;
  /** Number of the spider's version that extracted it. */
  version: number;
  url: string;
  /** What tells it from the other items of its run: its URL, or that of its row. */
  key: string;
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
  /** What the dataset knows about it, if it is an item of one. */
  dataset?: DatasetFacts;
}

/** A column of items: one that every item has, one that items of a dataset have, or a key of the metadata. */
export type ItemColumn =
  | { kind: 'column'; name: ItemColumnName }
  | { kind: 'dataset'; name: DatasetColumnName }
  | { kind: 'metadata'; key: string };

export type FilterOperator =
  | 'contains'
  | 'not-contains'
  | 'equals'
  | 'not-equals'
  | 'starts-with'
  | 'ends-with'
  | 'greater'
  | 'greater-or-equal'
  | 'less'
  | 'less-or-equal'
  | 'empty'
  | 'not-empty';

export interface ItemFilter {
  column: ItemColumn;
  operator: FilterOperator;
  value: string | number | boolean | null;
}

/** The items of one run, of all runs of a spider, or of its dataset. */
export interface ItemSource {
  project: string;
  spider: string;
  /** null: all runs of the spider; "dataset": the newest item of each key over them, as far as `DatasetQueries` has come. */
  run: string | null;
}

/** Items of a source that match, in an order. */
export interface ItemView extends ItemSource {
  filters: readonly ItemFilter[];
  /** Words that must all occur somewhere in the item. */
  words: readonly string[];
  /** In the order of scraping when empty. */
  sort: readonly { column: ItemColumn; descending: boolean }[];
  /** Only items up to this one, as an earlier slice returned it; null: all that there are now. */
  upTo: number | null;
}

export interface ItemSlice {
  rows: ItemRow[];
  total: number;
  /** The newest item that the view includes; of a dataset, how often it has changed. */
  upTo: number;
  /** Items of the source that are newer than that. */
  newer: number;
  /** About how many items were searched so far; left out: all. Another call goes on. */
  searched?: number;
}

/** All items of a view, in its order. */
export interface ItemStream {
  total: number;
  /** Reads them batch by batch. Each call begins anew and returns the same items. */
  readonly batches: () => AsyncIterable<readonly ItemRow[]>;
}

/** The items that runs have extracted. */
export interface ItemQueries {
  /**
   * A part of a view. The cost of a filter, a search or an order is paid once for each `upTo`.
   * @param patienceMs after about how long a filter or a search answers with what it has found, where that is in the order of scraping;
   *   left out: when all was looked at
   */
  slice(view: ItemView, offset: number, limit: number, patienceMs?: number): Promise<ItemSlice>;
  /** The items that there are now, unaffected by a crawl that goes on. */
  stream(view: ItemView): Promise<ItemStream>;
  /** The items of some ids, in the order of the ids, without those that are gone. @throws StoreError `not-found` for a text that is no id */
  read(ids: readonly string[]): Promise<ItemRow[]>;
  /** null: there is no such item. @throws StoreError `not-found` for a text that is no id */
  get(id: string): Promise<(ItemRow & { project: string; hasPage: boolean }) | null>;
  /** The rows whose values were merged into an item, on the way to its page from the first on; empty if there were none. */
  rowsOf(item: string): Promise<MergedRow[]>;
  /** The items of one page, without their values. */
  ofRequest(request: string): Promise<ItemSummary[]>;
  /** The values of one column as JSON texts, batch by batch, in the order of scraping; null: no value. */
  values(view: ItemView, column: ItemColumn): AsyncIterable<readonly (string | null)[]>;
  /** About `most` items at most, evenly spread, and fewer where they are large; all items where there are few. */
  sample(source: ItemSource, most: number): Promise<{ total: number; rows: ItemRow[] }>;
}

/** A row whose values travelled to the page of an item. */
export interface MergedRow {
  /** The request whose page it is on, and its place there, from 0. */
  request: string;
  position: number;
  values: Record<string, unknown>;
}

export interface ItemSummary {
  id: string;
  callback: string;
  title: string | null;
  position: number;
}
