import { ProjectDefaultsSchema } from '../../../shared/contract/calls/project-defaults.ts';
import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import { ownCheck } from '../../schemas/checker.ts';
import { parsedJson } from '../../store/database/json-columns.ts';
import type { Queries } from '../../store/queries.ts';

/** Key of the row among the preferences that holds the defaults of the workspace. */
const row = 'defaults';

const isDefaults = ownCheck(ProjectDefaultsSchema);

/** What the workspace gives to all projects; nothing where that is not set, or cannot be read. */
export async function workspaceDefaults({
  preferences,
}: Pick<Queries, 'preferences'>): Promise<ProjectDefaults> {
  const value = parsedJson((await preferences.get(row)) ?? 'null');
  return isDefaults(value) ? value : { settings: {}, exports: {} };
}

/** Replaces what the workspace gives. */
export async function setWorkspaceDefaults(
  { preferences }: Pick<Queries, 'preferences'>,
  defaults: ProjectDefaults,
): Promise<void> {
  await preferences.update(row, () => JSON.stringify(defaults));
}

/** The settings that a project gives to its spiders, or the workspace where the project has none. */
export async function defaultSettingsOf(
  { projects, preferences }: Pick<Queries, 'projects' | 'preferences'>,
  project: string,
): Promise<Record<string, unknown>> {
  const all = (await workspaceDefaults({ preferences })).settings;
  if ((await projects.get(project)) === null) return all;
  return { ...all, ...(await projects.defaults(project)).settings };
}
