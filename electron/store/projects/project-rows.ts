import { spiderNamePattern } from '../../../shared/spider/schema.ts';
import type { StoreContext } from '../database/context.ts';
import { isoTime } from '../database/rows.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import { StoreError } from '../errors.ts';
import type { ProjectRow } from './project-queries.ts';

/** Reads and adds projects within a transaction or query of its caller. */
export interface ProjectRows {
  list(): ProjectRow[];
  get(name: string): ProjectRow | null;
  idOf(name: string): number | null;
  /** Adds a project unless it exists. @throws StoreError `invalid` */
  ensure(name: string): void;
}

const nameShape = new RegExp(spiderNamePattern);

/** @throws StoreError `invalid` for a name that no project can have */
export function requireProjectName(name: string): void {
  if (nameShape.test(name) && name.length <= 255) return;
  throw new StoreError(
    'invalid',
    `"${name}" cannot be the name of a project.`,
    'Use the letters A to Z and a to z, digits, "-" and "_", at most 255 of them.',
  );
}

export function createProjectRows(context: StoreContext): ProjectRows {
  const { now } = context;
  const { db } = context.connection;
  const outbox = createOutboxWriter(context);
  interface Row extends Omit<ProjectRow, 'createdAt'> {
    created_at: number;
  }
  const columns = `
    SELECT name, created_at,
      (SELECT count(*) FROM spiders WHERE project_id = projects.id) AS spiders,
      (SELECT count(*) FROM runs JOIN spiders ON spiders.id = runs.spider_id
        WHERE spiders.project_id = projects.id) AS runs
    FROM projects`;
  const all = db.prepare<[], Row>(`${columns} ORDER BY name`);
  const byName = db.prepare<[string], Row>(`${columns} WHERE name = ?`);
  const id = db.prepare<[string], number>('SELECT id FROM projects WHERE name = ?').pluck();
  const insert = db
    .prepare<[string, number], number>(
      'INSERT INTO all_projects (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING RETURNING id',
    )
    .pluck();
  const project = ({ created_at, ...row }: Row): ProjectRow => ({ ...row, createdAt: isoTime(created_at) });

  return {
    list: () => all.all().map(project),
    get(name) {
      const row = byName.get(name);
      return row === undefined ? null : project(row);
    },
    idOf: (name) => id.get(name) ?? null,
    ensure(name) {
      requireProjectName(name);
      const added = insert.get(name, now());
      if (added === undefined) return;
      outbox.write({ kind: 'project', subject: String(added), project: name, what: 'created' });
    },
  };
}
