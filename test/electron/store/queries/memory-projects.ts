import { notFound } from '../../../../electron/store/errors.ts';
import type {
  NamedProject,
  ProjectQueries,
  ProjectRow,
} from '../../../../electron/store/projects/project-queries.ts';
import { requireProjectName } from '../../../../electron/store/projects/project-rows.ts';
import { overviewOf } from './memory-overview.ts';
import type { Tables } from './memory-tables.ts';

export function projectsOf(tables: Tables): ProjectQueries {
  const { projects } = tables;

  function find(name: string): ProjectRow | null {
    const project = projects.get(name);
    if (project === undefined) return null;
    const spiders = [...project.spiders.values()];
    const runs = spiders.reduce((sum, spider) => sum + spider.runs.length, 0);
    return { name, spiders: spiders.length, runs, createdAt: project.createdAt };
  }

  function kept(name: string): NamedProject {
    const project = find(name);
    return project === null ? { kind: 'taken' } : { kind: 'kept', project };
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
  };
}
