import { createHash } from 'node:crypto';
import type { StoreContext } from '../database/context.ts';
import { notFound, StoreError } from '../errors.ts';
import { requireProjectName } from '../projects/projects.ts';
import { isoTime } from '../database/rows.ts';
import type { Runs } from '../runs/runs.ts';

/** A version without its text. */
export interface VersionSummary {
  number: number;
  hash: string;
  createdAt: string;
  characters: number;
  /** Runs that froze it. */
  runs: number;
}

export interface NewVersion {
  project: string;
  /** The spider that gets the version; null: a new spider. */
  spider: string | null;
  /** The name that the spider has afterwards: the one inside the text. */
  name: string;
  text: string;
  /** The newest version that is known to the writer; null: none; `any`: whichever there is. */
  base: number | null | 'any';
}

export type Saved =
  | { kind: 'saved'; version: number; created: boolean; unchanged: boolean }
  /** Somebody has saved a version that the writer does not know. */
  | { kind: 'stale'; newest: number }
  /** Another spider of the project has the name. */
  | { kind: 'taken' };

export interface SpiderChanges {
  versions(project: string, spider: string): VersionSummary[];
  /** Adds a version, unless the newest one has this very text; renames the spider where its name has changed. */
  save(version: NewVersion): Saved;
  /** @throws StoreError `conflict` where there is one of this name */
  createProject(name: string): void;
  /** @throws StoreError `not-found`, or `conflict` where there is one of this name */
  renameProject(project: string, name: string): void;
  /** With all its spiders. @throws StoreError `not-found`, or `conflict` while one of its runs is carried out */
  deleteProject(project: string): void;
}

export function createSpiderChanges({ connection, now }: StoreContext, runs: Runs): SpiderChanges {
  const { db } = connection;
  interface Newest {
    id: number;
    number: number;
    hash: string;
  }
  const newestOf = db.prepare<[string, string], Newest>(
    `SELECT spiders.id, v.number, v.hash FROM spiders JOIN projects ON projects.id = spiders.project_id
      JOIN spider_versions AS v ON v.spider_id = spiders.id
      WHERE projects.name = ? AND spiders.name = ? ORDER BY v.number DESC LIMIT 1`,
  );
  const insertProject = db.prepare<[string, number]>(
    'INSERT INTO projects (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const insertSpider = db.prepare<[string, number, string], { id: number }>(
    `INSERT INTO spiders (name, created_at, project_id) SELECT ?, ?, id FROM projects WHERE name = ? RETURNING id`,
  );
  const insertVersion = db.prepare<[number, number, string, string, number]>(
    'INSERT INTO spider_versions (spider_id, number, document, hash, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const rename = db.prepare<[string, number]>('UPDATE spiders SET name = ? WHERE id = ?');
  const versions = db.prepare<
    [string, string],
    { number: number; hash: string; created_at: number; characters: number; runs: number }
  >(
    `SELECT v.number, v.hash, v.created_at, length(v.document) AS characters,
        (SELECT count(*) FROM runs WHERE version_id = v.id) AS runs
      FROM spider_versions AS v JOIN spiders ON spiders.id = v.spider_id JOIN projects ON projects.id = spiders.project_id
      WHERE projects.name = ? AND spiders.name = ? ORDER BY v.number DESC`,
  );
  const projectId = db.prepare<[string], { id: number }>('SELECT id FROM projects WHERE name = ?');
  const renameProject = db.prepare<[string, number]>('UPDATE projects SET name = ? WHERE id = ?');
  const removeProject = db.prepare<[number]>('DELETE FROM projects WHERE id = ?');
  const removeSpiders = db.prepare<[number]>('DELETE FROM spiders WHERE project_id = ?');
  const runsOfProject = db.prepare<[number], { id: number }>(
    'SELECT runs.id FROM runs JOIN spiders ON spiders.id = runs.spider_id WHERE spiders.project_id = ?',
  );

  function requireProject(name: string): number {
    const row = projectId.get(name);
    if (row === undefined) throw notFound(`project "${name}"`);
    return row.id;
  }

  function requireFree(name: string): void {
    requireProjectName(name);
    if (projectId.get(name) === undefined) return;
    throw new StoreError('conflict', `There is a project "${name}" already.`, 'Choose another name.');
  }

  function save({ project, spider, name, text, base }: NewVersion): Saved {
    requireProjectName(project);
    const hash = createHash('sha256').update(text).digest('hex');
    const newest = spider === null ? undefined : newestOf.get(project, spider);
    if (spider !== null && newest === undefined)
      throw notFound(`spider "${spider}" in the project "${project}"`);
    if (base !== 'any' && newest !== undefined && newest.number !== base)
      return { kind: 'stale', newest: newest.number };
    if (name !== spider && newestOf.get(project, name) !== undefined) return { kind: 'taken' };
    if (newest !== undefined && newest.hash === hash && name === spider) {
      return { kind: 'saved', version: newest.number, created: false, unchanged: true };
    }
    insertProject.run(project, now());
    const id = newest?.id ?? insertSpider.get(name, now(), project)?.id;
    if (id === undefined) throw new Error(`The spider "${name}" was not saved.`);
    if (spider !== null && name !== spider) rename.run(name, id);
    const number = (newest?.number ?? 0) + 1;
    insertVersion.run(id, number, text, hash, now());
    return { kind: 'saved', version: number, created: newest === undefined, unchanged: false };
  }

  return {
    versions: connection.reading((project: string, spider: string) =>
      versions
        .all(project, spider)
        .map(({ created_at, ...row }) => ({ ...row, createdAt: isoTime(created_at) })),
    ),
    save: connection.writing(save),
    createProject: connection.writing((name: string) => {
      requireFree(name);
      insertProject.run(name, now());
    }),
    renameProject: connection.writing((project: string, name: string) => {
      const id = requireProject(project);
      if (project === name) return;
      requireFree(name);
      renameProject.run(name, id);
    }),
    deleteProject: connection.writing((project: string) => {
      const id = requireProject(project);
      for (const run of runsOfProject.all(id)) runs.removeWithin(run.id);
      removeSpiders.run(id);
      removeProject.run(id);
    }),
  };
}
