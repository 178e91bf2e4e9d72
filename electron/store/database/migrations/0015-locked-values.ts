import type { Migration } from './migration.ts';

/**
 * What a person has locked as right on the saved pages of a spider: the values of one field, or the addresses of links, by row.
 * `copy_of` names the saved page that a page is a newer copy of, until a person keeps one of them.
 */
export const lockedValues: Migration = {
  version: 15,
  sql: `
CREATE TABLE locked_values (
  page_id INTEGER NOT NULL REFERENCES saved_pages (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('field', 'links')),
  name TEXT NOT NULL,
  callback TEXT,
  values_json TEXT NOT NULL,
  locked_at INTEGER NOT NULL,
  PRIMARY KEY (page_id, kind, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE saved_pages ADD COLUMN copy_of INTEGER REFERENCES saved_pages (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX saved_pages_copies ON saved_pages (copy_of) WHERE copy_of IS NOT NULL;
`,
};
