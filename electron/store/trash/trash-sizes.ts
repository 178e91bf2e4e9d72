import type { StoreContext } from '../database/context.ts';

/** Places in a run, and requests at each, whose size is measured; runs that are measured at most. */
const places = 40;
const perPlace = 5;
const mostRuns = 40;

/**
 * Returns a function that tells about how many bytes runs and saved pages take: exactly for small runs, and by a sample of the larger
 * ones, so that it takes a fraction of a second however much there is.
 */
export function createSizes({
  connection: { db },
}: StoreContext): (runs: readonly number[], pages: readonly number[]) => number {
  const extent = db.prepare<[{ run: number }], { first: number | null; last: number | null; count: number }>(
    `SELECT (SELECT min(id) FROM requests WHERE run_id = @run) AS first, (SELECT max(id) FROM requests WHERE run_id = @run) AS last,
      (SELECT coalesce(sum(queued + active + done + failed + skipped), 0) FROM origins WHERE run_id = @run) AS count`,
  );
  const part = db.prepare<[{ run: number; from: number; limit: number }], { count: number; bytes: number }>(
    `SELECT count(*) AS count, coalesce(sum(200 + length(url)
        + coalesce((SELECT bytes FROM file_requests WHERE request_id = part.id AND file_id IS NOT NULL), 0)
        + coalesce((SELECT length(body) FROM pages WHERE pages.id = part.page_id), 0)
        + coalesce((SELECT sum(200 + octet_length(metadata_json) + coalesce(octet_length(content), 0)) FROM items
            WHERE request_id = part.id), 0)), 0) AS bytes
      FROM (SELECT id, url, page_id FROM requests NOT INDEXED WHERE id >= @from AND run_id = @run ORDER BY id LIMIT @limit) AS part`,
  );
  const saved = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(length(body)), 0) FROM all_saved_pages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))',
    )
    .pluck();

  function ofRun(run: number): number {
    const { first, last, count } = extent.get({ run }) ?? { first: null, last: null, count: 0 };
    if (first === null || last === null) return 0;
    if (count <= places * perPlace) return part.get({ run, from: first, limit: count })?.bytes ?? 0;
    let [seen, bytes] = [0, 0];
    for (let place = 0; place < places; place += 1) {
      const from = first + Math.floor(((last - first) * place) / places);
      const found = part.get({ run, from, limit: perPlace });
      seen += found?.count ?? 0;
      bytes += found?.bytes ?? 0;
    }
    return seen === 0 ? 0 : Math.round((bytes / seen) * count);
  }

  return (runs, pages) => {
    const step = Math.max(1, Math.ceil(runs.length / mostRuns));
    const measured = runs.filter((_, index) => index % step === 0);
    const bytes = measured.reduce((sum, run) => sum + ofRun(run), 0);
    const ofRuns = measured.length === 0 ? 0 : (bytes / measured.length) * runs.length;
    return Math.round(ofRuns) + (saved.get(JSON.stringify(pages)) ?? 0);
  };
}
