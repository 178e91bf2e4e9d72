import type { Migration } from './migration.ts';

/**
 * Files of fields with `download`. Each is a request of its run, beside which `file_requests` has what came of it; `item_files` leads to
 * the items that name it. `files` has each content once.
 */
export const downloadedFiles: Migration = {
  version: 30,
  sql: `
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  body BLOB NOT NULL
) STRICT;
CREATE TABLE file_requests (
  request_id INTEGER PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
  run_id INTEGER NOT NULL,
  file_id INTEGER REFERENCES files (id) ON DELETE SET NULL,
  bytes INTEGER,
  type TEXT
) STRICT;
CREATE INDEX file_requests_of_run ON file_requests (run_id);
CREATE INDEX file_requests_of_file ON file_requests (file_id) WHERE file_id IS NOT NULL;
CREATE TABLE item_files (
  request_id INTEGER NOT NULL REFERENCES file_requests (request_id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  PRIMARY KEY (request_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_files_of_item ON item_files (item_id);
`,
};
