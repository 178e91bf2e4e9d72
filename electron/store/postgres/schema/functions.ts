import { jsonFunctions } from './json-functions.ts';

/**
 * What SQLite has and PostgreSQL lacks, so that one text of a query serves both. `json_each` and its like read texts, and answer as
 * SQLite does: a text without its quotes, true as 1, an object as it is written.
 */
export const functions = String.raw`
CREATE FUNCTION iif(boolean, anycompatible, anycompatible) RETURNS anycompatible LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT CASE WHEN $1 THEN $2 ELSE $3 END';
CREATE FUNCTION max(anycompatible, anycompatible) RETURNS anycompatible LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1, $2) END';
CREATE FUNCTION min(anycompatible, anycompatible) RETURNS anycompatible LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN least($1, $2) END';
CREATE FUNCTION max(anycompatible, anycompatible, anycompatible) RETURNS anycompatible LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL THEN greatest($1, $2, $3) END';
CREATE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT strpos($1, $2)::bigint';
CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT upper(encode($1, ''hex''))';
CREATE FUNCTION unhex(text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT decode($1, ''hex'')';
-- Only the format of fingerprints, %016x, is used.
CREATE FUNCTION printf(text, bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT lpad(to_hex($2), 16, ''0'')';

CREATE FUNCTION add_boolean(bigint, boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT CASE WHEN $2 IS NULL THEN $1 ELSE coalesce($1, 0) + $2::int END';
CREATE AGGREGATE sum(boolean) (sfunc = add_boolean, stype = bigint);
CREATE AGGREGATE total(double precision) (sfunc = float8pl, stype = double precision, initcond = '0');
CREATE FUNCTION later(boolean, boolean) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT $1 OR $2';
CREATE FUNCTION sooner(boolean, boolean) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT $1 AND $2';
CREATE AGGREGATE max(boolean) (sfunc = later, stype = boolean);
CREATE AGGREGATE min(boolean) (sfunc = sooner, stype = boolean);

CREATE FUNCTION json_valid(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  PERFORM $1::json;
  RETURN true;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN false;
END $$;
${jsonFunctions}
CREATE FUNCTION json_tree(text) RETURNS TABLE (key text, value text, type text, atom text)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  WITH RECURSIVE tree (key, value) AS (
    SELECT NULL::text, $1::json
    UNION ALL
    SELECT part.key, part.value FROM tree CROSS JOIN LATERAL (
      SELECT e.key, e.value FROM pg_catalog.json_each(CASE json_typeof(tree.value) WHEN 'object' THEN tree.value ELSE '{}' END) AS e
      UNION ALL
      SELECT NULL, e.value FROM json_array_elements(CASE json_typeof(tree.value) WHEN 'array' THEN tree.value ELSE '[]' END) AS e
    ) AS part
  )
  SELECT tree.key, json_value_of(tree.value), json_kind(tree.value), json_atom(tree.value) FROM tree
$$;
-- Paths are '$', or '$.name' and '$.name.name'.
CREATE FUNCTION json_at(text, text) RETURNS json LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN $2 = '$' THEN $1::json ELSE $1::json #> string_to_array(substr($2, 3), '.') END
$$;
CREATE FUNCTION json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT json_value_of(json_at($1, $2))';
CREATE FUNCTION json_type(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT json_kind($1::json)';
CREATE FUNCTION json_type(text, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT json_kind(json_at($1, $2))';
CREATE FUNCTION json_array_length(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE json_typeof(json_at($1, $2)) WHEN 'array' THEN json_array_length(json_at($1, $2)) ELSE 0 END::bigint
$$;
`;
