import type { Migration } from './migration.ts';

/** What whoever saved a version says about it; NULL: nothing. */
export const versionNotes: Migration = {
  version: 21,
  sql: 'ALTER TABLE spider_versions ADD COLUMN note TEXT;',
};
