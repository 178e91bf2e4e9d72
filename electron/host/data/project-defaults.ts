import { defaultableSettings, isDefaultable } from '../../../shared/spider/default-settings.ts';
import { nearestHint } from '../../../shared/spider/known-names.ts';
import { isSet } from '../../../shared/spider/plain.ts';
import { settingNames } from '../../../shared/spider/settings.ts';
import type { Problem } from '../../../shared/spider/validate.ts';
import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import type { DataHandlers } from './data-context.ts';
import { setWorkspaceDefaults, workspaceDefaults } from './effective-spider.ts';
import { requireProject } from './require-project.ts';
import { requireSettings, settingProblem, valueProblems } from './setting-problems.ts';

/** Handlers of the calls about the defaults of a project. */
export const projectDefaultsHandlers: Pick<
  DataHandlers<'projects'>,
  'projects.defaults' | 'projects.setDefaults'
> = {
  'projects.defaults': async ({ project }, { workspace }) => {
    await requireProject(workspace, project);
    return workspace.queries.projects.defaults(project);
  },
  'projects.setDefaults': async ({ project, settings, exports }, { workspace, publish }) => {
    await requireProject(workspace, project);
    const defaults = checkedDefaults({ settings, exports });
    await workspace.queries.projects.setDefaults(project, defaults);
    publish('projects', { project });
    return defaults;
  },
};

/** Handlers of the calls about the defaults of the workspace. */
export const workspaceDefaultsHandlers: Pick<DataHandlers<'app'>, 'app.defaults' | 'app.setDefaults'> = {
  'app.defaults': (_, { workspace }) => workspaceDefaults(workspace.queries),
  'app.setDefaults': async (given, { workspace }) => {
    const defaults = checkedDefaults(given);
    await setWorkspaceDefaults(workspace.queries, defaults);
    return defaults;
  },
};

/** @throws HostError `bad-settings` */
function checkedDefaults({ settings, exports }: ProjectDefaults): ProjectDefaults {
  const names = Object.keys(settings).flatMap((name) => whyNoDefault(name) ?? []);
  requireSettings([...names, ...valueProblems(settings)]);
  // A setting that is null is not set, as in a spider.
  const kept = Object.fromEntries(Object.entries(settings).filter(([, value]) => isSet(value)));
  return { settings: kept, exports };
}

/** Why a setting cannot be a default; null: it can. */
function whyNoDefault(name: string): Problem | null {
  if (isDefaultable(name)) return null;
  const list = `A project can give ${defaultableSettings.join(', ')}.`;
  if (!settingNames.includes(name)) {
    const near = nearestHint(name, defaultableSettings).trim();
    return settingProblem(name, `There is no setting ${name}`, near === '' ? list : near);
  }
  const reason = 'It can change what is extracted or which links are followed, so it belongs to a spider.';
  return settingProblem(name, `${name} cannot be a default of a project`, `${reason} ${list}`);
}
