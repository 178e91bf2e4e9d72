import type { DataCallName } from '../../../shared/contract/index.ts';
import { appHandlers } from './app.ts';
import { backupPlanHandlers } from './backup-plan.ts';
import type { DataHandler } from './data-context.ts';
import { changeHandlers } from './changes.ts';
import { keyHandlers } from './keys.ts';
import { noticeHandlers } from './notices.ts';
import { healthHandlers } from './health.ts';
import { pageHandlers } from './pages.ts';
import { placeHandlers } from './places.ts';
import { workspaceDefaultsHandlers } from './project-defaults.ts';
import { projectHandlers } from './projects.ts';
import { proofHandlers } from './proofs.ts';
import { queueHandlers } from './queue.ts';
import { recipeHandlers } from './recipes.ts';
import { repairHandlers } from './repair-findings.ts';
import { resultHandlers } from './results.ts';
import { retentionHandlers, runRetentionHandlers } from './retention.ts';
import { runHandlers } from './runs.ts';
import { scheduleHandlers } from './schedules.ts';
import { siteHandlers } from './sites.ts';
import { spiderHandlers } from './spiders.ts';
import { testHandlers } from './tests.ts';
import { fleetHandlers } from './fleet.ts';
import { trashHandlers } from './trash.ts';
import { webhookHandlers } from './webhooks.ts';

/** Handlers of all calls that need only the database and the data folder. */
export const dataHandlers: { readonly [N in DataCallName]: DataHandler<N> } = {
  ...appHandlers,
  ...workspaceDefaultsHandlers,
  ...healthHandlers,
  ...projectHandlers,
  ...proofHandlers,
  ...queueHandlers,
  ...scheduleHandlers,
  ...spiderHandlers,
  ...noticeHandlers,
  ...pageHandlers,
  ...placeHandlers,
  ...backupPlanHandlers,
  ...runHandlers,
  ...runRetentionHandlers,
  ...retentionHandlers,
  ...repairHandlers,
  ...resultHandlers,
  ...recipeHandlers,
  ...siteHandlers,
  ...testHandlers,
  ...trashHandlers,
  ...fleetHandlers,
  ...keyHandlers,
  ...changeHandlers,
  ...webhookHandlers,
};
