import type { StoreContext } from '../database/context.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { SpiderRow, SpiderVersion, VersionMarks, VersionSummary } from './spider-queries.ts';

/** Reads spiders and versions within a transaction or query of its caller. */
export interface SpiderRows {
  list(project: string | null): SpiderRow[];
  get(of: SpiderName): SpiderRow | null;
  projectsOf(spider: string): string[];
  /** The row id of a spider. @throws StoreError `not-found` */
  requireId(of: SpiderName): number;
  versions(of: SpiderName): VersionSummary[];
  version(of: SpiderName, number: number | null): SpiderVersion | null;
  labelled(of: SpiderName, label: string): SpiderVersion | null;
  /** @throws StoreError `not-found` */
  versionById(id: string): SpiderVersion;
  /** Changes a version, within a transaction. @returns it as it stands @throws StoreError `not-found` */
  mark(of: SpiderName, number: number, marks: VersionMarks): SpiderVersion;
}

/** The error of a spider that does not exist. */
export const noSpider = ({ project, spider }: SpiderName) =>
  notFound(`spider "${spider}" in the project "${project}"`);

export function createSpiderRows(context: StoreContext): SpiderRows {
  return { ...createSpiderReader(context), ...createVersionReader(context) };
}

function createSpiderReader({
  connection: { db },
}: StoreContext): Pick<SpiderRows, 'list' | 'get' | 'projectsOf' | 'requireId'> {
  interface Row extends Omit<SpiderRow, 'hasDraft' | 'createdAt' | 'updatedAt'> {
    has_draft: 0 | 1;
    created_at: number;
    updated_at: number;
  }
  const columns = `
    SELECT projects.name AS project, spiders.name, v.number AS version, spiders.created_at, v.created_at AS updated_at,
      (SELECT count(*) FROM runs WHERE spider_id = spiders.id) AS runs,
      EXISTS (SELECT 1 FROM drafts WHERE spider_id = spiders.id) AS has_draft,
      (SELECT icon FROM saved_pages WHERE spider_id = spiders.id AND icon IS NOT NULL ORDER BY id DESC LIMIT 1) AS icon
    FROM spiders JOIN projects ON projects.id = spiders.project_id
    JOIN spider_versions AS v ON v.spider_id = spiders.id
      AND v.number = (SELECT max(number) FROM spider_versions WHERE spider_id = spiders.id)`;
  const all = db.prepare<[{ project: string | null }], Row>(
    `${columns} WHERE @project IS NULL OR projects.name = @project ORDER BY projects.name, spiders.name`,
  );
  const one = db.prepare<[SpiderName], Row>(
    `${columns} WHERE projects.name = @project AND spiders.name = @spider`,
  );
  const id = db
    .prepare<[SpiderName], number>(
      `SELECT spiders.id FROM spiders JOIN projects ON projects.id = spiders.project_id
        WHERE projects.name = @project AND spiders.name = @spider`,
    )
    .pluck();
  // In the order of the index of projects and names.
  const projects = db
    .prepare<[string], string>(
      `SELECT projects.name FROM projects CROSS JOIN spiders ON spiders.project_id = projects.id
        WHERE spiders.name = ? ORDER BY projects.name`,
    )
    .pluck();
  const spiderRow = ({ has_draft, created_at, updated_at, ...row }: Row): SpiderRow => ({
    ...row,
    hasDraft: has_draft === 1,
    createdAt: isoTime(created_at),
    updatedAt: isoTime(updated_at),
  });

  return {
    list: (project) => all.all({ project }).map(spiderRow),
    get({ project, spider }) {
      const row = one.get({ project, spider });
      return row === undefined ? null : spiderRow(row);
    },
    projectsOf: (spider) => projects.all(spider),
    requireId({ project, spider }) {
      const found = id.get({ project, spider });
      if (found === undefined) throw noSpider({ project, spider });
      return found;
    },
  };
}

function createVersionReader({
  connection: { db },
}: StoreContext): Pick<SpiderRows, 'versions' | 'version' | 'labelled' | 'versionById' | 'mark'> {
  interface SummaryRow extends Omit<VersionSummary, 'createdAt'> {
    created_at: number;
  }
  interface Row extends SummaryRow, Pick<SpiderVersion, 'spider' | 'project' | 'text'> {
    id: number;
  }
  const summary = `v.number, v.hash, v.created_at, length(v.document) AS characters,
    (SELECT count(*) FROM runs WHERE version_id = v.id) AS runs, v.note, v.label, v.origin`;
  const whole = `v.id, spiders.name AS spider, projects.name AS project, v.document AS text, ${summary}`;
  const joined = `
    FROM spider_versions AS v JOIN spiders ON spiders.id = v.spider_id JOIN projects ON projects.id = spiders.project_id`;
  const ofSpider = `${joined} WHERE projects.name = @project AND spiders.name = @spider`;
  const newestFirst = 'ORDER BY v.number DESC';
  const summaries = db.prepare<[SpiderName], SummaryRow>(`SELECT ${summary} ${ofSpider} ${newestFirst}`);
  const newest = db.prepare<[SpiderName], Row>(`SELECT ${whole} ${ofSpider} ${newestFirst} LIMIT 1`);
  const numbered = db.prepare<[SpiderName & { number: number }], Row>(
    `SELECT ${whole} ${ofSpider} AND v.number = @number`,
  );
  const labelled = db.prepare<[SpiderName & { label: string }], Row>(
    `SELECT ${whole} ${ofSpider} AND v.label = @label`,
  );
  const mark = db.prepare<[{ id: number; note: string | null; label: string | null }]>(
    'UPDATE spider_versions SET note = @note, label = @label WHERE id = @id',
  );
  const byId = db.prepare<[number], Row>(`SELECT ${whole} ${joined} WHERE v.id = ?`);
  const version = ({ id, created_at, ...row }: Row): SpiderVersion => ({
    id: String(id),
    ...row,
    createdAt: isoTime(created_at),
  });

  function numberedRow({ project, spider }: SpiderName, number: number): SpiderVersion {
    const row = numbered.get({ project, spider, number });
    if (row === undefined) throw notFound(`version ${number} of the spider "${spider}"`);
    return version(row);
  }

  return {
    versions: ({ project, spider }) =>
      summaries
        .all({ project, spider })
        .map(({ created_at, ...row }) => ({ ...row, createdAt: isoTime(created_at) })),
    version({ project, spider }, number) {
      const row =
        number === null ? newest.get({ project, spider }) : numbered.get({ project, spider, number });
      return row === undefined ? null : version(row);
    },
    labelled({ project, spider }, label) {
      const row = labelled.get({ project, spider, label });
      return row === undefined ? null : version(row);
    },
    mark(of, number, marks) {
      const { id, note, label } = numberedRow(of, number);
      mark.run({ id: Number(id), note, label, ...marks });
      return numberedRow(of, number);
    },
    versionById(id) {
      const row = byId.get(rowId(id, 'spider version'));
      if (row === undefined) throw notFound(`spider version "${id}"`);
      return version(row);
    },
  };
}
