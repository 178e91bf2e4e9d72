import type { Project } from '../../../shared/contract/types.ts';
import type { NamedProject } from '../../store/projects/project-queries.ts';
import type { DataHandlers } from './data-context.ts';
import { HostError } from '../errors.ts';
import { projectOverview } from './project-overview.ts';
import { projectDefaultsHandlers } from './project-defaults.ts';
import { requireProject } from './require-project.ts';
import { deleteTarget } from './trash.ts';
import { moveProxies } from './rename-project-proxies.ts';

/** @throws HostError `name-taken` */
function requireKept(named: NamedProject, name: string): Project {
  if (named.kind === 'kept') return named.project;
  throw new HostError('name-taken', `There is a project "${name}" already.`, 'Choose another name.');
}

/** Handlers of the calls about projects. */
export const projectHandlers: DataHandlers<'projects'> = {
  'projects.list': (_, { workspace }) => workspace.queries.projects.list(),
  'projects.create': async ({ name }, { workspace, publish }) => {
    const project = requireKept(await workspace.queries.projects.create(name), name);
    publish('projects', { project: name });
    return project;
  },
  ...projectDefaultsHandlers,
  'projects.rename': async ({ project, name }, { workspace, publish }) => {
    await requireProject(workspace, project);
    const renamed = requireKept(await workspace.queries.projects.rename(project, name), name);
    moveProxies(workspace, project, name);
    publish('projects', { project });
    publish('projects', { project: name });
    return renamed;
  },
  'projects.overview': async ({ project }, { workspace }) => {
    await requireProject(workspace, project);
    return projectOverview(workspace, project, Date.now());
  },
  'projects.delete': async ({ project, dryRun, forGood }, context) => {
    await requireProject(context.workspace, project);
    const deleted = await deleteTarget(context, { kind: 'project', project }, { dryRun, forGood });
    if (!dryRun) context.publish('projects', { project });
    const { spiders, runs, paused, items, pages, trash } = deleted;
    return { spiders, runs, paused, items, pages, trash };
  },
};
