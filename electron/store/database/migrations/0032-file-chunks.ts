import type { Migration } from './migration.ts';

/**
 * Long files in chunks, which come before the body in `files`. `long_files` leads from a file to its chunks; while one is received,
 * from its request, which takes them along unless it becomes a file as it ends. One without either is left to be removed in steps.
 */
export const fileChunks: Migration = {
  version: 32,
  sql: `
CREATE TABLE long_files (
  id INTEGER PRIMARY KEY,
  file_id INTEGER UNIQUE REFERENCES files (id) ON DELETE SET NULL,
  request_id INTEGER UNIQUE REFERENCES requests (id) ON DELETE CASCADE,
  chunks INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  CHECK (file_id IS NULL OR request_id IS NULL)
) STRICT;
CREATE INDEX long_files_left ON long_files (id) WHERE file_id IS NULL AND request_id IS NULL;
CREATE TABLE file_chunks (
  id INTEGER PRIMARY KEY,
  long_file_id INTEGER NOT NULL REFERENCES long_files (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (long_file_id, position)
) STRICT;
CREATE TRIGGER file_not_received AFTER UPDATE OF state ON requests WHEN OLD.state = 1 AND NEW.state <> 1 BEGIN
  DELETE FROM long_files WHERE request_id = NEW.id;
END;
`,
};
