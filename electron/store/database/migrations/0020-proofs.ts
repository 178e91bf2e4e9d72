import type { Migration } from './migration.ts';

/**
 * Proofs that are kept with the version of a spider that they judge. `body` is the certificate as a file, compressed as pages are;
 * `failed_json` and `not_run_json` are JSON arrays of the numbers of checks.
 */
export const proofs: Migration = {
  version: 20,
  sql: `
CREATE TABLE proofs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version_id INTEGER NOT NULL REFERENCES spider_versions (id) ON DELETE CASCADE,
  signature TEXT NOT NULL,
  proved_at INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('proved', 'refused', 'incomplete')),
  source TEXT NOT NULL CHECK (source IN ('own-pages', 'files')),
  pages INTEGER NOT NULL CHECK (pages >= 0),
  held INTEGER NOT NULL CHECK (held >= 0),
  seed TEXT NOT NULL,
  engine TEXT NOT NULL,
  failed_json TEXT NOT NULL,
  not_run_json TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  codec TEXT NOT NULL CHECK (codec IN ('zstd', 'gzip')),
  length INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (version_id, signature)
) STRICT;
`,
};
