import type { StoreContext } from '../database/context.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import type { TrashRow, TrashTarget } from './trash-queries.ts';

interface Stored {
  id: number;
  kind: TrashTarget['kind'];
  project: string;
  spider: string | null;
  run: number | null;
  title: string | null;
  deleted_at: number;
  spiders: number;
  versions: number;
  runs: number;
  paused: number;
  items: number;
  pages: number;
  bytes: number | null;
  project_trash: number | null;
  spider_trash: number | null;
}

/** Reads what is in the trash, within a query or a change of its caller. */
export interface TrashRows {
  /** The newest first. */
  all(): TrashRow[];
  /** @throws StoreError `not-found` */
  require(id: string): TrashRow;
}

export function createTrashRows({ connection: { db } }: StoreContext): TrashRows {
  // The spider that a row is about or belongs to, whether it is in the trash or not; names that have changed since are told.
  const select = `
    SELECT trash.*, head.id AS run, coalesce(p.name, trash.project) AS project, coalesce(s.name, trash.spider) AS spider,
      of_project.trash_id AS project_trash, of_spider.trash_id AS spider_trash
    FROM trash
    LEFT JOIN all_runs AS head ON trash.kind = 'run' AND head.trash_id = trash.id
    LEFT JOIN all_saved_pages AS page ON trash.kind = 'page' AND page.trash_id = trash.id AND page.copy_of IS NULL
    LEFT JOIN all_spiders AS of_spider ON of_spider.id = CASE trash.kind WHEN 'run' THEN head.spider_id WHEN 'page' THEN page.spider_id
      WHEN 'spider' THEN (SELECT id FROM all_spiders WHERE trash_id = trash.id) END
    LEFT JOIN all_projects AS of_project ON of_project.id = of_spider.project_id
    LEFT JOIN projects AS p ON p.id = of_project.id
    LEFT JOIN spiders AS s ON s.id = of_spider.id
    WHERE removing_at IS NULL`;
  const all = db.prepare<[], Stored>(`${select} ORDER BY deleted_at DESC, trash.id DESC`);
  const one = db.prepare<[number], Stored>(`${select} AND trash.id = ?`);

  function toRow(stored: Stored): TrashRow {
    const { id, kind, project, spider, run, title, spiders, versions, runs, paused, items, pages } = stored;
    const isPart = kind === 'run' || kind === 'page';
    const inProject = kind !== 'project' && stored.project_trash !== null;
    return {
      id: String(id),
      kind,
      project,
      spider,
      run: run === null ? null : String(run),
      title,
      deletedAt: isoTime(stored.deleted_at),
      contents: { spiders, versions, runs, paused, items, pages, bytes: stored.bytes ?? 0 },
      within: inProject ? 'project' : isPart && stored.spider_trash !== null ? 'spider' : null,
    };
  }

  return {
    all: () => all.all().map(toRow),
    require(id) {
      const stored = one.get(rowId(id, 'entry of the trash'));
      if (stored === undefined) throw notFound(`entry "${id}" of the trash`);
      return toRow(stored);
    },
  };
}
