import type { Migration } from './migration.ts';

/** What was done on a saved page in the browser before it was saved, as JSON; NULL: nothing, as far as is known. */
export const actedPages: Migration = {
  version: 34,
  sql: `
ALTER TABLE all_saved_pages ADD COLUMN acted TEXT CHECK (acted IS NULL OR json_valid(acted));
`,
};
