import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { showHistory } from '../../../electron/host/data/crawl-history.ts';
import { startRun } from '../../../electron/host/work/crawl/execute-run.ts';
import { runHandlers } from '../../../electron/host/data/runs.ts';
import { importSpider } from '../../../electron/host/data/stored-spiders.ts';
import { openWorkspace } from '../../../electron/host/workspace/workspace.ts';
import { newsPages, newsSpider, startNewsSite, type NewsSite } from '../../servers/news-site.ts';
import { scratchFolder } from '../store/support.ts';

/** A site with news, a spider for it with these settings, and short ways to crawl and to look at what came of it. */
export async function newsRoom(settings: Record<string, unknown> = { DELTAFETCH_ENABLED: true }) {
  const site = await startNewsSite(newsPages());
  const workspace = openWorkspace(join(scratchFolder(), 'data'), {});
  onTestFinished(async () => {
    workspace.close();
    await site.close();
  });
  const text = JSON.stringify(newsSpider(site.origin, settings));
  await importSpider(workspace, { text, file: 'news.json', project: 'default', dryRun: false });
  const context = { workspace, window: null, client: null, publish: () => undefined };
  const query = { filters: [], words: [], sort: [], upTo: null };
  return {
    site,
    workspace,
    crawl: (overrides: Record<string, unknown> = {}, limit: number | null = null) => {
      const never = new AbortController().signal;
      const quiet = () => undefined;
      return startRun(
        workspace,
        { project: 'default', spider: 'news', limit, overrides, allowPrivate: true },
        { pause: never, stop: never, onStart: quiet, onWarning: quiet, onProgress: quiet },
      );
    },
    show: (run: string) => runHandlers['runs.show']({ run }, context),
    titles: async () => {
      const { items, runs } = workspace.queries;
      const run = (await runs.latest('default', 'news'))?.id ?? null;
      const { rows } = await items.slice({ project: 'default', spider: 'news', run, ...query }, 0, 100);
      return rows.map(({ title }) => title ?? '').sort();
    },
    history: (url: string | null = null) => showHistory(workspace, 'default', 'news', { url, limit: 100 }),
  };
}

/** Puts a page on the site, and a link to it on the front page. */
export function publish(site: NewsSite, path: string, heading: string): void {
  site.pages.set(path, { heading });
  const front = site.pages.get('/');
  site.pages.set('/', { ...front, heading: 'News', links: [...(front?.links ?? []), path] });
}
