import type { Tool } from '../tool.ts';
import { authorTools } from './author-tools.ts';
import { createTool } from './create-tool.ts';
import { pageTools } from './page-tools.ts';
import { proposeTools } from './propose-tools.ts';
import { runTools } from './run-tools.ts';
import { spiderTools } from './spider-tools.ts';

/** Every tool, in the order in which they are offered. */
export const tools: readonly Tool[] = [
  createTool,
  ...authorTools,
  ...spiderTools,
  ...pageTools,
  ...proposeTools,
  ...runTools,
];
