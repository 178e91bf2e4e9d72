import type { Migration } from './migration.ts';

/**
 * The crawl history (table `memory`) and the HTTP cache (table `answers`). Both belong to a spider and outlive its runs: the
 * number of a run says which run wrote a row, and is no reference.
 */
export const memory: Migration = {
  version: 2,
  sql: `
CREATE TABLE memory (
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  fingerprint INTEGER NOT NULL,
  url TEXT NOT NULL,
  final_url TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  content_type TEXT,
  encoding TEXT,
  content_hash BLOB,
  fetched_run INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL,
  extracted_run INTEGER,
  extracted_at INTEGER,
  PRIMARY KEY (spider_id, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
  id INTEGER PRIMARY KEY,
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  fingerprint INTEGER NOT NULL,
  url TEXT NOT NULL,
  status INTEGER NOT NULL,
  final_url TEXT NOT NULL,
  hops_json TEXT NOT NULL,
  headers_json TEXT NOT NULL,
  length INTEGER NOT NULL,
  body BLOB NOT NULL,
  stored_at INTEGER NOT NULL,
  UNIQUE (spider_id, fingerprint)
) STRICT;

-- 0 new, 1 unchanged, 2 changed: the page beside what the memory held of it; NULL: no page was read.
ALTER TABLE requests ADD COLUMN freshness INTEGER CHECK (freshness BETWEEN 0 AND 2);
-- 0 the site, 1 the stored page (the site said it is unchanged), 2 the cache, 3 the memory; NULL: nobody yet.
ALTER TABLE requests ADD COLUMN answered_by INTEGER CHECK (answered_by BETWEEN 0 AND 3);

CREATE INDEX aliases_of_request ON aliases (request_id);
`,
};
