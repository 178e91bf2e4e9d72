import type { NewItem } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';

/** Returns a function that writes the items of a page. Call it within a transaction. */
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
