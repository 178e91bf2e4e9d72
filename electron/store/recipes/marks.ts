import type { StoreContext } from '../database/context.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import type { IntendedFile, RecipeQueries } from './recipe-queries.ts';

/** How far items were exported, and what is about to be put in place. */
type Marks = Pick<RecipeQueries, 'mark' | 'moveMark' | 'intend' | 'intention'>;

interface StoredIntention {
  item: number;
  files_json: string;
}

interface NewIntention extends StoredIntention {
  spider: number;
  target: string;
  now: number;
}

/** Implements the marks of `RecipeQueries` on SQLite. */
export function createMarks(
  { connection, now }: StoreContext,
  spiders: Pick<SpiderRows, 'requireId'>,
): Marks {
  const { db } = connection;
  const ofTarget = 'WHERE spider_id = ? AND target = ?';
  const markOf = db.prepare<[number, string], number>(`SELECT item FROM export_marks ${ofTarget}`).pluck();
  const move = db.prepare<[{ spider: number; target: string; item: number; now: number }]>(
    `INSERT INTO export_marks (spider_id, target, item, moved_at) VALUES (@spider, @target, @item, @now)
      ON CONFLICT (spider_id, target) DO UPDATE SET item = @item, moved_at = @now WHERE export_marks.item < @item`,
  );
  const intend = db.prepare<[NewIntention]>(
    `INSERT INTO export_intentions (spider_id, target, item, files_json, made_at)
      VALUES (@spider, @target, @item, @files_json, @now)
      ON CONFLICT (spider_id, target) DO UPDATE SET item = @item, files_json = @files_json, made_at = @now`,
  );
  const intended = db.prepare<[number, string], StoredIntention>(
    `SELECT item, files_json FROM export_intentions ${ofTarget}`,
  );
  const end = db.prepare<[number, string, number]>(`DELETE FROM export_intentions ${ofTarget} AND item <= ?`);
  return {
    mark: connection.query(
      (of: SpiderName, target: string) => markOf.get(spiders.requireId(of), target) ?? 0,
    ),
    moveMark: connection.change((of, target, item) => {
      const spider = spiders.requireId(of);
      move.run({ spider, target, item, now: now() });
      end.run(spider, target, item);
    }),
    intend: connection.change((of, target, { item, files }) => {
      const spider = spiders.requireId(of);
      intend.run({ spider, target, item, files_json: JSON.stringify(files), now: now() });
    }),
    intention: connection.query((of: SpiderName, target: string) => {
      const found = intended.get(spiders.requireId(of), target);
      if (found === undefined) return null;
      const files: IntendedFile[] = JSON.parse(found.files_json);
      return { item: found.item, files };
    }),
  };
}
