import { createHash } from 'node:crypto';
import type { VersionOrigin } from '../../../shared/spider/version-origins.ts';
import type { StoreContext } from '../database/context.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import type { ProjectRows } from '../projects/project-rows.ts';
import { createDraftEvidence } from './draft-evidence.ts';
import type { DraftRows } from './draft-rows.ts';
import type {
  ImportedDocument,
  NewVersion,
  SavedVersion,
  SaveResult,
  SpiderVersion,
} from './spider-queries.ts';
import { isSameDocument } from './same-document.ts';
import { noSpider, type SpiderRows } from './spider-rows.ts';

/** Adds versions within a transaction of its caller. */
export interface VersionWriter {
  save(version: NewVersion): SaveResult;
  import(document: ImportedDocument): SavedVersion;
  /** What `import` would do. */
  preview(document: ImportedDocument): SavedVersion;
}

interface Rows {
  projects: ProjectRows;
  spiders: SpiderRows;
  drafts: DraftRows;
}

export function createVersionWriter(
  context: StoreContext,
  { projects, spiders, drafts }: Rows,
): VersionWriter {
  const { now } = context;
  const { db } = context.connection;
  const outbox = createOutboxWriter(context);
  const evidence = createDraftEvidence(context);
  const rename = db.prepare<[string, number]>('UPDATE all_spiders SET name = ? WHERE id = ?');
  const addSpider = db.prepare<[string, number, string]>(
    `INSERT INTO all_spiders (name, created_at, project_id) SELECT ?, ?, id FROM projects WHERE name = ?
      ON CONFLICT (project_id, name) DO NOTHING`,
  );
  const addVersion = db.prepare<[number, number, string, string, number, VersionOrigin, string | null]>(
    'INSERT INTO spider_versions (spider_id, number, document, hash, created_at, origin, note) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );

  /** Adds a version, with its spider and its project where they do not exist. */
  function add(
    { project, spider }: SpiderName,
    number: number,
    { text, origin, note = null }: { text: string; origin: VersionOrigin; note?: string | null },
  ): void {
    projects.ensure(project);
    addSpider.run(spider, now(), project);
    const hash = hashOf(text);
    const id = spiders.requireId({ project, spider });
    addVersion.run(id, number, text, hash, now(), origin, note);
    outbox.write({ kind: 'spider', subject: String(id), project, spider, what: 'saved', version: number });
  }

  function renameTo({ project, spider: before }: SpiderName, spider: string, version: number): void {
    const id = spiders.requireId({ project, spider: before });
    rename.run(spider, id);
    outbox.write({ kind: 'spider', subject: String(id), project, spider, what: 'renamed', version, before });
  }

  function preview({ project, name, text }: ImportedDocument): SavedVersion {
    const newest = spiders.version({ project, spider: name }, null);
    return next(newest, newest !== null && isSameDocument(newest.text, text));
  }

  return {
    save({
      project,
      spider,
      name,
      text,
      base,
      note,
      origin = 'edit',
      discards = [],
      revisesDraft,
      needsProof = false,
    }) {
      const of = { project, spider: name };
      const newest = spider === null ? null : spiders.version({ project, spider }, null);
      if (spider !== null && newest === null) throw noSpider({ project, spider });
      if (base !== 'any' && newest !== null && newest.number !== base)
        return { kind: 'stale', newest: newest.number };
      if (name !== spider && spiders.get(of) !== null) return { kind: 'taken' };
      const discarded = discards.flatMap(({ place, seen }) => {
        const id = drafts.seenId(place, seen);
        return id === null ? [] : [{ place, id }];
      });
      const hash = hashOf(text);
      const before = spider === null ? null : spiders.requireId({ project, spider });
      if (needsProof && !evidence.isProved(hash, { spider: before, drafts: discarded.map(({ id }) => id) }))
        return { kind: 'not-proved' };
      const saved = next(newest, name === spider && text === newest?.text);
      if (spider !== null && name !== spider) renameTo({ project, spider }, name, saved.version);
      if (!saved.unchanged) add(of, saved.version, { text, origin, note: note ?? null });
      for (const { id } of discarded) {
        evidence.move(id, { spider: spiders.requireId(of), hash });
        drafts.remove(id);
      }
      if (revisesDraft !== undefined) drafts.revise(of, saved.version, revisesDraft);
      return { ...saved, discarded: discarded.map(({ place }) => place) };
    },
    import(document) {
      const saved = preview(document);
      if (!saved.unchanged)
        add({ project: document.project, spider: document.name }, saved.version, {
          text: document.text,
          origin: 'import',
        });
      return saved;
    },
    preview,
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What saving a text after a version comes to. */
function next(newest: SpiderVersion | null, unchanged: boolean): SavedVersion {
  const number = newest?.number ?? 0;
  const version = unchanged ? number : number + 1;
  return { kind: 'saved', version, created: newest === null, unchanged, discarded: [] };
}
