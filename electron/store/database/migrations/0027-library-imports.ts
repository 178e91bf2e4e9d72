import type { Migration } from './migration.ts';

/**
 * Where versions of spiders came from that were imported from the library.
 *
 * `base_id` is the version whose text is that of the registry: the version itself, or an earlier one where a spider went back to a
 * version with edits of its own. What differs from its text was changed here.
 */
export const libraryImports: Migration = {
  version: 27,
  sql: `
CREATE TABLE library_imports (
  version_id INTEGER PRIMARY KEY REFERENCES spider_versions (id) ON DELETE CASCADE,
  base_id INTEGER NOT NULL REFERENCES spider_versions (id) ON DELETE CASCADE,
  registry TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('spider', 'template')),
  imported_at INTEGER NOT NULL
) STRICT;
CREATE INDEX library_imports_by_base ON library_imports (base_id);
`,
};
