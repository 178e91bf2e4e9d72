import type { WorkCallName } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import { webUrl } from '../data/pages.ts';
import { savedPage } from '../data/rows.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import type { LivePages } from '../work/live/live-pages.ts';
import type { SampleKeeper } from './sample-keeper.ts';

/** Services that live pages need. */
interface LiveServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  livePages: LivePages;
  sample: Pick<SampleKeeper, 'serveAt'>;
}

type LiveHandlers = { readonly [N in Extract<WorkCallName, `live.${string}`>]: Handler<N> };

/** Creates the handlers of the calls about live pages. */
export function createLiveHandlers({ database, livePages, sample }: LiveServices): LiveHandlers {
  return {
    'live.open': async ({ project, spider, text, url, size, allowPrivate }, { window, signal }) => {
      await sample.serveAt(url, spider);
      const settings = await database.ask('quick', 'pageSettings', {
        owner: { project, spider },
        text: text ?? null,
      });
      return livePages.open(
        { project, spider, settings, url: webUrl(url), size, allowPrivate, window },
        signal,
      );
    },
    'live.state': ({ live }) => livePages.state(live),
    'live.input': ({ live, input }) => {
      livePages.input(live, input);
      return {};
    },
    'live.shown': ({ live, frame }) => {
      livePages.shown(live, frame);
      return {};
    },
    'live.selection': ({ live }) => livePages.ask(live, { kind: 'selection' }),
    'live.resize': async ({ live, size }) => {
      await livePages.ask(live, { kind: 'resize', size });
      return {};
    },
    'live.navigate': async ({ live, url, step = 'reload' }) => {
      const to = url === undefined ? step : { url: webUrl(url) };
      await livePages.ask(live, { kind: 'navigate', to });
      return {};
    },
    'live.forgetActions': async ({ live, actions }) => {
      await livePages.ask(live, { kind: 'forget', actions });
      return {};
    },
    'live.keepLogin': ({ live, name }) => livePages.ask(live, { kind: 'login', name }),
    'live.takePage': async ({ live }) => {
      const { project, spider } = livePages.spiderOf(live);
      const { content, notes, sources } = await livePages.ask(live, { kind: 'take' });
      const added = { owner: { project, spider }, page: { ...content, run: null } };
      const page = savedPage(await database.ask('write', 'addPage', added));
      return { page, sources, notes };
    },
    'live.close': async ({ live }) => {
      await livePages.end(live);
      return {};
    },
  };
}
