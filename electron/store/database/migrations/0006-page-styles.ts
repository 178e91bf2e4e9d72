import type { Migration } from './migration.ts';

/** The style sheets of a saved page: one text (JSON) for all of them, packed as pages are. */
export const pageStyles: Migration = {
  version: 6,
  sql: `
CREATE TABLE saved_page_styles (
  page_id INTEGER PRIMARY KEY REFERENCES saved_pages (id) ON DELETE CASCADE,
  sha256 BLOB NOT NULL,
  codec TEXT NOT NULL CHECK (codec IN ('zstd', 'gzip')),
  length INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
`,
};
