import type { Migration } from './migration.ts';

/** The request that a saved page answers, as JSON; NULL: it is the page of its URL. */
export const pageRequests: Migration = {
  version: 33,
  sql: `
ALTER TABLE all_saved_pages ADD COLUMN request_json TEXT;
DROP VIEW saved_pages;
CREATE VIEW saved_pages AS SELECT * FROM all_saved_pages WHERE trash_id IS NULL;
`,
};
