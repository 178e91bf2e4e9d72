import type { StoreContext } from '../database/context.ts';
import { storedFingerprint } from '../ledger/admission.ts';
import { isoTime, isoTimeOrNull } from '../database/rows.ts';

/** What is remembered of a page, for people. */
export interface MemoryRow {
  url: string;
  /** URL after redirects. */
  finalUrl: string;
  etag: string | null;
  lastModified: string | null;
  contentType: string | null;
  /** SHA-256 of the page's text, in hexadecimal; null when the page was not kept. */
  contentHash: string | null;
  /** The full run that read the page last. */
  fetchedRun: string;
  fetchedAt: string;
  /** The full run that extracted it last; null when none did, for example because the page is only for navigation. */
  extractedRun: string | null;
  extractedAt: string | null;
}

/** The memory of spiders: what full runs leave for the runs after them. A spider is named by its project and name. */
export interface MemoryRepository {
  /** The pages that were read last come first. */
  list(project: string, spider: string, limit: number, part?: MemoryPart): MemoryRow[];
  count(project: string, spider: string): { pages: number; extracted: number };
  /** How many pages have this text in their URL. */
  matching(project: string, spider: string, text: string): number;
  /** When the page that was not read for the longest time was read; null: nothing is remembered. */
  since(project: string, spider: string): string | null;
  get(project: string, spider: string, fingerprint: string): MemoryRow | null;
  /** Forgets all pages, or one. @returns how many were forgotten */
  reset(project: string, spider: string, fingerprint: string | null): number;
}

/** A part of what is remembered: after so many pages, and only those that have this text in their URL. */
export interface MemoryPart {
  offset?: number;
  text?: string;
}

/** The id of the spider of this name, for conditions. */
export const spiderOf = `(SELECT spiders.id FROM spiders JOIN projects ON projects.id = spiders.project_id
  WHERE projects.name = @project AND spiders.name = @spider)`;

export interface SpiderName {
  project: string;
  spider: string;
}

export function createMemory({ connection }: StoreContext): MemoryRepository {
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
    FROM memory WHERE spider_id = ${spiderOf}`;
  // URLs are kept in ASCII alone, so that SQLite's `lower` folds all of their letters.
  const fits = `(@text = '' OR instr(lower(url), lower(@text)) > 0)`;
  const newest = db.prepare<[SpiderName & { limit: number; offset: number; text: string }], Row>(
    `${columns} AND ${fits} ORDER BY fetched_at DESC, url LIMIT @limit OFFSET @offset`,
  );
  const fitting = db.prepare<[SpiderName & { text: string }], { pages: number }>(
    `SELECT count(*) AS pages FROM memory WHERE spider_id = ${spiderOf} AND ${fits}`,
  );
  const oldest = db.prepare<[SpiderName], { at: number | null }>(
    `SELECT min(fetched_at) AS at FROM memory WHERE spider_id = ${spiderOf}`,
  );
  const one = db.prepare<[SpiderName & { fingerprint: bigint }], Row>(
    `${columns} AND fingerprint = @fingerprint`,
  );
  const counts = db.prepare<[SpiderName], { pages: number; extracted: number }>(
    `SELECT count(*) AS pages, count(extracted_run) AS extracted FROM memory WHERE spider_id = ${spiderOf}`,
  );
  const forget = db.prepare<[SpiderName & { fingerprint: bigint | null }]>(
    `DELETE FROM memory WHERE spider_id = ${spiderOf} AND (@fingerprint IS NULL OR fingerprint = @fingerprint)`,
  );

  const shown = (row: Row): MemoryRow => ({
    ...row,
    contentHash: row.contentHash === '' ? null : row.contentHash,
    fetchedRun: String(row.fetchedRun),
    fetchedAt: isoTime(row.fetchedAt),
    extractedRun: row.extractedRun === null ? null : String(row.extractedRun),
    extractedAt: isoTimeOrNull(row.extractedAt),
  });

  return {
    list: connection.reading(
      (project: string, spider: string, limit: number, { offset = 0, text = '' }: MemoryPart = {}) =>
        newest.all({ project, spider, limit, offset, text }).map(shown),
    ),
    matching: connection.reading(
      (project: string, spider: string, text: string) => fitting.get({ project, spider, text })?.pages ?? 0,
    ),
    since: connection.reading((project: string, spider: string) =>
      isoTimeOrNull(oldest.get({ project, spider })?.at ?? null),
    ),
    count: connection.reading(
      (project: string, spider: string) => counts.get({ project, spider }) ?? { pages: 0, extracted: 0 },
    ),
    get: connection.reading((project: string, spider: string, fingerprint: string) => {
      const row = one.get({ project, spider, fingerprint: storedFingerprint(fingerprint) });
      return row === undefined ? null : shown(row);
    }),
    reset: connection.writing((project: string, spider: string, fingerprint: string | null) => {
      const of = fingerprint === null ? null : storedFingerprint(fingerprint);
      return forget.run({ project, spider, fingerprint: of }).changes;
    }),
  };
}
