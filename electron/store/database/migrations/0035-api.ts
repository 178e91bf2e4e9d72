import type { Migration } from './migration.ts';

/**
 * Who may use the API, and what was done through it.
 *
 * - `api_keys.secret`: SHA-256 of the secret; 32 random bytes need no slower hash. `old_secret` works until `old_until`.
 * - `api_keys.scopes_json`, `projects_json`: lists; `projects_json` NULL: all projects. `last_used_at` is kept to the minute.
 * - `api_audit`: requests that changed something or were refused. It outlives keys and members, so it repeats their names.
 * - `api_replies`: the answers to requests with an Idempotency-Key, by key of the API, route and that header. `request`: a digest of what was
 *   asked. While `status` is NULL the request is being carried out by the process that began it.
 */
export const api: Migration = {
  version: 35,
  sql: `
CREATE TABLE api_members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'runner', 'editor', 'owner')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER REFERENCES api_members (id) ON DELETE SET NULL,
  member TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  secret BLOB NOT NULL UNIQUE,
  old_secret BLOB UNIQUE,
  old_until INTEGER,
  scopes_json TEXT NOT NULL,
  projects_json TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;
CREATE INDEX api_keys_of_member ON api_keys (member_id);

CREATE TABLE api_audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  key_id INTEGER,
  member TEXT,
  operation TEXT NOT NULL,
  project TEXT,
  status INTEGER NOT NULL,
  code TEXT,
  address TEXT NOT NULL
) STRICT;
CREATE INDEX api_audit_of_key ON api_audit (key_id, id);

CREATE TABLE api_replies (
  key_id INTEGER NOT NULL,
  route TEXT NOT NULL,
  name TEXT NOT NULL,
  request TEXT NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  body TEXT,
  PRIMARY KEY (key_id, route, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_replies_by_time ON api_replies (at);
`,
};
