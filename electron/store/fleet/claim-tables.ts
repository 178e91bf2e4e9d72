/** The schema in which the tables of a workspace are on PostgreSQL. */
const schema = 'spider_studio';

/** Who works on what in a fleet. Made beside the tables of the store, on PostgreSQL alone; may be run again. */
export const claimTables = `
CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${schema}.fleet_claims (
  -- 'host': a host for a slice of time, over all runs. 'lead': the lead of a run, whose number is the key.
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('host', 'lead')),
  key text COLLATE "C" NOT NULL,
  -- What a worker needs to take it: 'http' or 'browser'.
  class text COLLATE "C" NOT NULL DEFAULT 'http',
  -- For which run it is taken, and for which one next, if another one wants it meanwhile.
  run bigint NOT NULL DEFAULT 0,
  next_run bigint,
  -- Grows with each take: what is written with an older one comes from somebody who has lost it.
  epoch bigint NOT NULL DEFAULT 0,
  owner text COLLATE "C",
  taken_at timestamptz,
  lease_until timestamptz,
  -- When it may be taken. NULL: nobody wants it to be.
  next_at timestamptz,
  -- Offered while somebody had it: from when on it is to be taken again.
  offered_at timestamptz,
  -- Not offered any more, because worker after worker died of it.
  set_aside_at timestamptz,
  losses integer,
  PRIMARY KEY (kind, key)
);
CREATE INDEX IF NOT EXISTS fleet_claims_wanted ON ${schema}.fleet_claims (kind, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS fleet_claims_held ON ${schema}.fleet_claims (kind, key) WHERE owner IS NOT NULL;
CREATE INDEX IF NOT EXISTS fleet_claims_set_aside ON ${schema}.fleet_claims (kind, key) WHERE set_aside_at IS NOT NULL;
`;

/** The table of claims as statements name it. */
export const claimTable = `${schema}.fleet_claims`;
