import type { CallValue } from '../../../shared/contract/index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { changePreferences, readPreferences } from './preferences.ts';
import { runSummary } from './rows.ts';

const maxInterrupted = 20;
/** Newest runs that are searched for interrupted ones; older ones are not resumed in practice. */
const lookedThrough = 500;

/** The part of `app.status` that comes from the database. */
export async function appStatus({
  queries,
}: Workspace): Promise<Omit<CallValue<'app.status'>, 'sampleSite' | 'folderWarning'>> {
  const projects = await queries.projects.list();
  const runs = await queries.runs.list({ limit: lookedThrough });
  const spiders = projects.reduce((sum, project) => sum + project.spiders, 0);
  return {
    firstStart: spiders === 0 && (await queries.drafts.unsaved(null)).length === 0,
    projects: projects.length,
    spiders,
    runs: projects.reduce((sum, project) => sum + project.runs, 0),
    interrupted: runs
      .filter(({ state }) => state === 'interrupted')
      .slice(0, maxInterrupted)
      .map(runSummary),
    underway: runs.filter(({ state }) => state === 'running' || state === 'pausing').map(runSummary),
  };
}

/** Handlers of the `app` calls that need only the database. */
export const appHandlers: Omit<DataHandlers<'app'>, 'app.defaults' | 'app.setDefaults'> = {
  'app.preferences': (_, { workspace }) => readPreferences(workspace),
  'app.setPreferences': async ({ patch }, { workspace, publish }) => {
    const preferences = await changePreferences(workspace, patch);
    publish('preferences', preferences);
    return preferences;
  },
};
