import type { CallName } from '../../../shared/contract/index.ts';
import { appHandlers } from '../calls/app.ts';
import { pageHandlers } from '../calls/pages.ts';
import { projectHandlers } from '../calls/projects.ts';
import { resultHandlers } from '../calls/results.ts';
import { runHandlers } from '../calls/runs.ts';
import { siteHandlers } from '../calls/sites.ts';
import { spiderHandlers } from '../calls/spiders.ts';

/** Calls that need nothing but the database and the data folder. */
export const deskHandlers = {
  ...appHandlers,
  ...projectHandlers,
  ...spiderHandlers,
  ...pageHandlers,
  ...runHandlers,
  ...resultHandlers,
  ...siteHandlers,
};

export type DeskCallName = keyof typeof deskHandlers & CallName;
