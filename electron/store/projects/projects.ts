import type { StoreContext } from '../database/context.ts';
import { notFound } from '../errors.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import type { QueueRows } from '../queue/queue-rows.ts';
import type { RunRemoval } from '../runs/run-removal.ts';
import type { ScheduleRows } from '../schedules/schedule-rows.ts';
import { requireProjectName, type ProjectRows } from './project-rows.ts';
import { createProjectOverview } from './project-overview.ts';
import type { OverviewBounds } from './project-overview-queries.ts';
import { readProjectDefaults } from '../database/json-columns.ts';
import type { NamedProject, ProjectContents, ProjectDefaults, ProjectQueries } from './project-queries.ts';

export function createProjects(
  context: StoreContext,
  projects: ProjectRows,
  {
    runs,
    queue,
    schedules,
  }: { runs: RunRemoval; queue: Pick<QueueRows, 'forgetSpider'>; schedules: ScheduleRows },
): ProjectQueries {
  const { connection } = context;
  const { db } = connection;
  const outbox = createOutboxWriter(context);
  const overview = createProjectOverview(context);
  // One transaction: the project as it is at one moment, and thousands of short reads several times as fast.
  const overviewAtOnce = db.transaction(overview);
  const rename = db.prepare<[string, number]>('UPDATE all_projects SET name = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM all_projects WHERE id = ?');
  const spiders = db.prepare<[number], { id: number; name: string }>(
    'SELECT id, name FROM spiders WHERE project_id = ? ORDER BY id',
  );
  const removeSpider = db.prepare<[number]>('DELETE FROM all_spiders WHERE id = ?');
  const runIds = db.prepare<[number], number>('SELECT id FROM runs WHERE spider_id = ? ORDER BY id').pluck();
  const defaultsOf = db
    .prepare<[number], string | null>('SELECT defaults_json FROM projects WHERE id = ?')
    .pluck();
  const writeDefaults = db.prepare<[string, number]>(
    'UPDATE all_projects SET defaults_json = ? WHERE id = ?',
  );
  const counts = db.prepare<[{ id: number }], ProjectContents>(
    `SELECT (SELECT count(*) FROM spiders WHERE project_id = @id) AS spiders, count(DISTINCT runs.id) AS runs,
      coalesce(sum(origins.items), 0) AS items
    FROM runs JOIN spiders ON spiders.id = runs.spider_id LEFT JOIN origins ON origins.run_id = runs.id
    WHERE spiders.project_id = @id`,
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

  function contents(id: number): ProjectContents {
    return counts.get({ id }) ?? { spiders: 0, runs: 0, items: 0 };
  }

  const measure = connection.query((project: string) => contents(requireId(project)));
  const removeWhole = connection.change((project: string) => {
    const id = requireId(project);
    const removed = contents(id);
    for (const { id: spider, name } of spiders.all(id)) {
      for (const run of runIds.all(spider)) runs.removeWithin(run);
      queue.forgetSpider(spider, 'Its project was deleted.');
      schedules.forgetSpider(spider);
      removeSpider.run(spider);
      const subject = String(spider);
      outbox.write({ kind: 'spider', subject, project, spider: name, what: 'deleted', version: null });
    }
    remove.run(id);
    outbox.write({ kind: 'project', subject: String(id), project, what: 'deleted' });
    return removed;
  });

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
      overviewAtOnce(requireId(project), bounds),
    ),
    delete: (project, { dryRun }) => (dryRun ? measure(project) : removeWhole(project)),
  };
}
