import type { Migration } from './migration.ts';

/**
 * What a workspace does by itself: the queue, schedules, the outbox, and notices; and what health checks have found.
 *
 * - `runs.cause`: why a run ended or paused, one of `shared/run-cause.ts`.
 * - `queue_entries.project` and `.spider` are the names at the time of queueing, for entries whose spider is gone. Entries are
 *   never deleted: `cleared_at` hides one that has ended. `lease` grows with every attempt.
 *   `losses`: attempts in a row that ended with their worker before the run had `settled` more pages; they are no `attempts`.
 *   `asked`: what a person has asked of its run during the attempt.
 * - `queue_workers.beat` grows while a worker is alive and there is somebody to see it.
 * - `schedule_ticks` has what was decided about each moment of a schedule. `decided_until`: all moments up to it are decided.
 * - `outbox` has every change of a run, a queue entry, a schedule, a spider or a project, written in the transaction of the
 *   change. `outbox_readers.position` is the id of the last change that a reader has dealt with.
 * - `digest_deliveries` has which digest was begun to be sent through which channel, so that none is sent twice.
 */
export const operations: Migration = {
  version: 22,
  sql: `
ALTER TABLE runs ADD COLUMN cause TEXT;
ALTER TABLE projects ADD COLUMN defaults_json TEXT;

CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  cron TEXT NOT NULL,
  zone TEXT NOT NULL,
  missed TEXT NOT NULL CHECK (missed IN ('skip', 'once')),
  priority INTEGER NOT NULL DEFAULT 0,
  options_json TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
  created_at INTEGER NOT NULL,
  decided_until INTEGER NOT NULL
) STRICT;
CREATE INDEX schedules_of_spider ON schedules (spider_id);

CREATE TABLE queue_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  spider_id INTEGER REFERENCES spiders (id) ON DELETE SET NULL,
  project TEXT NOT NULL,
  spider TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'completed', 'failed', 'cancelled', 'dead')),
  priority INTEGER NOT NULL DEFAULT 0,
  position REAL NOT NULL,
  options_json TEXT NOT NULL,
  batch TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  max_attempts INTEGER NOT NULL CHECK (max_attempts >= 1),
  due_at INTEGER NOT NULL,
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  reason TEXT,
  owner_pid INTEGER,
  owner_lock TEXT,
  lease INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0,
  losses INTEGER NOT NULL DEFAULT 0,
  asked TEXT CHECK (asked IN ('pause', 'stop')),
  schedule_id INTEGER REFERENCES schedules (id) ON DELETE SET NULL,
  scheduled_for INTEGER,
  added_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  cleared_at INTEGER,
  CHECK ((state = 'running') = (owner_lock IS NOT NULL)),
  CHECK ((state IN ('pending', 'running')) = (ended_at IS NULL))
) STRICT;
CREATE INDEX queue_entries_by_state ON queue_entries (state, priority DESC, position);
CREATE INDEX queue_entries_by_position ON queue_entries (position);
CREATE INDEX queue_entries_ended ON queue_entries (ended_at DESC, id DESC) WHERE ended_at IS NOT NULL AND cleared_at IS NULL;
CREATE INDEX queue_entries_of_spider ON queue_entries (spider_id, id);
CREATE INDEX queue_entries_of_run ON queue_entries (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX queue_entries_of_batch ON queue_entries (batch) WHERE batch IS NOT NULL;
CREATE UNIQUE INDEX queue_entry_of_tick ON queue_entries (schedule_id, scheduled_for) WHERE schedule_id IS NOT NULL;

CREATE TABLE queue_workers (
  lock TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('daemon', 'window', 'command')),
  concurrency INTEGER NOT NULL CHECK (concurrency >= 1),
  started_at INTEGER NOT NULL,
  beat INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE queue_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  concurrency INTEGER NOT NULL CHECK (concurrency BETWEEN 1 AND 32),
  held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1))
) STRICT;
INSERT INTO queue_settings (id, concurrency) VALUES (1, 2);

CREATE TABLE schedule_ticks (
  schedule_id INTEGER NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL,
  decided_at INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('queued', 'skipped')),
  reason TEXT,
  entry_id INTEGER REFERENCES queue_entries (id) ON DELETE SET NULL,
  PRIMARY KEY (schedule_id, due_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  change_json TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_by_time ON outbox (at);

CREATE TABLE outbox_readers (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notice_channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('desktop', 'command', 'webhook')),
  target_json TEXT NOT NULL,
  timing TEXT NOT NULL CHECK (timing IN ('digest', 'each')),
  enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
  created_at INTEGER NOT NULL,
  last_sent_at INTEGER,
  last_problem TEXT
) STRICT;

CREATE TABLE spider_health (
  spider_id INTEGER PRIMARY KEY REFERENCES spiders (id) ON DELETE CASCADE,
  checked_at INTEGER NOT NULL,
  health_json TEXT NOT NULL
) STRICT;

CREATE TABLE digests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  due_at INTEGER NOT NULL UNIQUE,
  from_at INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  document_json TEXT NOT NULL
) STRICT;

CREATE TABLE digest_deliveries (
  digest_id INTEGER NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES notice_channels (id) ON DELETE CASCADE,
  begun_at INTEGER NOT NULL,
  PRIMARY KEY (digest_id, channel_id)
) STRICT, WITHOUT ROWID;
`,
};
