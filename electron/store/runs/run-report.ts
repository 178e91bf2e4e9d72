import type { StoreContext } from '../database/context.ts';

/** How fast a run went. */
export interface RunTimings {
  /** Time spent running, over all sessions, in milliseconds. Of a session that was cut off: up to its last sign. */
  activeMs: number;
  /** Requests that were answered, whatever the answer was. */
  answered: number;
  /** Answered requests per second of active time; null before any time has passed. */
  pagesPerSecond: number | null;
  /** Milliseconds from the first byte sent to the last byte read; null without an answer. */
  medianMs: number | null;
  p95Ms: number | null;
}

/** How many items of a callback have a value in a field. */
export interface FieldFill {
  callback: string;
  field: string;
  /** Items that the callback gave, whether or not they have the field. */
  items: number;
  filled: number;
}

export interface RunReport {
  timings(run: number, activeMs: number): RunTimings;
  /** Columns first, then the metadata in the order in which its keys first appear; callback by callback. */
  fills(run: number): FieldFill[];
}

export function createRunReport({ connection }: StoreContext): RunReport {
  const { db } = connection;
  const answered = db.prepare<[number], { answered: number; timed: number }>(
    'SELECT count(status) AS answered, count(duration_ms) AS timed FROM requests WHERE run_id = ?',
  );
  const nth = db.prepare<[number, number], { ms: number }>(
    `SELECT duration_ms AS ms FROM requests WHERE run_id = ? AND duration_ms IS NOT NULL
      ORDER BY duration_ms LIMIT 1 OFFSET ?`,
  );
  const fills = db.prepare<[{ run: number }], FieldFill>(fillsSql);

  /** The nearest-rank percentile: the smallest value that at least this share of the values does not exceed. */
  const percentile = (run: number, count: number, share: number): number | null =>
    nth.get(run, Math.max(0, Math.ceil(count * share) - 1))?.ms ?? null;

  return {
    timings(run, activeMs) {
      const counts = answered.get(run) ?? { answered: 0, timed: 0 };
      return {
        activeMs,
        answered: counts.answered,
        pagesPerSecond: activeMs > 0 ? counts.answered / (activeMs / 1000) : null,
        medianMs: percentile(run, counts.timed, 0.5),
        p95Ms: percentile(run, counts.timed, 0.95),
      };
    },
    fills: (run) => fills.all({ run }),
  };
}

/**
 * A field without a value is null, blank text, or an empty list or object. `inner` is the place within the first item
 * that has the key: SQLite takes a bare column from the row that min() found. All columns are told: only
 * the spider can tell which of them it asks for.
 */
const fillsSql = `
  WITH totals AS (
    SELECT callback, count(*) AS items, min(id) AS first,
      count(nullif(trim(title), '')) AS title, count(nullif(trim(content), '')) AS content,
      count(nullif(trim(author), '')) AS author, count(nullif(trim(published_date), '')) AS published_date
    FROM items WHERE run_id = @run GROUP BY callback
  ), columns AS (
    SELECT callback, 'title' AS field, title AS filled, 0 AS place, 0 AS inner FROM totals
    UNION ALL SELECT callback, 'content', content, 0, 1 FROM totals
    UNION ALL SELECT callback, 'author', author, 0, 2 FROM totals
    UNION ALL SELECT callback, 'published_date', published_date, 0, 3 FROM totals
  ), metadata AS (
    SELECT callback, field.key AS field,
      count(*) FILTER (WHERE field.type <> 'null' AND trim(field.value) NOT IN ('', '[]', '{}')) AS filled,
      min(items.id) AS place, field.id AS inner
    FROM items, json_each(iif(json_valid(metadata_json), metadata_json, '{}')) AS field
    WHERE run_id = @run GROUP BY callback, field.key
  )
  SELECT totals.callback, field, items, filled
  FROM totals JOIN (SELECT * FROM columns UNION ALL SELECT * FROM metadata) AS fields
    ON fields.callback = totals.callback
  ORDER BY totals.first, place, inner`;
