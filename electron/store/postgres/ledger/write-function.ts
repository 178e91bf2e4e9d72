/**
 * The function that writes a batch of a session: the ends of visits with their items, links, events and pages, and requests that
 * are admitted. One call is one transaction and one way to the server and back.
 *
 * Visits are fenced by the owner and the epoch of their host, and by the state of their request; what else there is of a visit is
 * written for those that were updated. Rows that several sessions write are written in one order everywhere: the run, its sessions,
 * hosts, origins by name, requests by fingerprint, pages by hash, counters by id.
 *
 * The plans of a function are kept from when its tables were small. So that they go by an index however large those are, whole
 * tables are not joined: rows are looked up one by one, in subqueries of one value, and columns whose indexes would mislead have
 * "+ 0" beside them.
 */
export const writeFunction = `
CREATE TYPE fleet_visit AS (
  n bigint, id bigint, host text, epoch bigint, state bigint, not_before bigint, reason text, status bigint, final_url text,
  bytes bigint, duration_ms double precision, content_type text, items bigint, sha256 bytea, encoding text, kind text,
  fetched_at bigint, hops text, rendered bigint, answered_by bigint, head bigint, head_changes text, etag text,
  last_modified text, extracted boolean
);
CREATE TYPE fleet_link AS (
  visit bigint, parent bigint, origin bigint, fingerprint bigint, url text, priority bigint, depth bigint, rule bigint,
  callback text, follow bigint, message text
);
CREATE TYPE fleet_settled AS (n bigint, id bigint, origin_id bigint, state bigint, items bigint);
CREATE TYPE fleet_admitted AS (id bigint, origin_id bigint, fingerprint bigint);

CREATE FUNCTION fleet_now() RETURNS bigint LANGUAGE sql VOLATILE
  AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

/*
 * How many of the wanted items a session may write: what others have reserved is theirs. They are counted. The row of the session is
 * locked.
 */
CREATE FUNCTION fleet_items_allowed(the_run bigint, the_session bigint, wanted bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  room bigint;
  allowed bigint;
BEGIN
  SELECT b.most - b.counted INTO room FROM fleet_budgets b WHERE b.run_id = the_run AND b.kind = 'items' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN wanted; END IF;
  allowed := greatest(0, least(wanted, room - (
    SELECT coalesce(sum(s.items), 0) FROM fleet_sessions s WHERE s.run_id = the_run AND s.id <> the_session)));
  UPDATE fleet_budgets b SET counted = b.counted + allowed WHERE b.run_id = the_run AND b.kind = 'items';
  RETURN allowed;
END $$;

/* A start URL that is waiting as a link, or was skipped as one, becomes a start URL; see ledger/admission.ts. */
CREATE FUNCTION fleet_make_seeds(the_run bigint, seeds fleet_link[]) RETURNS void LANGUAGE sql
SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
  UPDATE requests r SET state = 0, depth = 0, parent_id = NULL, priority = greatest(r.priority, l.priority),
    callback = CASE WHEN r.depth = 0 THEN coalesce(r.callback, l.callback) ELSE coalesce(l.callback, r.callback) END,
    rule = CASE WHEN r.depth = 0 THEN r.rule ELSE l.rule END, follow = greatest(r.follow, l.follow),
    reason = CASE WHEN r.state = 4 THEN NULL ELSE r.reason END, answered_by = NULL, finished_at = NULL
  FROM (SELECT s.*, (
      SELECT q.id FROM requests q WHERE q.run_id = the_run AND q.fingerprint = s.fingerprint) AS standing
    FROM unnest(seeds) AS s OFFSET 0) AS l
  WHERE r.id = l.standing AND (r.state + 0 = 0 OR (r.state + 0 = 4 AND r.answered_by = 3 AND r.status IS NULL))
$$;

/* Adds the requests that are new to the run, with ids in the order of the links. */
CREATE FUNCTION fleet_admit(the_run bigint, links fleet_link[], origins text[]) RETURNS fleet_admitted[]
LANGUAGE plpgsql SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
#variable_conflict use_column
DECLARE
  origin_ids bigint[];
  admitted fleet_admitted[];
BEGIN
  INSERT INTO origins (run_id, origin)
    SELECT the_run, g.name FROM unnest(fleet_admit.origins) AS g (name)
    WHERE (SELECT o.id FROM origins o WHERE o.run_id = the_run AND o.origin = g.name) IS NULL
    ORDER BY g.name ON CONFLICT DO NOTHING;
  origin_ids := ARRAY(
    SELECT (SELECT o.id FROM origins o WHERE o.run_id = the_run AND o.origin = g.name)
    FROM unnest(fleet_admit.origins) WITH ORDINALITY AS g (name, place) ORDER BY g.place);
  WITH fresh AS MATERIALIZED (
    SELECT nextval('requests_id_seq') AS id, l.* FROM unnest(links) AS l
    WHERE (SELECT r.id FROM requests r WHERE r.run_id = the_run AND r.fingerprint = l.fingerprint) IS NULL
      AND (SELECT a.request_id FROM aliases a WHERE a.run_id = the_run AND a.fingerprint = l.fingerprint) IS NULL
  ),
  added AS (
    INSERT INTO requests (id, run_id, origin_id, fingerprint, url, priority, depth, rule, callback, follow, parent_id, message_json)
    SELECT f.id, the_run, origin_ids[f.origin + 1], f.fingerprint, f.url, f.priority, f.depth, f.rule, f.callback, f.follow,
      f.parent, f.message
    FROM fresh f ORDER BY f.fingerprint, f.id
    ON CONFLICT (run_id, fingerprint) DO NOTHING RETURNING requests.id, requests.origin_id, requests.fingerprint
  )
  SELECT coalesce(array_agg(ROW (a.id, a.origin_id, a.fingerprint)::fleet_admitted), '{}') INTO admitted FROM added a;
  RETURN admitted;
END $$;

CREATE FUNCTION fleet_write(
  the_run bigint, the_session bigint, the_batch bigint, the_time bigint, the_spider bigint, records boolean,
  visits json, links json, origins text[], items json, events json, texts json, bodies bytea, heads json
) RETURNS text LANGUAGE plpgsql
SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
#variable_conflict use_column
DECLARE
  known record;
  given fleet_visit[];
  new_links fleet_link[];
  settled fleet_settled[] := '{}';
  admitted fleet_admitted[] := '{}';
  one fleet_settled;
  -- By the number of a visit, from 1: the request, and how many of its items are written.
  request_of bigint[];
  items_of bigint[];
  at bigint;
  wanted bigint;
  allowed bigint;
  answered text;
  counts text;
BEGIN
  -- Of this transaction, as the setting of a function would need a superuser.
  counts := set_config('spider_studio.counts', 'own', true);
  -- Everybody who writes comes by the row of the run first. Who only admits may do so beside others who do.
  IF visits IS NOT NULL OR events IS NOT NULL THEN
    UPDATE fleet_runs f SET last_at = greatest(coalesce(the_time, fleet_now()), f.last_at + 1)
      WHERE f.run_id = the_run RETURNING f.last_at INTO at;
  ELSE
    PERFORM 1 FROM fleet_runs f WHERE f.run_id = the_run FOR SHARE;
  END IF;
  SELECT s.batch, s.answer INTO known FROM fleet_sessions s WHERE s.id = the_session AND s.run_id = the_run FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF known.batch = the_batch THEN RETURN known.answer; END IF;

  IF visits IS NOT NULL THEN
    given := ARRAY(SELECT v FROM json_populate_recordset(NULL::fleet_visit, visits) AS v);
    -- The hosts are held until the commit: whoever takes one over waits for it.
    given := ARRAY(
      SELECT v FROM unnest(given) AS v WHERE (v.host, v.epoch) IN (
        SELECT h.host, h.epoch FROM fleet_hosts h
        WHERE h.run_id = the_run AND h.host = ANY (ARRAY(SELECT DISTINCT u.host FROM unnest(given) AS u ORDER BY u.host))
          AND h.session_id + 0 = the_session FOR SHARE));
    wanted := (SELECT sum(v.items) FROM unnest(given) AS v);
    IF wanted > 0 THEN
      allowed := fleet_items_allowed(the_run, the_session, wanted);
      IF allowed < wanted THEN
        FOR i IN 1 .. cardinality(given) LOOP
          given[i].items := least(given[i].items, allowed);
          allowed := allowed - given[i].items;
        END LOOP;
      END IF;
    END IF;
    IF texts IS NOT NULL THEN
      INSERT INTO pages (sha256, codec, length, body)
        SELECT t.sha256, t.codec, t.length, substring(bodies FROM t.start FOR t.size)
        FROM json_to_recordset(texts) AS t (sha256 bytea, codec text, length bigint, start int, size int)
        WHERE t.sha256 IN (SELECT v.sha256 FROM unnest(given) AS v)
          AND (SELECT p.id FROM pages p WHERE p.sha256 = t.sha256) IS NULL
        ORDER BY t.sha256 ON CONFLICT (sha256) DO NOTHING;
    END IF;
    IF heads IS NOT NULL THEN
      INSERT INTO response_heads (run_id, number, head)
        SELECT the_run, h.number, h.head FROM json_to_recordset(heads) AS h (number bigint, head text) ON CONFLICT DO NOTHING;
    END IF;
    WITH moved AS (
      UPDATE requests r SET state = v.state, tries = r.tries + (v.state = 0)::int, not_before = v.not_before, reason = v.reason,
        status = v.status, final_url = v.final_url, bytes = v.bytes, duration_ms = v.duration_ms, content_type = v.content_type,
        items = v.items, page_id = v.page, page_encoding = v.encoding, page_kind = v.kind,
        finished_at = CASE WHEN v.state <> 0 THEN at END, fetched_at = v.fetched_at, rendered = v.rendered,
        freshness = CASE WHEN v.sha256 IS NOT NULL THEN coalesce(
          (SELECT CASE WHEN m.content_hash = v.sha256 THEN 1 ELSE 2 END FROM memory m
            WHERE m.spider_id = the_spider AND m.fingerprint = r.fingerprint),
          (SELECT max((SELECT CASE WHEN m.content_hash = v.sha256 THEN 1 ELSE 2 END FROM memory m
            WHERE m.spider_id = the_spider AND m.fingerprint = a.fingerprint)) FROM aliases a WHERE a.request_id = r.id), 0) END,
        answered_by = v.answered_by, hops_json = v.hops, head_number = v.head, head_changes = v.head_changes,
        deaths = CASE WHEN v.state = 0 THEN r.deaths ELSE 0 END
      FROM (SELECT g.*, (SELECT p.id FROM pages p WHERE p.sha256 = g.sha256) AS page FROM unnest(given) AS g OFFSET 0) AS v
      WHERE r.id = v.id AND r.run_id + 0 = the_run AND r.state + 0 = 1
      RETURNING v.n, r.id, r.origin_id, v.state, v.items, r.fingerprint, r.url, v.final_url, v.etag, v.last_modified,
        v.content_type, v.encoding, v.kind, v.sha256, v.extracted
    ),
    -- What full runs record for later ones; see history/.
    recorded AS (
      INSERT INTO memory (spider_id, fingerprint, url, final_url, etag, last_modified, content_type, encoding, page_kind,
          content_hash, row_hashes, fetched_run, fetched_at, extracted_run, extracted_at)
        SELECT DISTINCT ON (f.fingerprint) the_spider, f.fingerprint, f.url, m.final_url, m.etag, m.last_modified, m.content_type,
          m.encoding, m.kind, m.sha256, NULL, the_run, at, CASE WHEN m.extracted THEN the_run END, CASE WHEN m.extracted THEN at END
        FROM moved m CROSS JOIN LATERAL (SELECT m.fingerprint, m.url UNION ALL
          SELECT a.fingerprint, m.final_url FROM aliases a WHERE a.request_id = m.id) AS f
        WHERE records AND m.state = 2 AND m.final_url IS NOT NULL AND (m.sha256 IS NOT NULL OR m.extracted)
        ORDER BY f.fingerprint
        ON CONFLICT (spider_id, fingerprint) DO UPDATE SET url = excluded.url, final_url = excluded.final_url,
          etag = excluded.etag, last_modified = excluded.last_modified, content_type = excluded.content_type,
          encoding = excluded.encoding, page_kind = excluded.page_kind, content_hash = excluded.content_hash,
          row_hashes = excluded.row_hashes, fetched_run = excluded.fetched_run, fetched_at = excluded.fetched_at,
          extracted_run = coalesce(excluded.extracted_run, memory.extracted_run),
          extracted_at = coalesce(excluded.extracted_at, memory.extracted_at)
    )
    SELECT coalesce(array_agg(ROW (m.n, m.id, m.origin_id, m.state, m.items)::fleet_settled ORDER BY m.n), '{}')
      INTO settled FROM moved m;
    FOREACH one IN ARRAY settled LOOP
      request_of[one.n + 1] := one.id;
      items_of[one.n + 1] := one.items;
    END LOOP;
    IF items IS NOT NULL THEN
      INSERT INTO items (run_id, request_id, position, item_key, url, callback, title, content, author, published_date,
          metadata_json, problems_json, scraped_at)
        SELECT the_run, request_of[i.visit + 1], i.position, i.key, i.url, i.callback, i.title, i.content, i.author, i.published,
          i.metadata, i.problems, at
        FROM json_to_recordset(items) AS i (visit bigint, position bigint, key text, url text, callback text,
          title text, content text, author text, published text, metadata text, problems text)
        WHERE i.position < items_of[i.visit + 1] ORDER BY i.visit, i.position;
    END IF;
    UPDATE fleet_budgets b SET counted = b.counted + (SELECT count(*) FROM unnest(settled) AS d WHERE d.state IN (2, 3))
      WHERE b.run_id = the_run AND b.kind = 'pages';
  END IF;

  IF links IS NOT NULL THEN
    new_links := ARRAY(SELECT l FROM json_populate_recordset(NULL::fleet_link, links) AS l
      WHERE l.visit IS NULL OR request_of[l.visit + 1] IS NOT NULL);
    admitted := fleet_admit(the_run, new_links, fleet_write.origins);
    IF cardinality(admitted) < cardinality(new_links)
      AND EXISTS (SELECT 1 FROM unnest(new_links) AS l WHERE l.visit IS NULL AND l.parent IS NULL AND l.depth = 0) THEN
      -- By triggers, as they come from any state.
      counts := set_config('spider_studio.counts', '', true);
      PERFORM fleet_make_seeds(the_run, ARRAY(
        SELECT l FROM unnest(new_links) AS l WHERE l.visit IS NULL AND l.parent IS NULL AND l.depth = 0
          AND l.fingerprint NOT IN (SELECT a.fingerprint FROM unnest(admitted) AS a)));
      counts := set_config('spider_studio.counts', 'own', true);
    END IF;
  END IF;

  IF events IS NOT NULL THEN
    INSERT INTO events (run_id, at, kind, url, message)
      SELECT the_run, at, e.kind, e.url, e.message
      FROM json_to_recordset(events) AS e (n bigint, visit bigint, kind text, url text, message text)
      WHERE e.visit IS NULL OR request_of[e.visit + 1] IS NOT NULL ORDER BY e.n;
  END IF;

  WITH changes AS MATERIALIZED (
    SELECT c.origin_id, sum(c.queued) AS queued, sum(c.active) AS active, sum(c.done) AS done, sum(c.failed) AS failed,
      sum(c.skipped) AS skipped, sum(c.items) AS items
    FROM (
      SELECT d.origin_id, (d.state = 0)::int AS queued, -1 AS active, (d.state = 2)::int AS done, (d.state = 3)::int AS failed,
        (d.state = 4)::int AS skipped, d.items FROM unnest(settled) AS d
      UNION ALL
      SELECT a.origin_id, 1, 0, 0, 0, 0, 0 FROM unnest(admitted) AS a
    ) AS c GROUP BY c.origin_id
  ),
  locked AS MATERIALIZED (
    SELECT o.id FROM origins o WHERE o.id = ANY (ARRAY(SELECT c.origin_id FROM changes c)) ORDER BY o.id FOR NO KEY UPDATE
  )
  UPDATE origins o SET queued = o.queued + c.queued, active = o.active + c.active, done = o.done + c.done,
    failed = o.failed + c.failed, skipped = o.skipped + c.skipped, items = o.items + c.items
  FROM changes c WHERE o.id = c.origin_id AND (SELECT count(*) FROM locked) >= 0;

  answered := json_build_object(
    'settled', (SELECT coalesce(json_agg(json_build_array(d.n, d.items)), '[]') FROM unnest(settled) AS d),
    'admitted', (SELECT coalesce(json_agg(json_build_array(lpad(to_hex(a.fingerprint), 16, '0'), a.id)), '[]')
      FROM unnest(admitted) AS a))::text;
  UPDATE fleet_sessions s SET batch = the_batch, answer = answered WHERE s.id = the_session;
  RETURN answered;
END $$;
`;
