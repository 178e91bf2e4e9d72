import { fingerprintOf } from '../support.ts';
import { draftsOf } from './memory-drafts.ts';
import { historyOf } from './memory-history.ts';
import { preferencesOf } from './memory-preferences.ts';
import { savedPagesOf } from './memory-saved-pages.ts';
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
      savedPages: savedPagesOf(tables),
    },
    pass: (ms) => {
      tables.now += ms;
    },
    addProject: async (name) => void tables.projects.set(name, tables.projects.get(name) ?? new Map()),
    addSpider: async (of) => tables.addSpider(of),
    async deleteSpider({ project, spider }) {
      tables.projects.get(project)?.delete(spider);
      for (const [id, { row }] of tables.savedPages)
        if (row.project === project && row.spider === spider) tables.savedPages.delete(id);
    },
    async crawl(of, pages) {
      tables.addSpider(of);
      const run = String((tables.ids += 1));
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
  };
}
