import { showRunsWithoutWindow } from './away.ts';
import { offerContextMenus } from './context-menu.ts';
import type { Feature } from './desktop.ts';
import { guardDownloads, guardWindows } from './guard.ts';
import { setMenu } from './menu.ts';
import { denyPermissions } from './permissions.ts';
import { stayAwakeForRuns } from './power.ts';
import { pauseWhenSessionEnds } from './session-end.ts';
import { followTheme } from './theme.ts';

/** The features of the desktop besides windows, in the order in which they are set up. */
export const features: readonly Feature[] = [
  denyPermissions,
  guardDownloads,
  guardWindows,
  setMenu,
  followTheme,
  offerContextMenus,
  showRunsWithoutWindow,
  stayAwakeForRuns,
  pauseWhenSessionEnds,
];
