import { createHash } from 'node:crypto';
import type { StoreContext } from '../database/context.ts';
import { isoTime } from '../database/rows.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { ProjectRows } from '../projects/project-rows.ts';
import type {
  DiscardResult,
  DraftPlace,
  DraftRow,
  KeptDraft,
  KnownDraft,
  SeenDraft,
} from './draft-queries.ts';
import { noSpider } from './spider-rows.ts';

/** Reads and changes drafts within a transaction or query of its caller. */
export interface DraftRows {
  get(place: DraftPlace): DraftRow | null;
  unsaved(project: string | null): DraftRow[];
  put(place: DraftPlace, text: string, base: number | null, known: KnownDraft): KeptDraft;
  discard(place: DraftPlace, seen: SeenDraft | 'any'): DiscardResult;
  /** The row id of a draft that its caller has seen; null: there is none, or one that the caller has not seen. */
  seenId(place: DraftPlace, seen: SeenDraft | 'any'): number | null;
  /** The row id of a draft; null: there is none. */
  idOf(place: DraftPlace): number | null;
  remove(id: number): void;
  /** Revises the text of a spider's draft, if it has one. @param base the version that the edits begin from now */
  revise(of: SpiderName, base: number, revised: (text: string) => string): void;
}

export function createDraftRows({ connection: { db }, now }: StoreContext, projects: ProjectRows): DraftRows {
  interface Row {
    id: number;
    project: string;
    spider: string | null;
    text: string;
    base: number | null;
    updated_at: number;
  }
  const columns = `
    SELECT drafts.id, projects.name AS project, spiders.name AS spider, text, base, updated_at
    FROM drafts JOIN projects ON projects.id = drafts.project_id LEFT JOIN spiders ON spiders.id = drafts.spider_id`;
  const bySpider = db.prepare<[string, string], Row>(
    `${columns} WHERE projects.name = ? AND spiders.name = ?`,
  );
  const byId = db.prepare<[string, number], Row>(
    `${columns} WHERE projects.name = ? AND drafts.id = ? AND drafts.spider_id IS NULL`,
  );
  const withoutSpider = db.prepare<[{ project: string | null }], Row>(
    `${columns} WHERE drafts.spider_id IS NULL AND (@project IS NULL OR projects.name = @project)
      ORDER BY updated_at DESC, drafts.id DESC`,
  );
  interface Content {
    project: string;
    text: string;
    base: number | null;
    now: number;
  }
  const ofSpider = db.prepare<[Content & { spider: string }]>(
    `INSERT INTO drafts (project_id, spider_id, text, base, updated_at)
      SELECT project_id, spiders.id, @text, @base, @now FROM spiders JOIN projects ON projects.id = spiders.project_id
      WHERE projects.name = @project AND spiders.name = @spider
      ON CONFLICT (spider_id) DO UPDATE SET text = excluded.text, base = excluded.base, updated_at = excluded.updated_at`,
  );
  const insert = db.prepare<[Content], { id: number }>(
    `INSERT INTO drafts (project_id, text, base, updated_at)
      SELECT id, @text, @base, @now FROM projects WHERE name = @project RETURNING id`,
  );
  const update = db.prepare<[Content & { id: number }]>(
    `UPDATE drafts SET text = @text, base = @base, updated_at = @now
      WHERE id = @id AND spider_id IS NULL AND project_id = (SELECT id FROM projects WHERE name = @project)`,
  );
  const remove = db.prepare<[number]>('DELETE FROM drafts WHERE id = ?');

  const draft = ({ id, updated_at, ...row }: Row): DraftRow => ({
    id: String(id),
    ...row,
    revision: revisionOf(row.text),
    updatedAt: isoTime(updated_at),
  });
  const find = (place: DraftPlace): Row | null => {
    if (place.spider !== null) return bySpider.get(place.project, place.spider) ?? null;
    return place.draft === null ? null : (byId.get(place.project, draftId(place.draft)) ?? null);
  };

  /** @returns the place that the text has now */
  function write(place: DraftPlace, content: Content): DraftPlace {
    const { project, spider } = place;
    if (spider !== null) {
      if (ofSpider.run({ ...content, spider }).changes === 0) throw noSpider({ project, spider });
      return place;
    }
    if (place.draft !== null && update.run({ ...content, id: draftId(place.draft) }).changes > 0)
      return place;
    projects.ensure(project);
    const row = insert.get(content);
    if (row === undefined) throw new Error(`The project "${project}" was not created.`);
    return { project, spider: null, draft: String(row.id) };
  }

  function put(place: DraftPlace, text: string, base: number | null, known: KnownDraft): KeptDraft {
    const before = find(place);
    if (before !== null && before.text !== text && revisionOf(before.text) !== known)
      return { kind: 'conflict', draft: draft(before) };
    const row = find(write(place, { project: place.project, text, base, now: now() }));
    if (row === null) throw new Error('The draft was not kept.');
    return { kind: 'kept', draft: draft(row) };
  }

  const isSeen = (row: Row, seen: SeenDraft | 'any'): boolean =>
    seen === 'any' || row.text === seen.text || revisionOf(row.text) === seen.revision;

  return {
    get(place) {
      const row = find(place);
      return row === null ? null : draft(row);
    },
    unsaved: (project) => withoutSpider.all({ project }).map(draft),
    put,
    discard(place, seen) {
      const row = find(place);
      if (row === null) return 'missing';
      if (!isSeen(row, seen)) return 'conflict';
      remove.run(row.id);
      return 'discarded';
    },
    seenId(place, seen) {
      const row = find(place);
      return row !== null && isSeen(row, seen) ? row.id : null;
    },
    idOf: (place) => find(place)?.id ?? null,
    remove(id) {
      remove.run(id);
    },
    revise(of, base, revised) {
      const row = find(of);
      if (row !== null) write(of, { project: of.project, text: revised(row.text), base, now: now() });
    },
  };
}

const revisionOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The row of a draft by its id; 0, which no row has, for a text that is none. */
const draftId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);
