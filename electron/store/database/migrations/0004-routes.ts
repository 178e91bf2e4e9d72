import type { Migration } from './migration.ts';

/** What a run with proxies knows about its ways to the sites, so that it goes on with it when it is resumed. */
export const routes: Migration = {
  version: 4,
  sql: `
CREATE TABLE routes (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  state TEXT NOT NULL
) STRICT;
`,
};
