import type { Migration } from './migration.ts';

/**
 * Who carries a run out holds a lock, whose name is kept instead of when its process started. The old column stays, so that a
 * crawl of the version before, which may be under way, can go on writing.
 */
export const ownerLocks: Migration = {
  version: 9,
  sql: 'ALTER TABLE runs ADD COLUMN owner_lock TEXT;',
};
