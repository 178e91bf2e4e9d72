/**
 * The functions by which a session takes hosts and gives them up, where nothing is in flight there that would have to be recovered:
 * one statement each, so that no lock is held while a message travels. The rows of hosts are locked in their order, and the row of
 * the run is not, as nothing is written down.
 */
export const hostFunctions = `
/* The origins that hosts can have. */
CREATE FUNCTION fleet_origins_of(hosts text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(SELECT s.scheme || h.host FROM unnest(hosts) AS h (host) CROSS JOIN (VALUES ('http://'), ('https://')) AS s (scheme))
$$;

/* Queues of the origins of hosts with queued requests. */
CREATE FUNCTION fleet_queues(the_run bigint, hosts text[]) RETURNS text LANGUAGE plpgsql
SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
DECLARE
  names text[] := fleet_origins_of(hosts);
BEGIN
  RETURN (SELECT coalesce(json_agg(q), '[]') FROM (
    SELECT o.origin, o.queued, coalesce(ready.priority, waiting.priority) AS priority,
      coalesce(ready.depth, waiting.depth) AS depth, CASE WHEN ready.id IS NULL THEN waiting.not_before ELSE 0 END AS "notBefore"
    FROM origins o
    LEFT JOIN LATERAL (SELECT r.id, r.priority, r.depth FROM requests r
      WHERE r.origin_id = o.id AND r.state = 0 AND r.not_before = 0 ORDER BY r.priority DESC, r.depth, r.id LIMIT 1) AS ready ON true
    LEFT JOIN LATERAL (SELECT r.priority, r.depth, r.not_before FROM requests r
      WHERE ready.id IS NULL AND r.origin_id = o.id AND r.state = 0 AND r.not_before > 0 ORDER BY r.not_before LIMIT 1) AS waiting ON true
    WHERE o.run_id = the_run AND o.origin = ANY (names) AND o.queued > 0
    ORDER BY o.id) AS q);
END $$;

/*
 * Takes hosts that no other session has. Returns their epochs, their queues and the first requests of each; an empty text: others
 * have some of them; null: the session is over.
 */
CREATE FUNCTION fleet_take_hosts(the_run bigint, the_session bigint, hosts text[], the_time bigint, most bigint) RETURNS text
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  epochs json;
  queues json;
BEGIN
  PERFORM 1 FROM fleet_sessions s WHERE s.id = the_session AND s.run_id = the_run FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  WITH taken AS (
    INSERT INTO fleet_hosts AS h (run_id, host, epoch, session_id)
      SELECT the_run, w.host, 1, the_session FROM unnest(fleet_take_hosts.hosts) AS w (host) ORDER BY w.host
    ON CONFLICT (run_id, host) DO UPDATE SET epoch = h.epoch + (h.session_id IS NULL)::int, session_id = the_session
      WHERE h.session_id IS NULL OR h.session_id = the_session
    RETURNING h.host, h.epoch)
  SELECT CASE WHEN count(*) = cardinality(fleet_take_hosts.hosts) THEN json_agg(json_build_array(t.host, t.epoch)) END
    INTO epochs FROM taken t;
  IF epochs IS NULL THEN RETURN ''; END IF;
  queues := fleet_queues(the_run, fleet_take_hosts.hosts);
  RETURN json_build_object('epochs', epochs, 'queues', queues, 'first', (
    SELECT coalesce(json_agg(fleet_ready(the_run, q ->> 'origin', coalesce(the_time, fleet_now()), most)::json), '[]')
    FROM json_array_elements(queues) AS q));
END $$;

/*
 * Gives hosts up. Returns the queues of those that were given; null: something is in flight at one of them, and nothing was changed.
 * Whoever writes there is done first.
 */
CREATE FUNCTION fleet_let_go(the_run bigint, the_session bigint, hosts text[]) RETURNS text
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
  own text[] := ARRAY(
    SELECT h.host FROM fleet_hosts h WHERE h.run_id = the_run AND h.host = ANY (hosts) AND h.session_id + 0 = the_session
    ORDER BY h.host FOR NO KEY UPDATE);
  names text[] := fleet_origins_of(own);
BEGIN
  IF EXISTS (SELECT 1 FROM origins o WHERE o.run_id = the_run AND o.origin = ANY (names) AND o.active > 0) THEN RETURN NULL; END IF;
  UPDATE fleet_hosts h SET session_id = NULL WHERE h.run_id = the_run AND h.host = ANY (own);
  RETURN fleet_queues(the_run, hosts);
END $$;
`;
