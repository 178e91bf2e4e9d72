import type { Migration } from './migration.ts';

/**
 * The dataset of a spider: the newest item of each key over all its runs. An index that is brought up to date when somebody asks
 * for it, and made anew from the items where it is lost.
 *
 * - `dataset_states.rule`: how keys are made. `revision` grows with every change.
 * - `dataset_runs`: the runs that are in it. `place` orders them: the id of the crawl, for a generation that of its source.
 *   `stamp` changes when the items of the run do. `up_to`: the last item that is in it; NULL: the run is being taken out.
 *   `tells`: whether an item that the run lacks is gone.
 * - `dataset_sightings`: the newest item of each key in each run, and how many there are. `content` is a hash of its values.
 * - `dataset_entries`: what follows from the sightings of a key. `changed_at` is NULL while its values have never changed.
 *
 * `run_id` and `item_id` are no foreign keys: a crawl and the deletion of a run pay nothing for the index.
 */
export const dataset: Migration = {
  version: 23,
  sql: `
CREATE TABLE dataset_states (
  spider_id INTEGER PRIMARY KEY REFERENCES spiders (id) ON DELETE CASCADE,
  rule TEXT NOT NULL,
  revision INTEGER NOT NULL
) STRICT;

CREATE TABLE dataset_runs (
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  run_id INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  up_to INTEGER,
  tells INTEGER NOT NULL DEFAULT 0 CHECK (tells IN (0, 1)),
  PRIMARY KEY (spider_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE dataset_sightings (
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  key BLOB NOT NULL,
  place INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  copies INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (spider_id, key, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE dataset_entries (
  spider_id INTEGER NOT NULL REFERENCES spiders (id) ON DELETE CASCADE,
  key BLOB NOT NULL,
  item_id INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  changed_at INTEGER,
  seen_in INTEGER NOT NULL,
  copies INTEGER NOT NULL,
  last_place INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (spider_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX dataset_items ON dataset_entries (spider_id, item_id);
`,
};
