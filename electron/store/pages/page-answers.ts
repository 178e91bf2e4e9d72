import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import { compressPage, decompressPage } from '../../engine/stored-page.ts';
import type { CompressedText } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';

/** The answers that carry what is seen on saved pages. Pages are identified by their row ids and must exist. */
export interface PageAnswers {
  /** Returns the answers of a page; empty if none are known or the stored ones are damaged. */
  of(page: number): NetworkAnswer[];
  /** Replaces the answers of a page. */
  keep(page: number, answers: readonly NetworkAnswer[]): void;
}

/** Call the functions of the result within a transaction. */
export function createPageAnswers({ connection }: StoreContext): PageAnswers {
  const { db } = connection;
  const one = db.prepare<[number], CompressedText>(
    'SELECT sha256, codec, length, body FROM saved_page_answers WHERE page_id = ?',
  );
  const put = db.prepare<[CompressedText & { page: number }]>(
    `INSERT INTO saved_page_answers (page_id, sha256, codec, length, body) VALUES (@page, @sha256, @codec, @length, @body)
      ON CONFLICT (page_id) DO UPDATE SET sha256 = @sha256, codec = @codec, length = @length, body = @body`,
  );
  const remove = db.prepare<[number]>('DELETE FROM saved_page_answers WHERE page_id = ?');
  return {
    of(page) {
      const row = one.get(page);
      // Damaged answers count as none: they come again when the page is fetched.
      const text = row === undefined ? null : decompressPage(row);
      const answers: unknown = text === null ? [] : JSON.parse(text);
      return Array.isArray(answers) ? answers.filter(isAnswer) : [];
    },
    keep(page, answers) {
      remove.run(page);
      if (answers.length === 0) return;
      const { encoding: _encoding, kind: _kind, ...kept } = compressPage(JSON.stringify(answers), 'utf-8');
      put.run({ ...kept, page });
    },
  };
}

const isAnswer = (value: unknown): value is NetworkAnswer =>
  typeof value === 'object' && value !== null && 'url' in value && 'body' in value;
