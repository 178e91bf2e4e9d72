import type { Migration } from './migration.ts';

/**
 * What the window keeps: pages to try a spider on, edits that are not saved yet, and what a person has set.
 *
 * A saved page has a copy of its own: it stays when the run that stored it is deleted. `run_id` tells where it came from
 * and refers to nothing. A draft without a spider is one of a spider that was never saved.
 */
export const window: Migration = {
  version: 5,
  sql: `
CREATE TABLE saved_pages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  url TEXT,
  source TEXT NOT NULL CHECK (source IN ('url', 'file', 'run', 'rendered')),
  run_id INTEGER,
  encoding TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  codec TEXT NOT NULL CHECK (codec IN ('zstd', 'gzip')),
  length INTEGER NOT NULL,
  body BLOB NOT NULL,
  added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_pages_of_spider ON saved_pages (spider_id, id);

CREATE TABLE drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  spider_id INTEGER UNIQUE REFERENCES spiders (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  base INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX drafts_of_project ON drafts (project_id, updated_at);

CREATE TABLE preferences (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
