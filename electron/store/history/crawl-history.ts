import type { StoreContext } from '../database/context.ts';
import { isoTime, isoTimeOrNull, storedFingerprint } from '../database/rows.ts';
import type {
  CrawlHistoryQueries,
  HistoryPage,
  HistoryPart,
  HistorySummary,
  SpiderName,
} from './crawl-history-queries.ts';

/** The id of the spider of this name, for conditions. */
const spiderId = `(SELECT spiders.id FROM spiders JOIN projects ON projects.id = spiders.project_id
  WHERE projects.name = @project AND spiders.name = @spider)`;

export function createCrawlHistory({ connection }: StoreContext): CrawlHistoryQueries {
  const { db } = connection;
  interface Row {
    url: string;
    finalUrl: string;
    etag: string | null;
    lastModified: string | null;
    contentType: string | null;
    contentHash: string | null;
    fetchedRun: number;
    fetchedAt: number;
    extractedRun: number | null;
    extractedAt: number | null;
  }
  const columns = `
    SELECT url, final_url AS finalUrl, etag, last_modified AS lastModified, content_type AS contentType,
      lower(hex(content_hash)) AS contentHash, fetched_run AS fetchedRun, fetched_at AS fetchedAt,
      extracted_run AS extractedRun, extracted_at AS extractedAt
    FROM memory WHERE spider_id = ${spiderId}`;
  // URLs are kept in ASCII alone, so that SQLite's `lower` folds all of their letters.
  const fits = `(@text = '' OR instr(lower(url), lower(@text)) > 0)`;
  const newest = db.prepare<[SpiderName & HistoryPart], Row>(
    `${columns} AND ${fits} ORDER BY fetched_at DESC, url LIMIT @limit OFFSET @offset`,
  );
  const fitting = db.prepare<[SpiderName & { text: string }], { pages: number }>(
    `SELECT count(*) AS pages FROM memory WHERE spider_id = ${spiderId} AND ${fits}`,
  );
  const one = db.prepare<[SpiderName & { fingerprint: bigint }], Row>(
    `${columns} AND fingerprint = @fingerprint`,
  );
  const counts = db.prepare<[SpiderName], { pages: number; extracted: number; since: number | null }>(
    `SELECT count(*) AS pages, count(extracted_run) AS extracted, min(fetched_at) AS since
      FROM memory WHERE spider_id = ${spiderId}`,
  );
  const cached = db.prepare<[SpiderName], HistorySummary['cache']>(
    `SELECT count(*) AS answers, coalesce(sum(length(body)), 0) AS bytes FROM answers WHERE spider_id = ${spiderId}`,
  );
  const clear = (table: 'memory' | 'answers') =>
    db.prepare<[SpiderName & { fingerprint: bigint | null }]>(
      `DELETE FROM ${table} WHERE spider_id = ${spiderId} AND (@fingerprint IS NULL OR fingerprint = @fingerprint)`,
    );
  const clearPages = clear('memory');
  const clearResponses = clear('answers');

  const shown = (row: Row): HistoryPage => ({
    ...row,
    contentHash: row.contentHash === '' ? null : row.contentHash,
    fetchedRun: String(row.fetchedRun),
    fetchedAt: isoTime(row.fetchedAt),
    extractedRun: row.extractedRun === null ? null : String(row.extractedRun),
    extractedAt: isoTimeOrNull(row.extractedAt),
  });

  return {
    summary: connection.query((of: SpiderName) => {
      const { pages, extracted, since } = counts.get(of) ?? { pages: 0, extracted: 0, since: null };
      const cache = cached.get(of) ?? { answers: 0, bytes: 0 };
      return { pages, extracted, since: isoTimeOrNull(since), cache };
    }),
    list: connection.query((of: SpiderName, { text, offset, limit }: HistoryPart) => {
      const matching = fitting.get({ ...of, text })?.pages ?? 0;
      return { pages: newest.all({ ...of, text, offset, limit }).map(shown), matching };
    }),
    get: connection.query((of: SpiderName, fingerprint: string) => {
      const row = one.get({ ...of, fingerprint: storedFingerprint(fingerprint) });
      return row === undefined ? null : shown(row);
    }),
    clear: connection.change((of: SpiderName, fingerprint: string | null) => {
      const which = { ...of, fingerprint: fingerprint === null ? null : storedFingerprint(fingerprint) };
      return { pages: clearPages.run(which).changes, answers: clearResponses.run(which).changes };
    }),
  };
}
