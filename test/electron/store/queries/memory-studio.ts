import type { SpiderName } from '../../../../electron/store/history/queries.ts';
import { fingerprintOf, spiderNamed } from '../support.ts';
import { draftsOf } from './memory-drafts.ts';
import { historyOf } from './memory-history.ts';
import { preferencesOf } from './memory-preferences.ts';
import { projectsOf } from './memory-projects.ts';
import { savedPagesOf } from './memory-saved-pages.ts';
import { addVersion, spidersOf } from './memory-spiders.ts';
import { isoTime, Tables } from './memory-tables.ts';
import type { Studio } from './studio.ts';

/** A studio of maps: it answers in a later turn of the event loop, as a database in another process does. */
export function memoryStudio(): Studio {
  const tables = new Tables();
  return {
    queries: {
      drafts: draftsOf(tables),
      history: historyOf(tables),
      preferences: preferencesOf(tables),
      projects: projectsOf(tables),
      savedPages: savedPagesOf(tables),
      spiders: spidersOf(tables),
    },
    pass: (ms) => {
      tables.now += ms;
    },
    async crawl(of, pages) {
      addSpider(tables, of);
      const run = tables.newId();
      const items = pages.filter(({ extracted }) => extracted).length;
      tables.spider(of)?.runs.push({ version: 1, items, isUnderWay: false });
      for (const { n, extracted, cached = false } of pages) {
        const spider = tables.spider(of);
        const at = isoTime(tables.now);
        const url = `https://example.org/page/${n}`;
        const [extractedRun, extractedAt] = extracted ? [run, at] : [null, null];
        const unknown = { etag: null, lastModified: null, contentType: null, contentHash: null };
        const page = {
          url,
          finalUrl: url,
          ...unknown,
          fetchedRun: run,
          fetchedAt: at,
          extractedRun,
          extractedAt,
        };
        spider?.pages.set(fingerprintOf(n), page);
        if (cached) spider?.cached.add(fingerprintOf(n));
        tables.now += 1000;
      }
      return run;
    },
    async startRun(of) {
      addSpider(tables, of);
      const run = { version: 1, items: 0, isUnderWay: true };
      tables.spider(of)?.runs.push(run);
      return async () => {
        run.isUnderWay = false;
      };
    },
  };
}

function addSpider(tables: Tables, of: SpiderName): void {
  if (tables.spider(of) === null) addVersion(tables, of, JSON.stringify(spiderNamed(of.spider)));
}
