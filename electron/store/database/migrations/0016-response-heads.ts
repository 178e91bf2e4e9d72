import type { Migration } from './migration.ts';

/**
 * The heads of responses. A head in `response_heads` is a JSON array of its status line and its names and values, alternating. A
 * request names one of its run and has in `head_changes` what differs from it: a JSON array of places in that array and values,
 * alternating; NULL: nothing. Both are NULL where the head is not known.
 */
export const responseHeads: Migration = {
  version: 16,
  sql: `
CREATE TABLE response_heads (
  run_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  head TEXT NOT NULL,
  PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;

ALTER TABLE requests ADD COLUMN head_number INTEGER;
ALTER TABLE requests ADD COLUMN head_changes TEXT;
`,
};
