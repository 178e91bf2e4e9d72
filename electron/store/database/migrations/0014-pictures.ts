import type { Migration } from './migration.ts';

/**
 * Pictures that a preview or a table shows, by their URL, and the icon of the site of a saved page. `type` and `body` are NULL where a
 * picture could not be loaded; `problem` says why.
 */
export const pictures: Migration = {
  version: 14,
  sql: `
CREATE TABLE pictures (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  type TEXT,
  bytes INTEGER NOT NULL,
  body BLOB,
  problem TEXT,
  blocked INTEGER NOT NULL,
  UNIQUE (project_id, url)
) STRICT;

ALTER TABLE saved_pages ADD COLUMN icon TEXT;
`,
};
