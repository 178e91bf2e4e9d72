import type { Migration } from './migration.ts';

/**
 * What a run knows of the pages in a row that gave nothing, so that it goes on counting when it is resumed. And the time that
 * runs have worked is written down while they work: of those that were cut off before, it is added here.
 */
export const barrenPages: Migration = {
  version: 8,
  sql: `
CREATE TABLE barren_pages (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  state TEXT NOT NULL
) STRICT;

UPDATE runs SET active_ms = active_ms + max(0, last.at - active_since), active_since = max(active_since, last.at)
FROM (
  SELECT id AS run, max(
    coalesce((SELECT max(finished_at) FROM requests WHERE run_id = runs.id AND finished_at IS NOT NULL), 0),
    coalesce((SELECT max(at) FROM events WHERE run_id = runs.id), 0)) AS at
  FROM runs WHERE active_since IS NOT NULL
) AS last WHERE last.run = runs.id;
`,
};
