import type { StoreContext } from '../database/context.ts';
import { notFound } from '../errors.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import { requireProjectName, type ProjectRows } from './project-rows.ts';
import { createProjectOverview } from './project-overview.ts';
import { createRunReader } from '../runs/run-rows.ts';
import type { FullRun, OverviewBounds } from './project-overview-queries.ts';
import { readProjectDefaults } from '../database/json-columns.ts';
import type { NamedProject, ProjectDefaults, ProjectQueries } from './project-queries.ts';

export function createProjects(context: StoreContext, projects: ProjectRows): ProjectQueries {
  const { connection } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const overview = createProjectOverview(context);
  // One transaction: the project as it is at one moment, and thousands of short reads several times as fast.
  const overviewAtOnce = db.transaction(overview);
  const reader = createRunReader(context);
  const rename = db.prepare<[string, number]>('UPDATE all_projects SET name = ? WHERE id = ?');
  const defaultsOf = db
    .prepare<[number], string | null>('SELECT defaults_json FROM projects WHERE id = ?')
    .pluck();
  const writeDefaults = db.prepare<[string, number]>(
    'UPDATE all_projects SET defaults_json = ? WHERE id = ?',
  );
  function requireId(project: string): number {
    const id = projects.idOf(project);
    if (id === null) throw notFound(`project "${project}"`);
    return id;
  }

  function kept(name: string): NamedProject {
    const project = projects.get(name);
    if (project === null) throw new Error(`The project "${name}" was not kept.`);
    return { kind: 'kept', project };
  }

  function settledRun(full: FullRun): FullRun {
    const run = reader.settled({ id: full.run, state: full.state });
    if (run === null) return full;
    const { state, cause, endedAt, counters } = run;
    return { ...full, state, cause, endedAt, items: counters.items };
  }

  return {
    list: connection.query(() => projects.list()),
    get: connection.query((name: string) => projects.get(name)),
    defaults: connection.query((project: string) => {
      const id = requireId(project);
      return readProjectDefaults(defaultsOf.get(id) ?? null, id);
    }),
    setDefaults: connection.change((project: string, defaults: ProjectDefaults) => {
      const id = requireId(project);
      writeDefaults.run(JSON.stringify(defaults), id);
      outbox.write({ kind: 'project', subject: String(id), project, what: 'changed' });
    }),
    create: connection.change((name: string) => {
      requireProjectName(name);
      if (projects.idOf(name) !== null) return { kind: 'taken' as const };
      projects.ensure(name);
      return kept(name);
    }),
    rename: connection.change((project: string, name: string) => {
      const id = requireId(project);
      requireProjectName(name);
      if (project !== name && projects.idOf(name) !== null) return { kind: 'taken' as const };
      rename.run(name, id);
      if (name !== project)
        outbox.write({
          kind: 'project',
          subject: String(id),
          project: name,
          what: 'renamed',
          before: project,
        });
      return kept(name);
    }),
    overview: connection.query((project: string, bounds: OverviewBounds) =>
      overviewAtOnce(requireId(project), bounds).map((glance) => ({
        ...glance,
        runs: glance.runs.map(settledRun),
        last: glance.last && (reader.settled(glance.last) ?? glance.last),
      })),
    ),
  };
}
