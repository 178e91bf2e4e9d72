import type {
  CrawlHistoryQueries,
  HistoryPage,
  SpiderName,
} from '../../../../electron/store/history/crawl-history-queries.ts';
import type { Tables } from './memory-tables.ts';

export function historyOf(tables: Tables): CrawlHistoryQueries {
  const pagesOf = (of: SpiderName): HistoryPage[] => [...(tables.spider(of)?.pages.values() ?? [])];
  return {
    async summary(of) {
      const pages = pagesOf(of);
      const answers = tables.spider(of)?.cached.size ?? 0;
      return {
        pages: pages.length,
        extracted: pages.filter(({ extractedRun }) => extractedRun !== null).length,
        since: pages.map(({ fetchedAt }) => fetchedAt).toSorted()[0] ?? null,
        cache: { answers, bytes: answers * 8 },
      };
    },
    async list(of, { text, offset, limit }) {
      const matching = pagesOf(of)
        .filter(({ url }) => url.toLowerCase().includes(text.toLowerCase()))
        .toSorted((a, b) => (a.fetchedAt === b.fetchedAt ? 0 : a.fetchedAt < b.fetchedAt ? 1 : -1));
      return { pages: matching.slice(offset, offset + limit), matching: matching.length };
    },
    async get(of, fingerprint) {
      return tables.spider(of)?.pages.get(fingerprint) ?? null;
    },
    async clear(of, fingerprint) {
      const spider = tables.spider(of);
      const cleared = (kept: Map<string, unknown> | Set<string>): number => {
        const before = kept.size;
        if (fingerprint === null) kept.clear();
        else kept.delete(fingerprint);
        return before - kept.size;
      };
      if (spider === null) return { pages: 0, answers: 0 };
      return { pages: cleared(spider.pages), answers: cleared(spider.cached) };
    },
  };
}
