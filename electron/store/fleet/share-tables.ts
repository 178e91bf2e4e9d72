/**
 * What the sessions of a run tell each other, beside what the ledger of a fleet knows of them (`postgres/ledger/fleet-tables.ts`,
 * which comes first).
 */
export const shareTables = `
CREATE TABLE fleet_shares (
  run_id bigint PRIMARY KEY REFERENCES all_runs (id) ON DELETE CASCADE,
  -- An end that a session has found, and how the run ends: JSON.
  proposed text,
  verdict text
);

CREATE TABLE fleet_members (
  session_id bigint PRIMARY KEY REFERENCES fleet_sessions (id) ON DELETE CASCADE,
  run_id bigint NOT NULL,
  is_dismissed boolean NOT NULL DEFAULT false,
  -- Most hosts that it may have.
  capacity bigint NOT NULL,
  -- The last answers of sites: how many there were, and how many refused access.
  answers bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0
);
CREATE INDEX fleet_members_of_run ON fleet_members (run_id);

CREATE TABLE fleet_sitemaps (
  run_id bigint NOT NULL REFERENCES all_runs (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  sitemap text NOT NULL,
  PRIMARY KEY (run_id, number)
);

-- Until when nobody may contact a host, in any run.
CREATE TABLE fleet_rests (
  host text COLLATE "C" PRIMARY KEY,
  rest_until timestamptz NOT NULL
);
`;
