import { compressPage, decompressPage } from '../../engine/stored-page.ts';
import type { CompressedPage } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import type { KeptSheet } from './saved-page-queries.ts';

/** The style sheets that are kept beside saved pages. Pages are named by their number, and are known to exist. */
export interface PageStyles {
  /** Empty where none were asked for. */
  of(page: number): KeptSheet[];
  /** Keeps these instead of those from before; empty: none. */
  keep(page: number, sheets: readonly KeptSheet[]): void;
}

export function createPageStyles({ connection }: StoreContext): PageStyles {
  const { db } = connection;
  const one = db.prepare<[number], Omit<CompressedPage, 'encoding'>>(
    'SELECT sha256, codec, length, body FROM saved_page_styles WHERE page_id = ?',
  );
  const put = db.prepare<[Omit<CompressedPage, 'encoding'> & { page: number }]>(
    `INSERT INTO saved_page_styles (page_id, sha256, codec, length, body) VALUES (@page, @sha256, @codec, @length, @body)
      ON CONFLICT (page_id) DO UPDATE SET sha256 = @sha256, codec = @codec, length = @length, body = @body`,
  );
  const remove = db.prepare<[number]>('DELETE FROM saved_page_styles WHERE page_id = ?');
  return {
    of(page) {
      const row = one.get(page);
      // Damaged ones are as good as none: they can be fetched again, and the page is there.
      const text = row === undefined ? null : decompressPage(row);
      return text === null ? [] : readSheets(text);
    },
    keep(page, sheets) {
      if (sheets.length === 0) {
        remove.run(page);
        return;
      }
      const { encoding: _encoding, ...kept } = compressPage(JSON.stringify(sheets), 'utf-8');
      put.run({ ...kept, page });
    },
  };
}

function readSheets(text: string): KeptSheet[] {
  const sheets: unknown = JSON.parse(text);
  return Array.isArray(sheets) ? sheets.filter(isSheet) : [];
}

function isSheet(value: unknown): value is KeptSheet {
  return typeof value === 'object' && value !== null && 'url' in value && 'css' in value;
}
