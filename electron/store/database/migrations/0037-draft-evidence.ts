import type { Migration } from './migration.ts';

/**
 * What a draft has before it is a version.
 *
 * - `all_saved_pages.draft_id`: the page belongs to the draft of a spider that was never saved, and `spider_id` is NULL.
 * - `proofs.draft_id`: the proof is kept with a draft, and judged the text with this `hash` (SHA-256, in hexadecimal).
 * - `draft_steps` has the texts that patches of a draft have replaced, so that they can be taken back; `hash` is that of the text
 *   which the patch has left.
 */
export const draftEvidence: Migration = {
  version: 37,
  sql: `
DROP VIEW saved_pages;
DROP INDEX saved_pages_of_spider;
ALTER TABLE all_saved_pages ADD COLUMN owner_id INTEGER REFERENCES all_spiders (id) ON DELETE CASCADE;
UPDATE all_saved_pages SET owner_id = spider_id;
ALTER TABLE all_saved_pages DROP COLUMN spider_id;
ALTER TABLE all_saved_pages RENAME COLUMN owner_id TO spider_id;
ALTER TABLE all_saved_pages ADD COLUMN draft_id INTEGER REFERENCES drafts (id) ON DELETE CASCADE
  CHECK ((draft_id IS NULL) <> (spider_id IS NULL));
CREATE INDEX saved_pages_of_spider ON all_saved_pages (spider_id, trash_id, id);
CREATE INDEX saved_pages_of_draft ON all_saved_pages (draft_id, id) WHERE draft_id IS NOT NULL;
CREATE VIEW saved_pages AS SELECT * FROM all_saved_pages WHERE trash_id IS NULL;

CREATE TABLE new_proofs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version_id INTEGER REFERENCES spider_versions (id) ON DELETE CASCADE,
  draft_id INTEGER REFERENCES drafts (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
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
  CHECK ((version_id IS NULL) <> (draft_id IS NULL)),
  UNIQUE (version_id, signature),
  UNIQUE (draft_id, signature)
) STRICT;
INSERT INTO new_proofs (id, version_id, draft_id, hash, signature, proved_at, verdict, source, pages, held, seed, engine, failed_json,
    not_run_json, sha256, codec, length, body)
  SELECT proofs.id, version_id, NULL, v.hash, signature, proved_at, verdict, source, pages, held, seed, engine, failed_json, not_run_json,
    sha256, codec, length, body
  FROM proofs JOIN spider_versions AS v ON v.id = version_id ORDER BY proofs.id;
DROP TABLE proofs;
ALTER TABLE new_proofs RENAME TO proofs;

CREATE TABLE draft_steps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  draft_id INTEGER NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX draft_steps_of_draft ON draft_steps (draft_id, id);
`,
};
