import type { Migration } from './migration.ts';

/**
 * What an export of new items is about to put in place, from before its files are renamed until its mark has moved.
 *
 * `item`: where the mark moves to. `files_json`: the files, the main one first, as `IntendedFile` tells.
 */
export const exportIntentions: Migration = {
  version: 28,
  sql: `
CREATE TABLE export_intentions (
  spider_id INTEGER NOT NULL REFERENCES all_spiders (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  item INTEGER NOT NULL,
  files_json TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (spider_id, target)
) STRICT, WITHOUT ROWID;
`,
};
