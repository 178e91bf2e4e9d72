import { notFound } from '../../../../electron/store/errors.ts';
import type {
  NamedProject,
  ProjectContents,
  ProjectQueries,
  ProjectRow,
} from '../../../../electron/store/projects/project-queries.ts';
import { requireProjectName } from '../../../../electron/store/projects/project-rows.ts';
import { removeRuns } from './memory-runs.ts';
import { overviewOf } from './memory-overview.ts';
import { itemCount, requireNoRunUnderWay, type Tables } from './memory-tables.ts';

export function projectsOf(tables: Tables): ProjectQueries {
  const { projects } = tables;

  function find(name: string): ProjectRow | null {
    const project = projects.get(name);
    if (project === undefined) return null;
    const { spiders, runs } = contents(name);
    return { name, spiders, runs, createdAt: project.createdAt };
  }

  function kept(name: string): NamedProject {
    const project = find(name);
    return project === null ? { kind: 'taken' } : { kind: 'kept', project };
  }

  function contents(name: string): ProjectContents {
    const spiders = [...(projects.get(name)?.spiders.values() ?? [])];
    const runs = spiders.flatMap((spider) => spider.runs);
    const items = runs.reduce((sum, run) => sum + itemCount(run), 0);
    return { spiders: spiders.length, runs: runs.length, items };
  }

  return {
    async list() {
      return [...projects.keys()].toSorted().flatMap((name) => find(name) ?? []);
    },
    async get(name) {
      return find(name);
    },
    async defaults(name) {
      const project = projects.get(name);
      if (project === undefined) throw notFound(`project "${name}"`);
      return structuredClone(project.defaults);
    },
    async setDefaults(name, defaults) {
      const project = projects.get(name);
      if (project === undefined) throw notFound(`project "${name}"`);
      project.defaults = structuredClone(defaults);
      tables.tell({ kind: 'project', subject: project.id, project: name, what: 'changed' });
    },
    async create(name) {
      if (projects.has(name)) return { kind: 'taken' };
      tables.project(name);
      return kept(name);
    },
    async rename(from, name) {
      const project = projects.get(from);
      if (project === undefined) throw notFound(`project "${from}"`);
      if (from === name) return kept(name);
      if (projects.has(name)) return { kind: 'taken' };
      requireProjectName(name);
      projects.set(name, project);
      projects.delete(from);
      for (const { row } of tables.savedPages.values()) if (row.project === from) row.project = name;
      for (const { row } of tables.queue.entries)
        if (row.project === from && row.spiderExists) row.project = name;
      for (const { row } of tables.schedules.values()) if (row.project === from) row.project = name;
      for (const draft of tables.unsaved.values()) if (draft.project === from) draft.project = name;
      const changed = { subject: project.id, project: name, before: from };
      tables.tell({ kind: 'project', ...changed, what: 'renamed' });
      return kept(name);
    },
    async overview(name, bounds) {
      if (!projects.has(name)) throw notFound(`project "${name}"`);
      return overviewOf(tables, name, bounds);
    },
    async delete(name, { dryRun }) {
      const project = projects.get(name);
      if (project === undefined) throw notFound(`project "${name}"`);
      const counted = contents(name);
      if (dryRun) return counted;
      requireNoRunUnderWay(project.spiders.values());
      for (const spider of [...project.spiders.keys()]) {
        removeRuns(tables, { project: name, spider });
        tables.removeSpider({ project: name, spider }, 'Its project was deleted.');
      }
      for (const [id, draft] of tables.unsaved) if (draft.project === name) tables.unsaved.delete(id);
      projects.delete(name);
      tables.tell({ kind: 'project', subject: project.id, project: name, what: 'deleted' });
      return counted;
    },
  };
}
