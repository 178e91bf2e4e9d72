/**
 * What the sessions of a fleet know of each other. Tables of PostgreSQL alone: on one machine a run has one session. They hold
 * nothing that outlives a run.
 */
export const fleetTables = `
-- Pages are compressed before they are stored: trying again would cost time and gain nothing.
ALTER TABLE pages ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE fleet_runs (
  run_id bigint PRIMARY KEY REFERENCES all_runs (id) ON DELETE CASCADE,
  -- When something was last written; the row is locked by whoever writes, so times and numbers are in the order of commits.
  last_at bigint NOT NULL
);

CREATE TABLE fleet_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES all_runs (id) ON DELETE CASCADE,
  owner text COLLATE "C" NOT NULL,
  -- Told by the session itself, which may have to begin twice where the first answer was lost.
  token text COLLATE "C" NOT NULL UNIQUE,
  beat_at bigint NOT NULL,
  -- The last batch that was written, and what was answered: a batch that is sent again is not written again.
  batch bigint NOT NULL DEFAULT 0,
  answer text,
  -- What is reserved of the budgets of the run. It goes with the session, however that ends.
  items bigint NOT NULL DEFAULT 0,
  pages bigint NOT NULL DEFAULT 0
);
CREATE INDEX fleet_sessions_of_run ON fleet_sessions (run_id);

CREATE TABLE fleet_hosts (
  run_id bigint NOT NULL REFERENCES all_runs (id) ON DELETE CASCADE,
  host text COLLATE "C" NOT NULL,
  -- Grows with every owner: what an earlier one still writes is not written.
  epoch bigint NOT NULL,
  session_id bigint,
  PRIMARY KEY (run_id, host)
);
CREATE INDEX fleet_hosts_of_session ON fleet_hosts (session_id) WHERE session_id IS NOT NULL;

CREATE TABLE fleet_budgets (
  run_id bigint NOT NULL REFERENCES all_runs (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('items', 'pages')),
  most bigint NOT NULL,
  -- What the requests of the run have used.
  counted bigint NOT NULL,
  PRIMARY KEY (run_id, kind)
);

-- Whoever carries a run out is told when somebody asks something of it, and whoever watches it when it is in another state.
CREATE FUNCTION fleet_tell_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('spider_studio_runs', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER fleet_run_asked AFTER UPDATE OF requested, state ON all_runs FOR EACH ROW
  WHEN (OLD.requested IS DISTINCT FROM NEW.requested OR OLD.state <> NEW.state) EXECUTE FUNCTION fleet_tell_run();

CREATE FUNCTION fleet_tell_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('spider_studio_runs', OLD.run_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER fleet_session_ended AFTER DELETE ON fleet_sessions
  FOR EACH ROW EXECUTE FUNCTION fleet_tell_session();
`;
