import type { Migration } from './migration.ts';

/** The redirects that a request was led by, as JSON; NULL: none, or they were not recorded. */
export const hops: Migration = {
  version: 19,
  sql: 'ALTER TABLE requests ADD COLUMN hops_json TEXT;',
};
