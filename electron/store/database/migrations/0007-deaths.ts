import type { Migration } from './migration.ts';

/**
 * How often a run was cut off, by the end of its process or thread, while a request was in flight: not by a pause, nor by being
 * stopped. What has been there three times is fetched with nothing beside it (decision 0231).
 */
export const deaths: Migration = {
  version: 7,
  sql: `
ALTER TABLE requests ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;
CREATE INDEX requests_suspect ON requests (run_id) WHERE deaths > 2;
`,
};
