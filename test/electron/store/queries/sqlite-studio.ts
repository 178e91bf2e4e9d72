import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { controlOf, facts, fingerprintOf, item, request, scratchStore, startedRun } from '../support.ts';
import { startTime, type Studio } from './studio.ts';

/** A studio on SQLite, filled as the application fills it: by saved spiders and ledgers of runs. */
export function sqliteStudio(): Studio {
  let time = startTime;
  const store = scratchStore(':memory:', { now: () => time });
  return {
    queries: store.queries,
    pass: (ms) => {
      time += ms;
    },
    async crawl(of, pages) {
      const run = await startedRun(store, of.spider, of.project);
      const ledger = store.ledger(run);
      const page = compressPage('<p>page</p>', 'utf-8');
      await ledger.admit(pages.map(({ n }) => request(n)));
      for (const { n, extracted, cached = false } of pages) {
        const [claimed] = await ledger.claim('https://example.org', 1, 0);
        const items = extracted ? [item(n)] : [];
        await ledger.complete({ id: claimed?.id ?? '', facts, items, links: [], page, events: [] });
        if (cached) {
          const url = `https://example.org/page/${n}`;
          const response = {
            url,
            status: 200,
            finalUrl: url,
            hops: [],
            headers: {},
            body: new Uint8Array(8),
          };
          await store.crawlPorts(run).cache.put(fingerprintOf(n), response);
        }
        time += 1000;
      }
      await controlOf(store, run).end('completed', 'Nothing is left to do.');
      return run;
    },
    async startRun(of) {
      const run = await startedRun(store, of.spider, of.project);
      return async () => void controlOf(store, run).end('stopped', 'Stopped.');
    },
  };
}
