import type { Project } from '../../../shared/contract/types.ts';
import type { ProjectRow } from '../../store/projects/projects.ts';
import type { DataHandlers } from './data-context.ts';
import { HostError } from '../errors.ts';
import { requireProject } from './require-project.ts';
import { moveProxies } from './rename-project-proxies.ts';
import { savingProblems } from './saving.ts';
import type { Workspace } from '../workspace/workspace.ts';

const shown = ({ name, spiders, runs, createdAt }: ProjectRow): Project => ({
  name,
  spiders,
  runs,
  createdAt,
});

function get({ store }: Workspace, name: string): Project {
  const row = store.projects.get(name);
  if (row === null) throw new HostError('unknown-project', `There is no project "${name}".`);
  return shown(row);
}

export const projectHandlers: DataHandlers<'projects'> = {
  'projects.list': (_, { workspace }) => workspace.store.projects.list().map(shown),
  'projects.create': ({ name }, { workspace, publish }) => {
    savingProblems(() => workspace.store.spiderChanges.createProject(name));
    publish('projects', { project: name });
    return get(workspace, name);
  },
  'projects.rename': async ({ project, name }, { workspace, publish }) => {
    await requireProject(workspace, project);
    savingProblems(() => workspace.store.spiderChanges.renameProject(project, name));
    moveProxies(workspace, project, name);
    publish('projects', { project });
    publish('projects', { project: name });
    return get(workspace, name);
  },
  'projects.delete': async ({ project, dryRun }, { workspace, publish }) => {
    await requireProject(workspace, project);
    const { store } = workspace;
    const spiders = store.spiders.list(project);
    const runs = store.runs.list({ project });
    if (!dryRun) {
      store.spiderChanges.deleteProject(project);
      publish('projects', { project });
    }
    const items = runs.reduce((sum, run) => sum + run.counters.items, 0);
    return { spiders: spiders.length, runs: runs.length, items };
  },
};
