import type { Migration } from './migration.ts';

/** When a page was received, in milliseconds since 1970: relative dates are read against it. NULL: as `finished_at` or `added_at`. */
export const fetchTimes: Migration = {
  version: 13,
  sql: `
ALTER TABLE requests ADD COLUMN fetched_at INTEGER;
ALTER TABLE saved_pages ADD COLUMN fetched_at INTEGER;
`,
};
