/**
 * The functions by which a session takes hosts and claims their requests. Each is a transaction of its own, for which it says that it
 * counts itself: only a superuser could have a function say so by a setting of its own.
 */
export const claimFunctions = `
/* Queued requests of one origin that are due, in the order in which they are claimed, and when the next one is due. */
CREATE FUNCTION fleet_ready(the_run bigint, the_origin text, the_time bigint, most bigint) RETURNS text LANGUAGE plpgsql
SET enable_seqscan TO off AS $$
DECLARE
  origin_row bigint := (SELECT o.id FROM origins o WHERE o.run_id = the_run AND o.origin = the_origin);
  counts text;
BEGIN
  counts := set_config('spider_studio.counts', 'own', true);
  UPDATE requests r SET not_before = 0
    WHERE r.origin_id = origin_row AND r.state = 0 AND r.not_before > 0 AND r.not_before <= the_time;
  RETURN json_build_object(
    'ready', (SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT r.id, r.url, lpad(to_hex(r.fingerprint), 16, '0') AS fingerprint, r.priority, r.depth, r.rule, r.callback, r.follow,
        r.parent_id AS parent, r.tries, r.message_json AS message
      FROM requests r WHERE r.origin_id = origin_row AND r.state = 0 AND r.not_before = 0 AND r.deaths < 3
      ORDER BY r.priority DESC, r.depth, r.id LIMIT most) AS f),
    'due', (SELECT min(r.not_before) FROM requests r WHERE r.origin_id = origin_row AND r.state = 0 AND r.not_before > 0));
END $$;

/*
 * Claims queued requests of hosts that the session owns. Returns those that it has now; null: the session is over. What an earlier
 * call has claimed, whose answer was lost, is its own.
 */
CREATE FUNCTION fleet_claim(the_run bigint, the_session bigint, ids bigint[], hosts text[], epochs bigint[]) RETURNS bigint[]
LANGUAGE plpgsql SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
DECLARE
  claimed bigint[];
  counts text;
BEGIN
  counts := set_config('spider_studio.counts', 'own', true);
  PERFORM 1 FROM fleet_sessions s WHERE s.id = the_session AND s.run_id = the_run FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  WITH held AS MATERIALIZED (
    SELECT h.host, h.epoch FROM fleet_hosts h
    WHERE h.run_id = the_run AND h.host = ANY (hosts) AND h.session_id + 0 = the_session FOR SHARE
  ),
  mine AS MATERIALIZED (
    SELECT r.id, r.origin_id, r.state FROM unnest(ids, hosts, epochs) AS g (id, host, epoch)
    JOIN held ON held.host = g.host AND held.epoch = g.epoch
    JOIN requests r ON r.id = g.id
    WHERE r.run_id + 0 = the_run AND r.state + 0 IN (0, 1) ORDER BY r.id FOR NO KEY UPDATE OF r
  ),
  moved AS (
    UPDATE requests r SET state = 1, fetched_again = r.fetched_again + (r.recovered > r.fetched_again)::int
    FROM mine WHERE r.id = mine.id AND mine.state = 0 RETURNING r.origin_id
  ),
  changes AS MATERIALIZED (SELECT m.origin_id, count(*) AS number FROM moved m GROUP BY m.origin_id),
  locked AS MATERIALIZED (
    SELECT o.id FROM origins o WHERE o.id = ANY (ARRAY(SELECT c.origin_id FROM changes c)) ORDER BY o.id FOR NO KEY UPDATE
  ),
  counted AS (
    UPDATE origins o SET queued = o.queued - c.number, active = o.active + c.number
    FROM changes c WHERE o.id = c.origin_id AND (SELECT count(*) FROM locked) >= 0
  )
  SELECT coalesce(array_agg(m.id), '{}') INTO claimed FROM mine m;
  RETURN claimed;
END $$;

/* Gives back requests in flight, as if they were never claimed. The next session fetches them; others of this run, if it goes on. */
CREATE FUNCTION fleet_release(the_run bigint, the_session bigint, ids bigint[], hosts text[], epochs bigint[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
BEGIN
  PERFORM 1 FROM fleet_sessions s WHERE s.id = the_session AND s.run_id = the_run FOR KEY SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  WITH held AS MATERIALIZED (
    SELECT h.host, h.epoch FROM fleet_hosts h
    WHERE h.run_id = the_run AND h.host = ANY (hosts) AND h.session_id + 0 = the_session FOR SHARE
  )
  UPDATE requests r SET state = 0, recovered = r.recovered + 1, requeued_in = (
      SELECT a.sessions + (a.requested IS NOT NULL OR a.state <> 'running' OR NOT EXISTS (
        SELECT 1 FROM fleet_sessions s WHERE s.run_id = the_run AND s.id <> the_session))::int
      FROM all_runs a WHERE a.id = the_run)
  FROM unnest(ids, hosts, epochs) AS g (id, host, epoch) JOIN held ON held.host = g.host AND held.epoch = g.epoch
  WHERE r.id = g.id AND r.run_id + 0 = the_run AND r.state + 0 = 1;
END $$;

/* Takes hosts that nobody else owns, of those named; null: of all with queued requests. Returns host and epoch of each. */
CREATE FUNCTION fleet_take_free(the_run bigint, the_session bigint, named text[]) RETURNS TABLE (host text, epoch bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM fleet_sessions s WHERE s.id = the_session AND s.run_id = the_run FOR KEY SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
    INSERT INTO fleet_hosts AS h (run_id, host, epoch, session_id)
    SELECT the_run, w.name, 1, the_session FROM (
      SELECT DISTINCT coalesce(n.name, substr(o.origin, strpos(o.origin, '//') + 2)) AS name
      FROM origins o FULL JOIN unnest(named) AS n (name) ON false
      WHERE CASE WHEN named IS NULL THEN o.run_id = the_run AND o.queued > 0 ELSE n.name IS NOT NULL END
    ) AS w ORDER BY w.name
    ON CONFLICT (run_id, host) DO UPDATE SET epoch = h.epoch + (h.session_id IS NULL)::int, session_id = the_session
      WHERE h.session_id IS NULL OR h.session_id = the_session
    RETURNING h.host, h.epoch;
END $$;

/*
 * Lets a request that was redirected stand for a page. Returns whether it does; null: the session is over. No request is admitted
 * meanwhile, which might be for the same page.
 */
CREATE FUNCTION fleet_redirect(the_run bigint, the_session bigint, request bigint, target bigint) RETURNS boolean
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
  holder bigint;
BEGIN
  PERFORM 1 FROM fleet_runs f WHERE f.run_id = the_run FOR NO KEY UPDATE;
  PERFORM 1 FROM fleet_sessions s WHERE s.id = the_session AND s.run_id = the_run FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT h.id INTO holder FROM (
    SELECT r.id FROM requests r WHERE r.run_id = the_run AND r.fingerprint = target AND r.state <> 3
    UNION ALL
    SELECT r.id FROM aliases a JOIN requests r ON r.id = a.request_id
      WHERE a.run_id = the_run AND a.fingerprint = target AND r.state <> 3
  ) AS h LIMIT 1;
  IF holder IS NOT NULL THEN RETURN holder = request; END IF;
  INSERT INTO aliases (run_id, fingerprint, request_id) VALUES (the_run, target, request)
    ON CONFLICT (run_id, fingerprint) DO UPDATE SET request_id = excluded.request_id;
  RETURN true;
END $$;

/*
 * Reserves a part of a budget of the run, or gives it back, where the number is negative. The session tells what it has reserved as
 * far as it knows: an answer that was lost is given again. Returns what it has reserved now, and whether the whole budget is used;
 * null: the session is over, or the run has no such budget.
 */
CREATE FUNCTION fleet_reserve(the_run bigint, the_session bigint, the_kind text, known bigint, wanted bigint) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  mine bigint;
  room bigint;
  others bigint;
BEGIN
  SELECT CASE the_kind WHEN 'items' THEN s.items ELSE s.pages END INTO mine
    FROM fleet_sessions s WHERE s.id = the_session AND s.run_id = the_run FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT b.most - b.counted INTO room FROM fleet_budgets b WHERE b.run_id = the_run AND b.kind = the_kind FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF mine = known THEN
    SELECT coalesce(sum(CASE the_kind WHEN 'items' THEN s.items ELSE s.pages END), 0) INTO others
      FROM fleet_sessions s WHERE s.run_id = the_run AND s.id <> the_session;
    mine := greatest(0, mine + CASE WHEN wanted < 0 THEN wanted ELSE greatest(0, least(wanted, room - others - mine)) END);
    UPDATE fleet_sessions s SET items = CASE the_kind WHEN 'items' THEN mine ELSE s.items END,
      pages = CASE the_kind WHEN 'pages' THEN mine ELSE s.pages END WHERE s.id = the_session;
  END IF;
  RETURN json_build_object('reserved', mine, 'isSpent', room <= 0)::text;
END $$;
`;
