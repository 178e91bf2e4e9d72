import type { NewItem } from '../../engine/ports/ledger.ts';
import { readRowProblems, readRowValues } from '../database/json-columns.ts';

/** An item as the table `items` holds it, without its run; `key` is the column `item_key`. */
export interface StoredItem {
  id: number;
  url: string;
  key: string | null;
  callback: string;
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  metadata_json: string;
  problems_json: string;
}

/** The columns of a `StoredItem`, for a query of `items`. */
export const storedItemColumns =
  'id, item_key AS key, url, callback, title, content, author, published_date, metadata_json, problems_json';

/** The item as its page gave it. @throws StoreError `damaged` */
export function readStoredItem(row: StoredItem): NewItem {
  const { id, url, key, callback, title, content, author, published_date } = row;
  return {
    url,
    callback,
    title,
    content,
    author,
    published_date,
    ...(key === null ? {} : { key }),
    metadata: readRowValues(row.metadata_json, id),
    problems: readRowProblems(row.problems_json, id),
  };
}
