import type { PageKind } from '../../../shared/page-kind.ts';
import type { StoreContext } from '../database/context.ts';
import { damagedRow } from '../errors.ts';
import { decompressPage } from '../../engine/stored-page.ts';
import type { CompressedText } from '../../engine/ports/ledger.ts';
import { isoTime, rowId } from '../database/rows.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { PageQueries } from './page-queries.ts';

/** Implements `PageQueries` on SQLite. */
export function createPages({ connection }: StoreContext): PageQueries {
  const { db } = connection;
  const one = db.prepare<
    [number],
    CompressedText & {
      url: string;
      encoding: string | null;
      kind: PageKind | null;
      rendered: number | null;
      fetchedAt: number;
    }
  >(
    `SELECT coalesce(final_url, url) AS url, page_encoding AS encoding, page_kind AS kind, rendered,
        coalesce(fetched_at, finished_at, 0) AS fetchedAt, sha256, codec, length, body
      FROM requests JOIN pages ON pages.id = requests.page_id
      WHERE requests.id = ? AND EXISTS (SELECT 1 FROM runs WHERE runs.id = run_id)`,
  );
  const ofSpider = db.prepare<[SpiderName & { sha256: Uint8Array }], CompressedText>(
    `WITH own AS (SELECT spiders.id FROM spiders JOIN projects ON projects.id = spiders.project_id
        WHERE projects.name = @project AND spiders.name = @spider)
      SELECT sha256, codec, length, body FROM saved_pages WHERE spider_id IN (SELECT id FROM own) AND sha256 = @sha256
      UNION ALL
      SELECT sha256, codec, length, body FROM pages WHERE sha256 = @sha256 AND EXISTS (
        SELECT 1 FROM requests JOIN runs ON runs.id = run_id WHERE page_id = pages.id AND spider_id IN (SELECT id FROM own))
      LIMIT 1`,
  );
  const sizes = db.prepare<[], { pages: number; bytes: number; storedBytes: number }>(
    `SELECT count(*) AS pages, coalesce(sum(length), 0) AS bytes, coalesce(sum(length(body)), 0) AS storedBytes
      FROM pages`,
  );
  return {
    ofRequest: connection.query((request: string) => {
      const row = one.get(rowId(request, 'request'));
      if (row === undefined) return null;
      const html = decompressPage(row);
      if (html === null) throw damagedRow(`The stored page of request ${request}`);
      const { url, encoding, kind, rendered, fetchedAt } = row;
      return {
        request,
        url,
        html,
        encoding: encoding ?? 'utf-8',
        kind: kind ?? 'html',
        rendered: rendered === 1,
        fetchedAt: isoTime(fetchedAt),
      };
    }),
    ofSpider: connection.query(({ project, spider }: SpiderName, sha256: string) => {
      const row = ofSpider.get({ project, spider, sha256: Buffer.from(sha256, 'hex') });
      if (row === undefined) return null;
      const html = decompressPage(row);
      if (html === null) throw damagedRow(`The page ${sha256}`);
      return html;
    }),
    size: connection.query(() => sizes.get() ?? { pages: 0, bytes: 0, storedBytes: 0 }),
  };
}

/** Returns a function that stores a page, unless it is stored already, and returns its row id. Call it within a transaction. */
export function createPageWriter({ connection }: StoreContext): (page: CompressedText) => number {
  const known = connection.db.prepare<[Uint8Array], { id: number }>('SELECT id FROM pages WHERE sha256 = ?');
  const insert = connection.db.prepare<[Uint8Array, string, number, Uint8Array]>(
    'INSERT INTO pages (sha256, codec, length, body) VALUES (?, ?, ?, ?)',
  );
  return ({ sha256, codec, length, body }) =>
    known.get(sha256)?.id ?? Number(insert.run(sha256, codec, length, body).lastInsertRowid);
}
