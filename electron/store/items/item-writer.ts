import type { NewItem } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import type { FileLinks } from '../files/file-links.ts';

/** An item to write. */
export interface WrittenItem extends NewItem {
  /** The rows that were merged into it, see migration 12. */
  path?: string;
  /** Its place on the page, from 0. Left out: behind the one before it. */
  position?: number;
}

/**
 * Returns a function that writes items of a page, and returns them as they were written. Call it within a transaction.
 * @param files of the run; null: it downloads none
 */
export function createItemWriter(
  { connection, now }: StoreContext,
  files: Pick<FileLinks, 'link' | 'note'> | null = null,
): (run: number, request: number, items: readonly WrittenItem[]) => readonly NewItem[] {
  interface Insert {
    run: number;
    request: number;
    position: number;
    key: string | null;
    path: string | null;
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
    `INSERT INTO items (run_id, request_id, position, item_key, row_path, url, callback, title, content, author, published_date,
        metadata_json, problems_json, scraped_at)
      VALUES (@run, @request, @position, @key, @path, @url, @callback, @title, @content, @author, @published,
        @metadata, @problems, @now)`,
  );
  return (run, request, items) => {
    const written: NewItem[] = [];
    for (const [index, given] of items.entries()) {
      const linked = files?.link(given, request);
      const item = linked === undefined ? given : { ...given, ...linked.item };
      const { lastInsertRowid } = insert.run({
        run,
        request,
        position: item.position ?? index,
        key: item.key ?? null,
        path: item.path ?? null,
        ...storedValues(item),
        now: now(),
      });
      if (linked !== undefined) files?.note(Number(lastInsertRowid), linked.files);
      written.push(item);
    }
    return files === null ? items : written;
  };
}

/** The values of an item as its row has them. */
export const storedValues = (item: NewItem) => ({
  url: item.url,
  callback: item.callback,
  title: item.title,
  content: item.content,
  author: item.author,
  published: item.published_date,
  metadata: JSON.stringify(item.metadata),
  problems: JSON.stringify(item.problems),
});
