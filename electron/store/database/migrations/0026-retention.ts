import type { Migration } from './migration.ts';

/**
 * What goes by rule.
 *
 * - `retention_rules` has a rule for a project, for a spider, or for the workspace (both NULL); the nearest one holds.
 * - `all_runs.pinned_at`: a person has said that the run stays.
 * - `dropped_parts` says which parts of a run have gone: its stored pages, or its log and the headers of its responses. The row is
 *   there before the first of them goes, with `finished` 0 until the last one has gone: what was cut off is finished later.
 */
export const retention: Migration = {
  version: 26,
  sql: `
CREATE TABLE retention_rules (
  id INTEGER PRIMARY KEY,
  project_id INTEGER REFERENCES all_projects (id) ON DELETE CASCADE,
  spider_id INTEGER REFERENCES all_spiders (id) ON DELETE CASCADE,
  rule_json TEXT NOT NULL,
  CHECK (project_id IS NULL OR spider_id IS NULL)
) STRICT;
CREATE UNIQUE INDEX retention_rules_of ON retention_rules (coalesce(project_id, 0), coalesce(spider_id, 0));
CREATE TABLE retention_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  nightly INTEGER NOT NULL DEFAULT 0 CHECK (nightly IN (0, 1)),
  done_at INTEGER,
  done_json TEXT
) STRICT;
CREATE TABLE dropped_parts (
  run_id INTEGER NOT NULL REFERENCES all_runs (id) ON DELETE CASCADE,
  part TEXT NOT NULL CHECK (part IN ('pages', 'detail')),
  dropped_at INTEGER NOT NULL,
  finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1)),
  PRIMARY KEY (run_id, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX dropped_parts_unfinished ON dropped_parts (run_id) WHERE finished = 0;
ALTER TABLE all_runs ADD COLUMN pinned_at INTEGER;
`,
};
