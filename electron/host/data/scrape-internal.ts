import { builtInCallback } from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { inProject } from '../../../shared/spider/in-project.ts';
import { HostError } from '../errors.ts';
import type { DataContext } from './data-context.ts';
import { defaultSettingsOf } from './effective-spider.ts';
import { storedSpider } from './stored-spiders.ts';

/** A stored spider, as the thread that takes single pages needs it. */
export interface ScrapingSpider {
  text: string;
  /** What the project gives to its spiders. */
  defaults: Record<string, unknown>;
  /** The least time between two requests to a site. */
  delayMs: number;
}

/** Work for taking single pages; no client can call it. */
export const scrapeInternalHandlers = {
  /** @throws HostError `unknown-spider`, `unknown-version`, `unknown-callback`, `invalid-spider` */
  scrapeSpider: async (
    {
      project,
      spider: name,
      version,
      callback,
    }: { project: string; spider: string; version: string | number | null; callback: string | null },
    { workspace }: DataContext,
  ): Promise<ScrapingSpider> => {
    const { spider, text } = await storedSpider(workspace, project, name, version);
    const known = [builtInCallback, ...Object.keys(spider.callbacks ?? {})];
    if (callback !== null && !known.includes(callback))
      throw new HostError(
        'unknown-callback',
        `"${name}" has no callback "${callback}".`,
        `It has ${known.join(', ')}.`,
      );
    const defaults = await defaultSettingsOf(workspace.queries, project);
    const { delayMs } = readSettings(inProject(spider, defaults).settings);
    return { text, defaults, delayMs };
  },
};
