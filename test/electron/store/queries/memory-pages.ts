import { hash } from 'node:crypto';
import { decompressPage } from '../../../../electron/engine/stored-page.ts';
import type { PageQueries } from '../../../../electron/store/pages/page-queries.ts';
import { isoTime, type Tables } from './memory-tables.ts';

export function pagesOf(tables: Tables): PageQueries {
  return {
    async ofRequest(request) {
      const found = tables.requests().find(({ row }) => row.id === request);
      if (found === undefined || found.page === null) return null;
      const { row, page, fetchedAt, rendered } = found;
      const html = decompressPage(page) ?? '';
      const { encoding, kind } = page;
      const time = fetchedAt === null ? (row.finishedAt ?? '') : isoTime(fetchedAt);
      return { request, url: row.finalUrl ?? row.url, html, encoding, kind, rendered, fetchedAt: time };
    },
    async ofSpider({ project, spider }, sha256) {
      const saved = [...tables.savedPages.values()]
        .filter(({ row }) => row.project === project && row.spider === spider)
        .map(({ html }) => html);
      const stored = tables
        .runs()
        .filter(({ of }) => of.project === project && of.spider === spider)
        .flatMap(({ requests }) => requests.flatMap(({ page }) => page ?? []))
        .map((page) => decompressPage(page) ?? '');
      return [...saved, ...stored].find((html) => hash('sha256', html) === sha256) ?? null;
    },
    async size() {
      const pages = new Map(
        tables
          .requests()
          .flatMap(({ page }) => page ?? [])
          .map((page) => [Buffer.from(page.sha256).toString('hex'), page]),
      );
      const sum = { pages: pages.size, bytes: 0, storedBytes: 0 };
      for (const { length, body } of pages.values()) {
        sum.bytes += length;
        sum.storedBytes += body.length;
      }
      return sum;
    },
  };
}
