import type { PageKind } from '../../../shared/page-kind.ts';
import type { StoreContext } from '../database/context.ts';
import { damagedRow } from '../errors.ts';
import { decompressPage } from '../../engine/stored-page.ts';
import type { CompressedText } from '../../engine/ports/ledger.ts';
import { isoTime, rowId } from '../database/rows.ts';
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
      FROM requests JOIN pages ON pages.id = requests.page_id WHERE requests.id = ?`,
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
