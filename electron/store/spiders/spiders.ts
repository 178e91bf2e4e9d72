import { createHash } from 'node:crypto';
import type { Spider } from '../../../shared/spider/schema.ts';
import type { StoreContext } from '../database/context.ts';
import { notFound } from '../errors.ts';
import { requireProjectName } from '../projects/projects.ts';
import { isoTime, rowId } from '../database/rows.ts';
import type { Runs } from '../runs/runs.ts';

export interface SpiderRow {
  id: string;
  project: string;
  name: string;
  /** The newest version. */
  version: number;
  runs: number;
  createdAt: string;
  /** When the newest version was saved. */
  updatedAt: string;
}

export interface SpiderVersionRow {
  id: string;
  spider: string;
  project: string;
  number: number;
  /** The document exactly as it was given. */
  text: string;
  /** SHA-256 of the text, hexadecimal. */
  hash: string;
  createdAt: string;
}

/** What a deletion took along. */
export interface DeletedCounts {
  versions: number;
  runs: number;
  requests: number;
  items: number;
  events: number;
}

export interface SpiderRepository {
  /**
   * Keeps a document that has been validated, as a new version. The project is created where needed; `created` tells
   * that the spider was, too. A spider of the same name in another project is another spider.
   */
  save(
    project: string,
    document: Spider,
    text: string,
  ): { spider: string; project: string; version: number; versionId: string; created: boolean };
  /** Of one project, or of all; by project and name. */
  list(project?: string): SpiderRow[];
  get(project: string, name: string): SpiderRow | null;
  /** The newest version, or the one of that number. */
  version(project: string, name: string, number?: number): SpiderVersionRow | null;
  /** The version that a run froze. @throws StoreError `not-found` */
  versionById(id: string): SpiderVersionRow;
  /** Newest first. */
  versions(project: string, name: string): SpiderVersionRow[];
  /** With all its versions, runs and items. @throws StoreError `not-found`, or `conflict` while one of its runs is being carried out */
  delete(project: string, name: string): DeletedCounts;
}

export function createSpiders(context: StoreContext, runs: Runs): SpiderRepository {
  const { connection, now } = context;
  const { db } = connection;
  interface Row {
    id: number;
    project: string;
    name: string;
    version: number;
    runs: number;
    created_at: number;
    updated_at: number;
  }
  interface VersionRow {
    id: number;
    spider: string;
    project: string;
    number: number;
    text: string;
    hash: string;
    created_at: number;
  }
  const columns = `
    SELECT spiders.id, projects.name AS project, spiders.name, v.number AS version, spiders.created_at,
      v.created_at AS updated_at, (SELECT count(*) FROM runs WHERE spider_id = spiders.id) AS runs
    FROM spiders JOIN projects ON projects.id = spiders.project_id
    JOIN spider_versions AS v ON v.spider_id = spiders.id
      AND v.number = (SELECT max(number) FROM spider_versions WHERE spider_id = spiders.id)`;
  const versionColumns = `
    SELECT v.id, spiders.name AS spider, projects.name AS project, v.number, v.document AS text, v.hash, v.created_at
    FROM spider_versions AS v JOIN spiders ON spiders.id = v.spider_id
    JOIN projects ON projects.id = spiders.project_id`;
  const all = db.prepare<[], Row>(`${columns} ORDER BY projects.name, spiders.name`);
  const ofProject = db.prepare<[string], Row>(`${columns} WHERE projects.name = ? ORDER BY spiders.name`);
  const byName = db.prepare<[string, string], Row>(`${columns} WHERE projects.name = ? AND spiders.name = ?`);
  const versionsOf = db.prepare<[string, string], VersionRow>(
    `${versionColumns} WHERE projects.name = ? AND spiders.name = ? ORDER BY v.number DESC`,
  );
  const newestVersion = db.prepare<[string, string], VersionRow>(
    `${versionColumns} WHERE projects.name = ? AND spiders.name = ? ORDER BY v.number DESC LIMIT 1`,
  );
  const numberedVersion = db.prepare<[string, string, number], VersionRow>(
    `${versionColumns} WHERE projects.name = ? AND spiders.name = ? AND v.number = ?`,
  );
  const oneVersion = db.prepare<[number], VersionRow>(`${versionColumns} WHERE v.id = ?`);
  const insertProject = db.prepare<[string, number]>(
    'INSERT INTO projects (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const insertSpider = db.prepare<[string, number, string], { id: number }>(
    `INSERT INTO spiders (name, created_at, project_id) SELECT ?, ?, id FROM projects WHERE name = ?
      ON CONFLICT (project_id, name) DO UPDATE SET name = excluded.name RETURNING id`,
  );
  const insertVersion = db.prepare<[number, number, string, string, number], { id: number }>(
    `INSERT INTO spider_versions (spider_id, number, document, hash, created_at) VALUES (?, ?, ?, ?, ?)
      RETURNING id`,
  );
  const runsOf = db.prepare<[number], { id: number }>('SELECT id FROM runs WHERE spider_id = ?');
  const versionCount = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM spider_versions WHERE spider_id = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM spiders WHERE id = ?');

  const spider = ({ id, created_at, updated_at, ...row }: Row): SpiderRow => ({
    id: String(id),
    ...row,
    createdAt: isoTime(created_at),
    updatedAt: isoTime(updated_at),
  });
  const version = ({ id, created_at, ...row }: VersionRow): SpiderVersionRow => ({
    id: String(id),
    ...row,
    createdAt: isoTime(created_at),
  });

  return {
    save: connection.writing((project: string, document: Spider, text: string) => {
      requireProjectName(project);
      const { name } = document;
      const hash = createHash('sha256').update(text).digest('hex');
      const newest = newestVersion.get(project, name);
      insertProject.run(project, now());
      const row = insertSpider.get(name, now(), project);
      const number = (newest?.number ?? 0) + 1;
      const inserted = row && insertVersion.get(row.id, number, text, hash, now());
      if (inserted === undefined) throw new Error(`The spider "${name}" was not saved.`);
      return {
        spider: name,
        project,
        version: number,
        versionId: String(inserted.id),
        created: newest === undefined,
      };
    }),
    list: connection.reading((project?: string) =>
      (project === undefined ? all.all() : ofProject.all(project)).map(spider),
    ),
    get: connection.reading((project: string, name: string) => {
      const row = byName.get(project, name);
      return row === undefined ? null : spider(row);
    }),
    version: connection.reading((project: string, name: string, number?: number) => {
      const row =
        number === undefined ? newestVersion.get(project, name) : numberedVersion.get(project, name, number);
      return row === undefined ? null : version(row);
    }),
    versionById: connection.reading((id: string) => {
      const row = oneVersion.get(rowId(id, 'spider version'));
      if (row === undefined) throw notFound(`spider version "${id}"`);
      return version(row);
    }),
    versions: connection.reading((project: string, name: string) =>
      versionsOf.all(project, name).map(version),
    ),
    delete: connection.writing((project: string, name: string) => {
      const row = byName.get(project, name);
      if (row === undefined) throw notFound(`spider "${name}" in the project "${project}"`);
      const counts: DeletedCounts = {
        versions: versionCount.get(row.id)?.n ?? 0,
        runs: 0,
        requests: 0,
        items: 0,
        events: 0,
      };
      for (const run of runsOf.all(row.id)) {
        const went = runs.removeWithin(run.id);
        counts.runs += 1;
        counts.requests += went.requests;
        counts.items += went.items;
        counts.events += went.events;
      }
      remove.run(row.id);
      return counts;
    }),
  };
}
