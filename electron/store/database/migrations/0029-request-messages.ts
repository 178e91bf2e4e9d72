import type { Migration } from './migration.ts';

/** What a request says besides its URL (method, headers, body), as JSON; NULL: it is a plain GET. */
export const requestMessages: Migration = {
  version: 29,
  sql: 'ALTER TABLE requests ADD COLUMN message_json TEXT;',
};
