import type { Migration } from './migration.ts';

/**
 * Rows whose values travel to other pages, and what a page gave before they were merged in. `item_key` tells an item from others
 * of its page where its URL does not; `row_path` names the rows that were merged into it, from the first page on, as row ids with
 * "/" between them.
 */
export const rows: Migration = {
  version: 12,
  sql: `
CREATE TABLE rows (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  source_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  target_id INTEGER,
  reason TEXT,
  values_json TEXT NOT NULL,
  problems_json TEXT NOT NULL,
  UNIQUE (run_id, source_id, position)
) STRICT;
CREATE INDEX rows_to ON rows (target_id, id) WHERE target_id IS NOT NULL;

CREATE TABLE own_items (
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  request_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  item_json TEXT NOT NULL,
  PRIMARY KEY (run_id, request_id, position)
) STRICT, WITHOUT ROWID;

ALTER TABLE items ADD COLUMN item_key TEXT;
ALTER TABLE items ADD COLUMN row_path TEXT;
-- The request that holds the page of one that was redirected to it.
ALTER TABLE requests ADD COLUMN moved_to INTEGER;
-- Hashes of the values that travelled to the page when it was extracted; NULL: none did.
ALTER TABLE memory ADD COLUMN row_hashes TEXT;
`,
};
