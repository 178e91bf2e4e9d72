/**
 * Values as SQLite has them: texts in one row and numbers in the next one. See `database/value-sql.ts`. A value is JSON, the text of
 * a column, or its number.
 */
export const values = String.raw`
-- SQLite folds only the letters of ASCII, and takes a place before the first one from the end.
CREATE FUNCTION lower(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT pg_catalog.lower($1 COLLATE "C")';
CREATE FUNCTION substr(text, integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT CASE WHEN $2 < 0 THEN pg_catalog.right($1, -$2) ELSE pg_catalog.substr($1, $2) END';

CREATE FUNCTION json_field(text, text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT $1::json -> $2';

CREATE FUNCTION value_text(json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN json_typeof($1) = 'boolean' THEN ($1::text::boolean)::int::text ELSE $1 #>> '{}' END
$$;
CREATE FUNCTION value_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT $1';
CREATE FUNCTION value_text(bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT $1::text';

-- What is nothing but a number is one; of several, the first.
CREATE FUNCTION value_number(text) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length($1) < 300 AND $1 ~ '^[0-9.+-]*[0-9][0-9.+-]*$'
    THEN coalesce(substring($1 FROM '^[+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)')::double precision, 0) END
$$;
CREATE FUNCTION value_number(bigint) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT $1::double precision';
CREATE FUNCTION value_number(json) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE json_typeof($1) WHEN 'number' THEN ($1 #>> '{}')::double precision
    WHEN 'boolean' THEN ($1::text::boolean)::int::double precision WHEN 'string' THEN value_number($1 #>> '{}') END
$$;

CREATE FUNCTION value_is_text(json) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT json_typeof($1) IN ('string', 'array', 'object') $$;
CREATE FUNCTION value_is_text(text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT $1 IS NOT NULL';
CREATE FUNCTION value_is_text(bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT false';

-- The order of values: numbers (0), texts (1), and what is empty (null); numbers among themselves; texts among themselves.
CREATE FUNCTION value_rank(json) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN json_typeof($1) IN ('number', 'boolean') THEN 0
    WHEN $1 #>> '{}' NOT IN ('', '[]', '{}') THEN 1 END
$$;
CREATE FUNCTION value_rank(text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN $1 <> '' THEN 1 END $$;
CREATE FUNCTION value_rank(bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT CASE WHEN $1 IS NOT NULL THEN 0 END';
CREATE FUNCTION value_place(json) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN json_typeof($1) IN ('number', 'boolean') THEN value_number($1) END $$;
CREATE FUNCTION value_place(text) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT NULL::double precision';
CREATE FUNCTION value_place(bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT $1';
CREATE FUNCTION value_folded(json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN value_is_text($1) THEN lower($1 #>> '{}') END $$;
CREATE FUNCTION value_folded(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT lower($1)';
CREATE FUNCTION value_folded(bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT NULL::text';

CREATE FUNCTION json_quote(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT coalesce(to_json($1)::text, 'null') $$;
CREATE FUNCTION json_quote(bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT coalesce($1::text, 'null') $$;
CREATE FUNCTION json_array_length(text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE json_typeof($1::json) WHEN 'array' THEN pg_catalog.json_array_length($1::json) ELSE 0 END::bigint $$;
`;
