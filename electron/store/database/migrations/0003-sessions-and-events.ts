import type { Migration } from './migration.ts';

/**
 * What is needed to tell how often pages were fetched again, and to read everything that happened in its order.
 *
 * A run is carried out in sessions: each start or resumption begins one. `recovered` counts how often a request was
 * cut off in flight, `fetched_again` how often it was handed out again after that, `requeued_in` names the session
 * that was left to do so.
 */
export const sessionsAndEvents: Migration = {
  version: 3,
  sql: `
ALTER TABLE runs ADD COLUMN sessions INTEGER NOT NULL DEFAULT 0;
UPDATE runs SET sessions = 1 WHERE started_at IS NOT NULL;

ALTER TABLE requests ADD COLUMN fetched_again INTEGER NOT NULL DEFAULT 0;
ALTER TABLE requests ADD COLUMN requeued_in INTEGER;
UPDATE requests SET fetched_again = recovered - (state = 0) WHERE recovered > 0;

CREATE INDEX requests_recovered ON requests (run_id) WHERE recovered > 0;
CREATE INDEX requests_finished ON requests (run_id, finished_at, id) WHERE finished_at IS NOT NULL;

DROP INDEX events_of_run;
CREATE INDEX events_by_time ON events (run_id, at, id);
`,
};
