import type { DataHandlers } from './data-context.ts';
import { healthReport } from './health-report.ts';
import { requireProject } from './require-project.ts';

/** Handlers of the calls about health that need only the database. */
export const healthHandlers: DataHandlers<'health'> = {
  'health.last': async ({ project }, { workspace }) => {
    await requireProject(workspace, project);
    const spiders = await workspace.queries.health.list(project);
    return spiders.length === 0 ? null : healthReport(project, spiders);
  },
};
