import { spiderNamePattern } from '../../../shared/spider/schema.ts';
import { StoreError } from '../errors.ts';
import type { StoreContext } from '../database/context.ts';
import { isoTime } from '../database/rows.ts';

export interface ProjectRow {
  id: string;
  name: string;
  spiders: number;
  runs: number;
  createdAt: string;
}

export interface ProjectRepository {
  /** By name. */
  list(): ProjectRow[];
  get(name: string): ProjectRow | null;
  /** Creates the project unless it exists. @throws StoreError `invalid` for a name that does not do */
  ensure(name: string): ProjectRow;
}

const nameShape = new RegExp(spiderNamePattern);

/** @throws StoreError `invalid` */
export function requireProjectName(name: string): void {
  if (nameShape.test(name) && name.length <= 255) return;
  throw new StoreError(
    'invalid',
    `"${name}" cannot be the name of a project.`,
    'Use the letters A to Z and a to z, digits, "-" and "_", at most 255 of them.',
  );
}

export function createProjects({ connection, now }: StoreContext): ProjectRepository {
  const { db } = connection;
  interface Row {
    id: number;
    name: string;
    spiders: number;
    runs: number;
    created_at: number;
  }
  const columns = `
    SELECT id, name, created_at,
      (SELECT count(*) FROM spiders WHERE project_id = projects.id) AS spiders,
      (SELECT count(*) FROM runs JOIN spiders ON spiders.id = runs.spider_id
        WHERE spiders.project_id = projects.id) AS runs
    FROM projects`;
  const all = db.prepare<[], Row>(`${columns} ORDER BY name`);
  const byName = db.prepare<[string], Row>(`${columns} WHERE name = ?`);
  const insert = db.prepare<[string, number]>(
    'INSERT INTO projects (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const project = ({ id, created_at, ...row }: Row): ProjectRow => ({
    id: String(id),
    name: row.name,
    spiders: row.spiders,
    runs: row.runs,
    createdAt: isoTime(created_at),
  });
  const get = connection.reading((name: string) => {
    const row = byName.get(name);
    return row === undefined ? null : project(row);
  });
  const create = connection.writing((name: string) => insert.run(name, now()));

  return {
    list: connection.reading(() => all.all().map(project)),
    get,
    ensure(name) {
      requireProjectName(name);
      const known = get(name);
      if (known !== null) return known;
      create(name);
      const created = get(name);
      if (created === null) throw new Error(`The project "${name}" was not created.`);
      return created;
    },
  };
}
