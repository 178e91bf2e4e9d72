import type { Migration } from './migration.ts';

/** Parts of a site that a person has taken out of a run while it was under way. 40 concerns PostgreSQL alone. */
export const runExclusions: Migration = {
  version: 41,
  sql: `
CREATE TABLE run_exclusions (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES all_runs (id) ON DELETE CASCADE,
  pattern TEXT NOT NULL,
  added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX run_exclusions_of_run ON run_exclusions (run_id, id);
`,
};
