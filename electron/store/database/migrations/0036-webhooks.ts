import type { Migration } from './migration.ts';

/**
 * Webhooks and what was sent to them.
 *
 * - `webhooks.secret`: what requests are signed with, as text; `old_secret` signs beside it until `old_until`.
 * - `webhook_deliveries`: an event for a webhook. `place` tells the change of the outbox it comes from, so that it is noted once.
 *   While it is `sending`, another process may take it over from `due_at` on; `attempts` tells one attempt from the next.
 */
export const webhooks: Migration = {
  version: 36,
  sql: `
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  events_json TEXT NOT NULL,
  project TEXT,
  allow_private INTEGER NOT NULL CHECK (allow_private IN (0, 1)),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  disabled_reason TEXT,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_until INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  message TEXT NOT NULL,
  event TEXT NOT NULL,
  run_id INTEGER,
  payload_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  status INTEGER,
  problem TEXT,
  ended_at INTEGER,
  UNIQUE (webhook_id, place)
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE state IN ('pending', 'sending');
`,
};
