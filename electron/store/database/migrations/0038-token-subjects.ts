import type { Migration } from './migration.ts';

/**
 * Members who come with tokens of an issuer.
 *
 * - `api_members.subject`: whom a token names; NULL: the member has keys alone.
 * - `api_replies.caller`: a key or a member, where it was the id of a key.
 */
export const tokenSubjects: Migration = {
  version: 38,
  sql: `
ALTER TABLE api_members ADD COLUMN subject TEXT;
CREATE UNIQUE INDEX api_members_by_subject ON api_members (subject) WHERE subject IS NOT NULL;

ALTER TABLE api_replies RENAME TO replies_of_keys;
DROP INDEX api_replies_by_time;
CREATE TABLE api_replies (
  caller TEXT NOT NULL,
  route TEXT NOT NULL,
  name TEXT NOT NULL,
  request TEXT NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  body TEXT,
  PRIMARY KEY (caller, route, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_replies_by_time ON api_replies (at);
INSERT INTO api_replies SELECT 'key ' || key_id, route, name, request, at, status, body FROM replies_of_keys;
DROP TABLE replies_of_keys;
`,
};
