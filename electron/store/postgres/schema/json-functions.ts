/**
 * The parts of JSON as SQLite tells them. None is STRICT, and each reads what it is given once, so that they become part of the statements that
 * use them instead of being planned and called for each row.
 */
export const jsonFunctions = String.raw`CREATE OR REPLACE FUNCTION json_atom(json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE json_typeof($1) WHEN 'string' THEN $1 #>> '{}' WHEN 'number' THEN $1 #>> '{}'
    WHEN 'boolean' THEN CASE $1::text WHEN 'true' THEN '1' ELSE '0' END END
$$;
CREATE OR REPLACE FUNCTION json_kind(json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE json_typeof($1) WHEN 'string' THEN 'text' WHEN 'boolean' THEN $1::text
    WHEN 'number' THEN CASE WHEN $1::text ~ '[.eE]' THEN 'real' ELSE 'integer' END ELSE json_typeof($1) END
$$;
CREATE OR REPLACE FUNCTION json_value_of(json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE json_typeof($1) WHEN 'object' THEN $1::text WHEN 'array' THEN $1::text ELSE json_atom($1) END
$$;
CREATE OR REPLACE FUNCTION json_each(text) RETURNS TABLE (key text, value text, type text, atom text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT part.key, json_value_of(part.value), json_kind(part.value), json_atom(part.value)
  FROM (SELECT $1::json AS value OFFSET 0) AS whole CROSS JOIN LATERAL (
    SELECT e.key, e.value FROM pg_catalog.json_each(CASE json_typeof(whole.value) WHEN 'object' THEN whole.value END) AS e
    UNION ALL
    SELECT (e.place - 1)::text, e.value
    FROM json_array_elements(CASE json_typeof(whole.value) WHEN 'array' THEN whole.value END) WITH ORDINALITY AS e (value, place)
  ) AS part
$$;`;
