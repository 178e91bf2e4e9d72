import type { Migration } from './migration.ts';

/** Workers of a fleet carry the queue out beside each other. The table holds who is there now, so it begins empty. */
export const workers: Migration = {
  version: 39,
  sql: `
DROP TABLE queue_workers;
CREATE TABLE queue_workers (
  lock TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('daemon', 'worker', 'window', 'command')),
  concurrency INTEGER NOT NULL CHECK (concurrency >= 1),
  started_at INTEGER NOT NULL,
  beat INTEGER NOT NULL DEFAULT 0
) STRICT;
`,
};
