import Database from 'better-sqlite3';
import type { PostgresServer } from '../../../servers/postgres.ts';

/** How many items of two runs there are, whose ids follow each other from 1 on. */
export const gappedItems = 60_000;

/** Whether an item is one of the second run: every third one, and a stretch of their own. */
export const isOfOther = (id: number): boolean => id % 3 === 0 || (id > 20_000 && id <= 32_000);

const ofOther = '(n % 3 = 0 OR (n > 20000 AND n <= 32000))';
const columns =
  'id, run_id, request_id, position, url, callback, title, content, metadata_json, problems_json, scraped_at';
const rowsOf = (runs: readonly [string, string], from: string): string =>
  `SELECT n, CASE WHEN ${ofOther} THEN ${runs[1]} ELSE ${runs[0]} END, n, 0, 'https://example.org/' || n, 'parse', 'T', 'C',
    '{"n":' || n || '}', '[]', 1764000000000 + n FROM ${from}`;
const origins = (runs: readonly [string, string], schema: string): string =>
  runs
    .map(
      (run) =>
        `INSERT INTO ${schema}origins (run_id, origin, done, items)
          SELECT ${run}, 'https://example.org', count(*), count(*) FROM ${schema}items WHERE run_id = ${run};`,
    )
    .join('\n');

/** Writes the items of two runs that were carried out side by side into a file of SQLite. */
export function fillSqlite(path: string, runs: readonly [string, string]): void {
  const db = new Database(path);
  db.pragma('foreign_keys = OFF');
  db.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${gappedItems})
    INSERT INTO items (${columns}) ${rowsOf(runs, 'numbers')};
    ${origins(runs, '')}`);
  db.close();
}

/** The same on a server. */
export async function fillPostgres(
  { query }: Pick<PostgresServer, 'query'>,
  runs: readonly [string, string],
): Promise<void> {
  await query(`DO $$ BEGIN
    SET LOCAL session_replication_role = replica;
    INSERT INTO spider_studio.items (${columns}) ${rowsOf(runs, `generate_series(1, ${gappedItems}) AS n`)};
    PERFORM setval('spider_studio.items_id_seq', ${gappedItems});
    ${origins(runs, 'spider_studio.')}
  END $$`);
  await query('VACUUM (ANALYZE) spider_studio.items');
}
