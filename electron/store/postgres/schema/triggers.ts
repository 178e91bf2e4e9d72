const states = ['queued', 'active', 'done', 'failed', 'skipped'];

/** Adds what has changed to the counters of origins, which are locked in the order of their ids: so no two writers wait for each other. */
const countStates = (moved: string): string => `
BEGIN
  IF counts_itself() THEN RETURN NULL; END IF;
  WITH moved AS (${moved}),
  changes AS (
    SELECT origin_id, ${states.map((name, state) => `sum((state = ${state})::int * sign)::bigint AS ${name}`).join(', ')}
    FROM moved GROUP BY origin_id
    HAVING ${states.map((_, state) => `sum((state = ${state})::int * sign) <> 0`).join(' OR ')}
  ),
  locked AS (
    SELECT id FROM origins WHERE id IN (SELECT origin_id FROM changes) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE origins SET ${states.map((name) => `${name} = origins.${name} + changes.${name}`).join(', ')}
  FROM changes WHERE origins.id = changes.origin_id AND (SELECT count(*) FROM locked) >= 0;
  RETURN NULL;
END`;

const countItems = (rows: string, sign: '+' | '-'): string => `
BEGIN
  IF counts_itself() THEN RETURN NULL; END IF;
  WITH changes AS (
    SELECT origin_id, count(*) AS items FROM ${rows} AS moved JOIN requests ON requests.id = moved.request_id
    GROUP BY origin_id
  ),
  locked AS (
    SELECT id FROM origins WHERE id IN (SELECT origin_id FROM changes) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE origins SET items = origins.items ${sign} changes.items
  FROM changes WHERE origins.id = changes.origin_id AND (SELECT count(*) FROM locked) >= 0;
  RETURN NULL;
END`;

const added = 'SELECT origin_id, state, 1 AS sign FROM new_rows';
const removed = 'SELECT origin_id, state, -1 AS sign FROM old_rows';

/**
 * Keeps counters and rules as the triggers of SQLite do, once for each statement. A session that counts on its own says so by
 * `SET spider_studio.counts = 'own'`.
 */
export const triggers = `
CREATE FUNCTION counts_itself() RETURNS boolean LANGUAGE sql STABLE
  AS $$ SELECT coalesce(current_setting('spider_studio.counts', true), '') = 'own' $$;

CREATE FUNCTION requests_added() RETURNS trigger LANGUAGE plpgsql AS $$${countStates(added)} $$;
CREATE TRIGGER requests_added AFTER INSERT ON requests REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION requests_added();

CREATE FUNCTION requests_moved() RETURNS trigger LANGUAGE plpgsql AS $$${countStates(`${added} UNION ALL ${removed}`)} $$;
CREATE TRIGGER requests_moved AFTER UPDATE ON requests REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION requests_moved();

CREATE FUNCTION requests_removed() RETURNS trigger LANGUAGE plpgsql AS $$${countStates(removed)} $$;
CREATE TRIGGER requests_removed AFTER DELETE ON requests REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION requests_removed();

CREATE FUNCTION items_added() RETURNS trigger LANGUAGE plpgsql AS $$${countItems('new_rows', '+')} $$;
CREATE TRIGGER items_added AFTER INSERT ON items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION items_added();

CREATE FUNCTION items_removed() RETURNS trigger LANGUAGE plpgsql AS $$${countItems('old_rows', '-')} $$;
CREATE TRIGGER items_removed AFTER DELETE ON items REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION items_removed();

CREATE FUNCTION file_not_received() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM long_files WHERE request_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER file_not_received AFTER UPDATE OF state ON requests
  FOR EACH ROW WHEN (OLD.state = 1 AND NEW.state <> 1 AND NOT counts_itself()) EXECUTE FUNCTION file_not_received();

CREATE FUNCTION versions_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM all_spiders WHERE id = OLD.spider_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'versions of spiders are append-only';
END $$;
CREATE TRIGGER spider_versions_go_with_their_spider BEFORE DELETE ON spider_versions
  FOR EACH ROW EXECUTE FUNCTION versions_are_append_only();
CREATE TRIGGER spider_versions_never_change
  BEFORE UPDATE OF id, spider_id, number, document, hash, created_at, origin ON spider_versions
  FOR EACH ROW EXECUTE FUNCTION versions_are_append_only();
`;
