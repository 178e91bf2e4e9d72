import type { Migration } from './migration.ts';

/**
 * The first schema. Times are milliseconds since 1970; states of requests are numbers (see `request-states.ts`).
 *
 * `origins` keeps how many requests of an origin are in each state. Triggers keep it true, so that counting never
 * scans the ledger and cannot disagree with it, whoever writes.
 */
export const first: Migration = {
  version: 1,
  sql: `
CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE spiders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE spider_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number >= 1),
  document TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (spider_id, number)
) STRICT;

CREATE TRIGGER spider_versions_never_change BEFORE UPDATE ON spider_versions
BEGIN
  SELECT RAISE (ABORT, 'versions of spiders are append-only');
END;

CREATE TRIGGER spider_versions_go_with_their_spider BEFORE DELETE ON spider_versions
WHEN EXISTS (SELECT 1 FROM spiders WHERE id = OLD.spider_id)
BEGIN
  SELECT RAISE (ABORT, 'versions of spiders are append-only');
END;

CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL REFERENCES spider_versions (id),
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'running', 'pausing', 'paused', 'interrupted', 'completed', 'stopped', 'failed')),
  reason TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('test', 'full')),
  options TEXT NOT NULL,
  app_version TEXT NOT NULL,
  owner_pid INTEGER,
  owner_started TEXT,
  requested TEXT CHECK (requested IN ('pause', 'stop')),
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  active_since INTEGER,
  active_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX runs_of_spider ON runs (spider_id, id);
CREATE INDEX runs_of_version ON runs (version_id);

CREATE TABLE origins (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  queued INTEGER NOT NULL DEFAULT 0 CHECK (queued >= 0),
  active INTEGER NOT NULL DEFAULT 0 CHECK (active >= 0),
  done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
  failed INTEGER NOT NULL DEFAULT 0 CHECK (failed >= 0),
  skipped INTEGER NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  items INTEGER NOT NULL DEFAULT 0 CHECK (items >= 0),
  UNIQUE (run_id, origin)
) STRICT;

CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  codec TEXT NOT NULL CHECK (codec IN ('zstd', 'gzip')),
  length INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;

-- No foreign keys on origin_id, parent_id and page_id: they would each cost an index, and what they point to
-- goes only when the run goes.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  origin_id INTEGER NOT NULL,
  fingerprint INTEGER NOT NULL,
  url TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 4),
  priority INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  rule INTEGER,
  callback TEXT,
  follow INTEGER NOT NULL CHECK (follow IN (0, 1)),
  parent_id INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  recovered INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  status INTEGER,
  final_url TEXT,
  bytes INTEGER,
  duration_ms REAL,
  content_type TEXT,
  items INTEGER NOT NULL DEFAULT 0,
  page_id INTEGER,
  page_encoding TEXT,
  finished_at INTEGER,
  UNIQUE (run_id, fingerprint)
) STRICT;
CREATE INDEX requests_ready ON requests (origin_id, priority DESC, depth, id) WHERE state = 0 AND not_before = 0;
CREATE INDEX requests_waiting ON requests (origin_id, not_before) WHERE state = 0 AND not_before > 0;
CREATE INDEX requests_active ON requests (run_id) WHERE state = 1;
CREATE INDEX requests_unfinished_well ON requests (run_id, state, id) WHERE state > 2;
CREATE INDEX requests_with_page ON requests (page_id) WHERE page_id IS NOT NULL;

CREATE TRIGGER requests_added AFTER INSERT ON requests
BEGIN
  UPDATE origins SET
    queued = queued + (NEW.state = 0), active = active + (NEW.state = 1), done = done + (NEW.state = 2),
    failed = failed + (NEW.state = 3), skipped = skipped + (NEW.state = 4)
  WHERE id = NEW.origin_id;
END;

CREATE TRIGGER requests_moved AFTER UPDATE OF state ON requests WHEN NEW.state <> OLD.state
BEGIN
  UPDATE origins SET
    queued = queued + (NEW.state = 0) - (OLD.state = 0), active = active + (NEW.state = 1) - (OLD.state = 1),
    done = done + (NEW.state = 2) - (OLD.state = 2), failed = failed + (NEW.state = 3) - (OLD.state = 3),
    skipped = skipped + (NEW.state = 4) - (OLD.state = 4)
  WHERE id = NEW.origin_id;
END;

CREATE TRIGGER requests_removed AFTER DELETE ON requests
BEGIN
  UPDATE origins SET
    queued = queued - (OLD.state = 0), active = active - (OLD.state = 1), done = done - (OLD.state = 2),
    failed = failed - (OLD.state = 3), skipped = skipped - (OLD.state = 4)
  WHERE id = OLD.origin_id;
END;

-- Addresses that redirects have led to: they count as seen, and belong to the request that arrived there.
CREATE TABLE aliases (
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  fingerprint INTEGER NOT NULL,
  request_id INTEGER NOT NULL,
  PRIMARY KEY (run_id, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  url TEXT NOT NULL,
  callback TEXT NOT NULL,
  title TEXT,
  content TEXT,
  author TEXT,
  published_date TEXT,
  metadata_json TEXT NOT NULL,
  problems_json TEXT NOT NULL,
  scraped_at INTEGER NOT NULL,
  UNIQUE (request_id, position)
) STRICT;
CREATE INDEX items_of_run ON items (run_id, id);

CREATE TRIGGER items_added AFTER INSERT ON items
BEGIN
  UPDATE origins SET items = items + 1
  WHERE id = (SELECT origin_id FROM requests WHERE id = NEW.request_id);
END;

CREATE TRIGGER items_removed AFTER DELETE ON items
BEGIN
  UPDATE origins SET items = items - 1
  WHERE id = (SELECT origin_id FROM requests WHERE id = OLD.request_id);
END;

CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  url TEXT,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_run ON events (run_id, id);
`,
};
