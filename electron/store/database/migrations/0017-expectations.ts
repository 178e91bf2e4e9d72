import type { Migration } from './migration.ts';

/**
 * What runs are measured by. `report` is an expectation report as JSON, `told` the breaches that were told, `dropped` the number
 * of duplicates that were not stored. `item_keys` has the hashes of the keys of stored items, in runs that drop duplicates.
 */
export const expectations: Migration = {
  version: 17,
  sql: `
CREATE TABLE run_expectations (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  report TEXT,
  told TEXT NOT NULL DEFAULT '[]',
  dropped INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE item_keys (
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  hash BLOB NOT NULL,
  PRIMARY KEY (run_id, hash)
) STRICT, WITHOUT ROWID;
`,
};
