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
