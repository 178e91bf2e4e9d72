import type { Spider } from '../../../shared/spider/schema.ts';
import { builtInCallback } from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { inProject } from '../../../shared/spider/in-project.ts';
import { HostError } from '../errors.ts';
import { checkedSpider } from './checked-spider.ts';
import type { DataContext } from './data-context.ts';
import { defaultSettingsOf } from './effective-spider.ts';
import { requireVersion } from './stored-spiders.ts';

/** A stored spider, as the thread that takes single pages needs it. */
export interface ScrapingSpider {
  text: string;
  /** What the project gives to its spiders. */
  defaults: Record<string, unknown>;
  /** The least time between two requests to a site. */
  delayMs: number;
}

/** What was read of a spider with the settings of its project. */
interface ReadSpider {
  callbacks: readonly string[];
  delayMs: number;
}

/** How many spiders are kept that were read: to read one takes longer than all else here. */
const mostRead = 64;
const read = new Map<string, ReadSpider>();

/** Reads a spider, once for each text and settings of its project. @throws HostError `invalid-spider` */
function readSpider(text: string, defaults: Record<string, unknown>, what: string): ReadSpider {
  const key = `${JSON.stringify(defaults)}\n${text}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const { spider }: { spider: Spider } = checkedSpider(text, what);
  const { delayMs } = readSettings(inProject(spider, defaults).settings);
  const callbacks = [builtInCallback, ...Object.keys(spider.callbacks ?? {})];
  if (read.size >= mostRead) read.clear();
  read.set(key, { callbacks, delayMs });
  return { callbacks, delayMs };
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
    const { text, number } = await requireVersion(workspace, project, name, version);
    const defaults = await defaultSettingsOf(workspace.queries, project);
    const what = version === null ? `The spider "${name}"` : `Version ${number} of "${name}"`;
    const { callbacks, delayMs } = readSpider(text, defaults, what);
    if (callback !== null && !callbacks.includes(callback))
      throw new HostError(
        'unknown-callback',
        `"${name}" has no callback "${callback}".`,
        `It has ${callbacks.join(', ')}.`,
      );
    return { text, defaults, delayMs };
  },
};
