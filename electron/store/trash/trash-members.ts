import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import type { ProjectRows } from '../projects/project-rows.ts';
import type { RunReader } from '../runs/run-rows.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import { createSizes } from './trash-sizes.ts';
import type { TrashContents, TrashTarget } from './trash-queries.ts';

/** A target and all that goes along, by row ids. */
export interface Members {
  kind: TrashTarget['kind'];
  /** Of the project, the spider, the run or the page itself. */
  head: number;
  project: string;
  /** null: a project. */
  spider: string | null;
  /** The title of a page; null: something else. */
  title: string | null;
  spiders: { id: number; name: string }[];
  runs: number[];
  /** Saved pages, with their newer copies. */
  pages: number[];
}

/** Finds what goes along with a target, within a query or a change of its caller. */
export interface TrashMembers {
  /** @throws StoreError `not-found` */
  of(target: TrashTarget): Members;
  contents(members: Members): TrashContents;
}

export function createTrashMembers(
  context: StoreContext,
  { projects, spiders, runs }: { projects: ProjectRows; spiders: SpiderRows; runs: RunReader },
): TrashMembers {
  const { db } = context.connection;
  const sizes = createSizes(context);
  const spidersOf = db.prepare<[number], { id: number; name: string }>(
    'SELECT id, name FROM spiders WHERE project_id = ? ORDER BY id',
  );
  const runsOf = db.prepare<[number], number>('SELECT id FROM runs WHERE spider_id = ? ORDER BY id').pluck();
  const pagesOf = db
    .prepare<[number], number>('SELECT id FROM saved_pages WHERE spider_id = ? ORDER BY id')
    .pluck();
  const page = db.prepare<[number], { project: string; spider: string; title: string }>(
    `SELECT projects.name AS project, spiders.name AS spider, title FROM saved_pages
      JOIN spiders ON spiders.id = spider_id JOIN projects ON projects.id = project_id WHERE saved_pages.id = ?`,
  );
  const copiesOf = db.prepare<[number], number>('SELECT id FROM saved_pages WHERE copy_of = ?').pluck();
  const counts = db.prepare<
    [{ spiders: string; runs: string; pages: string }],
    Omit<TrashContents, 'spiders' | 'runs' | 'bytes'>
  >(
    `SELECT (SELECT count(*) FROM spider_versions WHERE spider_id IN (SELECT CAST(value AS INTEGER) FROM json_each(@spiders))) AS versions,
      (SELECT count(*) FROM runs WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(@runs)) AND state IN ('paused', 'interrupted')) AS paused,
      (SELECT coalesce(sum(items), 0) FROM origins WHERE run_id IN (SELECT CAST(value AS INTEGER) FROM json_each(@runs))) AS items,
      (SELECT count(*) FROM saved_pages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(@pages)) AND copy_of IS NULL) AS pages`,
  );

  function whole(all: { id: number; name: string }[]): Pick<Members, 'title' | 'spiders' | 'runs' | 'pages'> {
    return {
      title: null,
      spiders: all,
      runs: all.flatMap(({ id }) => runsOf.all(id)),
      pages: all.flatMap(({ id }) => pagesOf.all(id)),
    };
  }

  function of(target: TrashTarget): Members {
    const { kind } = target;
    switch (kind) {
      case 'project': {
        const head = projects.idOf(target.project);
        if (head === null) throw notFound(`project "${target.project}"`);
        return { kind, head, project: target.project, spider: null, ...whole(spidersOf.all(head)) };
      }
      case 'spider': {
        const { project, spider } = target;
        const head = spiders.requireId({ project, spider });
        return { kind, head, project, spider, ...whole([{ id: head, name: spider }]) };
      }
      case 'run': {
        const { id, project, spider } = runs.require(target.run);
        const head = Number(id);
        return { kind, head, project, spider, title: null, spiders: [], runs: [head], pages: [] };
      }
      case 'page': {
        const head = rowId(target.page, 'saved page');
        const found = page.get(head);
        if (found === undefined) throw notFound(`saved page "${target.page}"`);
        return { kind, head, ...found, spiders: [], runs: [], pages: [head, ...copiesOf.all(head)] };
      }
      default:
        return target satisfies never;
    }
  }

  return {
    of,
    contents({ spiders: all, runs: ids, pages }) {
      const found = counts.get({
        spiders: JSON.stringify(all.map(({ id }) => id)),
        runs: JSON.stringify(ids),
        pages: JSON.stringify(pages),
      });
      if (found === undefined) throw new Error('What is to be deleted was not counted.');
      return { spiders: all.length, runs: ids.length, ...found, bytes: sizes(ids, pages) };
    },
  };
}
