import { hasFilledField } from '../../../shared/filled.ts';
import type { FetchFacts, NewItem, RecalledPage, RememberedPage } from '../../engine/ports/ledger.ts';
import { freshnessCode } from '../runs/answered-by.ts';
import type { StoreContext } from '../database/context.ts';
import { decompressPage } from '../../engine/stored-page.ts';
import type { CompressedPage } from '../../engine/ports/ledger.ts';
import type { RunKind } from '../runs/run-queries.ts';
import { isoTime } from '../database/rows.ts';

/** What a run reads from the memory of its spider, and adds to it. To be called within a transaction. */
export interface RunMemory {
  /** See `Ledger.alreadyExtracted`. */
  alreadyExtracted(fingerprint: bigint): string | null;
  /** What to ask the server with whether a page has changed; null when there is nothing, or the page is not stored. */
  remembered(request: number): RememberedPage | null;
  /** The page that was stored when this one was remembered; null when it is gone or damaged. */
  recall(request: number): RecalledPage | null;
  /** The page beside what is remembered of it, as a code of `answered-by.ts`. */
  freshness(request: number, sha256: Uint8Array): number;
  /** Remembers a page that is done, when this is a full run. Its redirects are remembered with it. */
  remember(page: DonePage): void;
}

export interface DonePage {
  request: number;
  facts: FetchFacts;
  items: readonly NewItem[];
  /** Of the page's text; null when it was not kept. */
  sha256: Uint8Array | null;
  encoding: string | null;
}

/**
 * @param run the run's row
 * @param incremental whether the run skips what is remembered as extracted, and asks servers whether the rest has changed
 */
export function createRunMemory(
  { connection, now }: StoreContext,
  run: number,
  incremental: boolean,
): RunMemory {
  const { db } = connection;
  const owner = db
    .prepare<[number], { spider: number; kind: RunKind }>(
      'SELECT spider_id AS spider, kind FROM runs WHERE id = ?',
    )
    .get(run);
  const spider = owner?.spider ?? 0;

  const extracted = db.prepare<
    [{ spider: number; fingerprint: bigint; run: number }],
    { run: number; at: number }
  >(
    `SELECT extracted_run AS run, extracted_at AS at FROM memory
      WHERE spider_id = @spider AND fingerprint = @fingerprint AND extracted_run <> @run`,
  );
  // Only where the page is still stored: else an answer of "not modified" would be worth nothing.
  const remembered = db.prepare<
    [number, number],
    { etag: string | null; lastModified: string | null; finalUrl: string }
  >(
    `SELECT etag, last_modified AS lastModified, memory.final_url AS finalUrl
      FROM requests JOIN memory ON memory.spider_id = ? AND memory.fingerprint = requests.fingerprint
      JOIN pages ON pages.sha256 = memory.content_hash
      WHERE requests.id = ? AND (etag IS NOT NULL OR last_modified IS NOT NULL)`,
  );
  const stored = db.prepare<
    [number, number],
    Omit<CompressedPage, 'encoding'> & { encoding: string | null; contentType: string | null }
  >(
    `SELECT sha256, codec, length, body, memory.encoding, memory.content_type AS contentType
      FROM requests JOIN memory ON memory.spider_id = ? AND memory.fingerprint = requests.fingerprint
      JOIN pages ON pages.sha256 = memory.content_hash WHERE requests.id = ?`,
  );
  const known = db.prepare<[{ spider: number; request: number }], { hash: Buffer | null }>(
    `SELECT content_hash AS hash FROM memory WHERE spider_id = @spider AND fingerprint IN (
      SELECT fingerprint FROM requests WHERE id = @request
      UNION ALL SELECT fingerprint FROM aliases WHERE request_id = @request) LIMIT 1`,
  );
  interface Row {
    spider: number;
    request: number;
    run: number;
    now: number;
    finalUrl: string;
    etag: string | null;
    lastModified: string | null;
    contentType: string | null;
    encoding: string | null;
    hash: Uint8Array | null;
    extracted: number;
  }
  const write = db.prepare<[Row]>(
    `INSERT INTO memory (spider_id, fingerprint, url, final_url, etag, last_modified, content_type, encoding,
        content_hash, fetched_run, fetched_at, extracted_run, extracted_at)
      SELECT @spider, fingerprint, url, @finalUrl, @etag, @lastModified, @contentType, @encoding, @hash, @run, @now,
        iif(@extracted, @run, NULL), iif(@extracted, @now, NULL)
      FROM (SELECT fingerprint, url FROM requests WHERE id = @request
        UNION ALL SELECT fingerprint, @finalUrl FROM aliases WHERE request_id = @request) WHERE true
      ON CONFLICT (spider_id, fingerprint) DO UPDATE SET url = excluded.url, final_url = excluded.final_url,
        etag = excluded.etag, last_modified = excluded.last_modified, content_type = excluded.content_type,
        encoding = excluded.encoding, content_hash = excluded.content_hash, fetched_run = excluded.fetched_run,
        fetched_at = excluded.fetched_at, extracted_run = coalesce(excluded.extracted_run, extracted_run),
        extracted_at = coalesce(excluded.extracted_at, extracted_at)`,
  );

  return {
    alreadyExtracted(fingerprint) {
      const earlier = incremental ? extracted.get({ spider, fingerprint, run }) : undefined;
      if (earlier === undefined) return null;
      const day = isoTime(earlier.at).slice(0, 10);
      return `An earlier full run (${earlier.run}, ${day}) already extracted it; DELTAFETCH_ENABLED is on.`;
    },
    remembered: (request) => (incremental ? (remembered.get(spider, request) ?? null) : null),
    recall(request) {
      const row = stored.get(spider, request);
      const html = row === undefined ? null : decompressPage(row);
      if (row === undefined || html === null) return null;
      return { html, encoding: row.encoding ?? 'utf-8', contentType: row.contentType };
    },
    freshness(request, sha256) {
      const before = known.get({ spider, request });
      if (before === undefined) return freshnessCode.new;
      return before.hash?.equals(sha256) === true ? freshnessCode.unchanged : freshnessCode.changed;
    },
    remember({ request, facts, items, sha256, encoding }) {
      // An item without any value is no success: its page is to be tried again.
      const isExtracted = items.some(hasFilledField);
      if (owner?.kind !== 'full' || (sha256 === null && !isExtracted)) return;
      write.run({
        spider,
        request,
        run,
        now: now(),
        finalUrl: facts.finalUrl,
        etag: facts.validators?.etag ?? null,
        lastModified: facts.validators?.lastModified ?? null,
        contentType: facts.contentType,
        encoding,
        hash: sha256,
        extracted: isExtracted ? 1 : 0,
      });
    },
  };
}
