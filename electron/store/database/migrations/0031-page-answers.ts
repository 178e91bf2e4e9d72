import type { Migration } from './migration.ts';

/** The answers of JSON that carry what is seen on a saved page: one text (JSON) for all of them, packed as pages are. */
export const pageAnswers: Migration = {
  version: 31,
  sql: `
CREATE TABLE saved_page_answers (
  page_id INTEGER PRIMARY KEY REFERENCES all_saved_pages (id) ON DELETE CASCADE,
  sha256 BLOB NOT NULL,
  codec TEXT NOT NULL CHECK (codec IN ('zstd', 'gzip')),
  length INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
`,
};
