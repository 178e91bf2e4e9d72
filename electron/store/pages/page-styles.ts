import { compressPage, decompressPage } from '../../engine/stored-page.ts';
import type { CompressedText } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import type { KeptSheet } from './saved-page-queries.ts';

/** The style sheets of saved pages. Pages are identified by their row ids and must exist. */
export interface PageStyles {
  /** Returns the style sheets of a page; empty if none were loaded or the stored ones are damaged. */
  of(page: number): KeptSheet[];
  /** Replaces the style sheets of a page. */
  keep(page: number, sheets: readonly KeptSheet[]): void;
  /** Gives the style sheets of one page to another, in place of its own. */
  move(from: number, to: number): void;
}

/** Call the functions of the result within a transaction. */
export function createPageStyles({ connection }: StoreContext): PageStyles {
  const { db } = connection;
  const one = db.prepare<[number], CompressedText>(
    'SELECT sha256, codec, length, body FROM saved_page_styles WHERE page_id = ?',
  );
  const put = db.prepare<[CompressedText & { page: number }]>(
    `INSERT INTO saved_page_styles (page_id, sha256, codec, length, body) VALUES (@page, @sha256, @codec, @length, @body)
      ON CONFLICT (page_id) DO UPDATE SET sha256 = @sha256, codec = @codec, length = @length, body = @body`,
  );
  const hand = db.prepare<[number, number]>('UPDATE saved_page_styles SET page_id = ? WHERE page_id = ?');
  const remove = db.prepare<[number]>('DELETE FROM saved_page_styles WHERE page_id = ?');
  return {
    of(page) {
      const row = one.get(page);
      // Damaged style sheets count as none: they can be loaded again.
      const text = row === undefined ? null : decompressPage(row);
      return text === null ? [] : readSheets(text);
    },
    keep(page, sheets) {
      if (sheets.length === 0) {
        remove.run(page);
        return;
      }
      const { encoding: _encoding, kind: _kind, ...kept } = compressPage(JSON.stringify(sheets), 'utf-8');
      put.run({ ...kept, page });
    },
    move(from, to) {
      remove.run(to);
      hand.run(to, from);
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
