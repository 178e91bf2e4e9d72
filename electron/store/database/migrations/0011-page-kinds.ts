import type { Migration } from './migration.ts';

/** How a stored page is read: `xml` or `json`. NULL, as for all earlier pages: as HTML. */
export const pageKinds: Migration = {
  version: 11,
  sql: `
ALTER TABLE requests ADD COLUMN page_kind TEXT;
ALTER TABLE memory ADD COLUMN page_kind TEXT;
ALTER TABLE saved_pages ADD COLUMN kind TEXT NOT NULL DEFAULT 'html';
`,
};
