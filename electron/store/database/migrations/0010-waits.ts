import type { Migration } from './migration.ts';

/** Since when a run waits for the network, and how long it has waited in all, in milliseconds: that is no work. */
export const waits: Migration = {
  version: 10,
  sql: `
ALTER TABLE runs ADD COLUMN waiting_since INTEGER;
ALTER TABLE runs ADD COLUMN waited_ms INTEGER NOT NULL DEFAULT 0;
`,
};
