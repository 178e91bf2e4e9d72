import type { Migration } from './migration.ts';

/**
 * Runs whose items were extracted again from the stored pages of another run, their source: kind `reextract`. `source_id` is no
 * foreign key: a generation outlives its source, and ids of runs are never used again. `accepted_at` is NULL until somebody accepts
 * the generation. `rendered` is 1 where the stored page of a request is as a browser has shown it.
 *
 * The table of runs is built anew, because SQLite cannot change a condition of a column.
 */
export const generations: Migration = {
  version: 18,
  sql: `
CREATE TABLE new_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL REFERENCES spider_versions (id),
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'running', 'pausing', 'paused', 'interrupted', 'completed', 'stopped', 'failed')),
  reason TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('test', 'full', 'reextract')),
  options TEXT NOT NULL,
  app_version TEXT NOT NULL,
  owner_pid INTEGER,
  owner_started TEXT,
  requested TEXT CHECK (requested IN ('pause', 'stop')),
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  active_since INTEGER,
  active_ms INTEGER NOT NULL DEFAULT 0,
  sessions INTEGER NOT NULL DEFAULT 0,
  owner_lock TEXT,
  waiting_since INTEGER,
  waited_ms INTEGER NOT NULL DEFAULT 0,
  source_id INTEGER,
  accepted_at INTEGER,
  CHECK ((kind = 'reextract') = (source_id IS NOT NULL))
) STRICT;
INSERT INTO new_runs (id, spider_id, version_id, state, reason, kind, options, app_version, owner_pid, owner_started, requested,
    created_at, started_at, ended_at, active_since, active_ms, sessions, owner_lock, waiting_since, waited_ms)
  SELECT id, spider_id, version_id, state, reason, kind, options, app_version, owner_pid, owner_started, requested,
    created_at, started_at, ended_at, active_since, active_ms, sessions, owner_lock, waiting_since, waited_ms FROM runs;
DELETE FROM sqlite_sequence WHERE name = 'new_runs';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_runs', seq FROM sqlite_sequence WHERE name = 'runs';
DROP TABLE runs;
ALTER TABLE new_runs RENAME TO runs;
CREATE INDEX runs_of_spider ON runs (spider_id, id);
CREATE INDEX runs_of_version ON runs (version_id);
CREATE INDEX generations_of_run ON runs (source_id) WHERE source_id IS NOT NULL;

ALTER TABLE requests ADD COLUMN rendered INTEGER;
`,
};
