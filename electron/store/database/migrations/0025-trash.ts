import type { Migration } from './migration.ts';

/**
 * The trash, and what is known about versions beside their text.
 *
 * - `trash` has a row for each thing that a person has deleted: a project, a spider, a run or a saved page, with all that went
 *   along. `removing_at` is set once it is to go for good; from then on nobody can restore it. `bytes` is NULL until somebody has
 *   measured it.
 * - What is in the trash stays where it is, with `trash_id`. The tables are called `all_…`, and views with the names that they had
 *   leave it out: a statement that says nothing about the trash cannot see it. Views cannot be written to, so whoever writes says
 *   `all_…`. Columns that are added to such a table are in its view at once.
 * - `spider_versions.label` is a name that a person has given to a version, one in its spider. `origin`: what it came by; NULL: it
 *   was saved before this was recorded. Notes and labels may change, the rest of a version never does.
 */
export const trash: Migration = {
  version: 25,
  sql: `
CREATE TABLE trash (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('project', 'spider', 'run', 'page')),
  project TEXT NOT NULL,
  spider TEXT CHECK ((spider IS NULL) = (kind = 'project')),
  title TEXT CHECK ((title IS NOT NULL) = (kind = 'page')),
  deleted_at INTEGER NOT NULL,
  removing_at INTEGER,
  spiders INTEGER NOT NULL,
  versions INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  paused INTEGER NOT NULL,
  items INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  bytes INTEGER
) STRICT;
CREATE INDEX trash_by_time ON trash (deleted_at);

ALTER TABLE projects RENAME TO all_projects;
ALTER TABLE spiders RENAME TO all_spiders;
ALTER TABLE runs RENAME TO all_runs;
ALTER TABLE saved_pages RENAME TO all_saved_pages;
ALTER TABLE all_projects ADD COLUMN trash_id INTEGER REFERENCES trash (id);
ALTER TABLE all_spiders ADD COLUMN trash_id INTEGER REFERENCES trash (id);
ALTER TABLE all_runs ADD COLUMN trash_id INTEGER REFERENCES trash (id);
ALTER TABLE all_saved_pages ADD COLUMN trash_id INTEGER REFERENCES trash (id);
CREATE VIEW projects AS SELECT * FROM all_projects WHERE trash_id IS NULL;
CREATE VIEW spiders AS SELECT * FROM all_spiders WHERE trash_id IS NULL;
CREATE VIEW runs AS SELECT * FROM all_runs WHERE trash_id IS NULL;
CREATE VIEW saved_pages AS SELECT * FROM all_saved_pages WHERE trash_id IS NULL;

CREATE INDEX projects_in_trash ON all_projects (trash_id) WHERE trash_id IS NOT NULL;
CREATE INDEX spiders_in_trash ON all_spiders (trash_id) WHERE trash_id IS NOT NULL;
CREATE INDEX runs_in_trash ON all_runs (trash_id) WHERE trash_id IS NOT NULL;
CREATE INDEX saved_pages_in_trash ON all_saved_pages (trash_id) WHERE trash_id IS NOT NULL;
DROP INDEX runs_of_spider;
CREATE INDEX runs_of_spider ON all_runs (spider_id, trash_id, id);
DROP INDEX saved_pages_of_spider;
CREATE INDEX saved_pages_of_spider ON all_saved_pages (spider_id, trash_id, id);

ALTER TABLE spider_versions ADD COLUMN label TEXT CHECK (label GLOB '[A-Za-z]*');
ALTER TABLE spider_versions ADD COLUMN origin TEXT;
CREATE UNIQUE INDEX spider_versions_labels ON spider_versions (spider_id, label) WHERE label IS NOT NULL;
DROP TRIGGER spider_versions_never_change;
CREATE TRIGGER spider_versions_never_change
BEFORE UPDATE OF id, spider_id, number, document, hash, created_at, origin ON spider_versions
BEGIN
  SELECT RAISE (ABORT, 'versions of spiders are append-only');
END;
`,
};
