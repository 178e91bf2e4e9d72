import type { Migration } from './migration.ts';

/**
 * Saved exports, and how far items were exported.
 *
 * - `export_recipes.recipe_json`: a saved export as the contract defines it. `after_run`: it is carried out after every run.
 * - `export_marks.item`: the newest item that was exported to a target. Items never get the id of an earlier one.
 * - `recipe_runs`: that a recipe is carried out for a run, once. While it is `running`, another process may take it over from
 *   `due_at` on. `attempts` tells one attempt from the next.
 */
export const exportRecipes: Migration = {
  version: 24,
  sql: `
CREATE TABLE export_recipes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  after_run INTEGER NOT NULL CHECK (after_run IN (0, 1)),
  recipe_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (spider_id, name)
) STRICT;

CREATE TABLE export_marks (
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  item INTEGER NOT NULL,
  moved_at INTEGER NOT NULL,
  PRIMARY KEY (spider_id, target)
) STRICT, WITHOUT ROWID;

CREATE TABLE recipe_runs (
  recipe_id INTEGER NOT NULL REFERENCES export_recipes (id) ON DELETE CASCADE,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  reason TEXT,
  ended_at INTEGER,
  PRIMARY KEY (recipe_id, run_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recipe_runs_due ON recipe_runs (due_at) WHERE state IN ('pending', 'running');
CREATE INDEX recipe_runs_of_run ON recipe_runs (run_id);
`,
};
