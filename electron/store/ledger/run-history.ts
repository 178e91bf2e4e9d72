import type { PageKind } from '../../../shared/page-kind.ts';
import { hasFilledField } from '../../../shared/filled.ts';
import type {
  CompressedText,
  FetchFacts,
  NewItem,
  StoredPage,
  StoredValidators,
} from '../../engine/ports/ledger.ts';
import { decompressPage } from '../../engine/stored-page.ts';
import type { StoreContext } from '../database/context.ts';
import { readRowHashes } from '../database/json-columns.ts';
import { isoTime } from '../database/rows.ts';
import { freshnessCode } from '../runs/answered-by.ts';
import type { RunKind } from '../runs/run-queries.ts';
import type { SqlDatabase, SqlStatement } from '../database/sql.ts';

/** What a run reads from the crawl history of its spider, and adds to it. Call its functions within a transaction. */
export interface RunHistory {
  /**
   * See `Ledger.alreadyExtracted`.
   * @param hashes of the values that travel to the page: unless each did so when it was extracted, it is extracted again
   */
  alreadyExtracted(fingerprint: bigint, hashes?: readonly string[]): string | null;
  /** See `ClaimedRequest.validators`; null if the run is not incremental or the page is no longer stored. */
  validators(request: number): StoredValidators | null;
  /** See `Ledger.storedPage`; null if the page is gone or damaged. */
  storedPage(request: number): StoredPage | null;
  /** Compares a page with the one in the history. @returns a code of `answered-by.ts` */
  freshness(request: number, sha256: Uint8Array): number;
  /** Adds a page that is done, under its own fingerprint and those of its redirects. Only full runs add pages. */
  add(page: DonePage): void;
  /** Adds hashes of values that travelled to a page after it was done. */
  addRowHashes(request: number, hashes: readonly string[]): void;
}

export interface DonePage {
  request: number;
  facts: FetchFacts;
  items: readonly NewItem[];
  /** Hashes of the values that travelled to the page; null: no row leads to it. */
  rowHashes: readonly string[] | null;
  /** Hash of the page's text; null if the page is not stored. */
  sha256: Uint8Array | null;
  encoding: string | null;
  /** How the page is read; null: as HTML, or it is not stored. */
  kind: PageKind | null;
}

/**
 * @param run row of the run
 * @param incremental whether the run skips pages that earlier runs have extracted, and asks servers whether the others have
 *   changed
 */
export function createRunHistory(context: StoreContext, run: number, incremental: boolean): RunHistory {
  const { db } = context.connection;
  const { spider, kind } = ownerOf(db, run);
  const statements = prepareReads(db);
  const write = prepareWrite(db);
  const writeHashes = prepareHashes(db);
  return {
    alreadyExtracted(fingerprint, hashes) {
      const earlier = incremental ? statements.extracted.get({ spider, fingerprint, run }) : undefined;
      if (earlier === undefined) return null;
      const known = hashes === undefined ? [] : readRowHashes(earlier.hashes);
      if (hashes?.some((hash) => !known.includes(hash)) === true) return null;
      const day = isoTime(earlier.at).slice(0, 10);
      return `An earlier full run (${earlier.run}, ${day}) already extracted it; DELTAFETCH_ENABLED is on.`;
    },
    validators: (request) => (incremental ? (statements.validators.get(spider, request) ?? null) : null),
    storedPage(request) {
      const row = statements.page.get(spider, request);
      const html = row === undefined ? null : decompressPage(row);
      if (row === undefined || html === null) return null;
      const { encoding, kind, contentType } = row;
      return { html, encoding: encoding ?? 'utf-8', kind: kind ?? 'html', contentType };
    },
    freshness(request, sha256) {
      const known = statements.hash.get({ spider, request });
      if (known === undefined) return freshnessCode.new;
      return known.hash?.equals(sha256) === true ? freshnessCode.unchanged : freshnessCode.changed;
    },
    add(page) {
      // An item without any value is no success: its page is to be tried again.
      const isExtracted = page.items.some(hasFilledField);
      if (kind !== 'full' || (page.sha256 === null && !isExtracted)) return;
      write.run(rowOf(page, { spider, run, now: context.now(), extracted: isExtracted ? 1 : 0 }));
    },
    addRowHashes(request, hashes) {
      if (kind !== 'full' || hashes.length === 0) return;
      const known = readRowHashes(statements.rowHashes.get({ spider, request }) ?? null);
      writeHashes.run({ spider, request, hashes: JSON.stringify([...new Set([...known, ...hashes])]) });
    },
  };
}

function ownerOf(db: SqlDatabase, run: number): { spider: number; kind: RunKind | null } {
  const find = db.prepare<[number], { spider: number; kind: RunKind }>(
    'SELECT spider_id AS spider, kind FROM runs WHERE id = ?',
  );
  return find.get(run) ?? { spider: 0, kind: null };
}

/** The rows of the history that a page has: under its own fingerprint, and those of its redirects. */
const ofRequest = `fingerprint IN (SELECT fingerprint FROM requests WHERE id = @request
  UNION ALL SELECT fingerprint FROM aliases WHERE request_id = @request)`;

/** The crawl history is stored in the table `memory`. */
function prepareReads(db: SqlDatabase) {
  return {
    extracted: db.prepare<
      [{ spider: number; fingerprint: bigint; run: number }],
      { run: number; at: number; hashes: string | null }
    >(
      `SELECT extracted_run AS run, extracted_at AS at, row_hashes AS hashes FROM memory
        WHERE spider_id = @spider AND fingerprint = @fingerprint AND extracted_run <> @run`,
    ),
    // Only if the page is still stored: otherwise "not modified" would be an answer without a page.
    validators: db.prepare<[number, number], StoredValidators>(
      `SELECT etag, last_modified AS lastModified, memory.final_url AS finalUrl
        FROM requests JOIN memory ON memory.spider_id = ? AND memory.fingerprint = requests.fingerprint
        JOIN pages ON pages.sha256 = memory.content_hash
        WHERE requests.id = ? AND (etag IS NOT NULL OR last_modified IS NOT NULL)`,
    ),
    page: db.prepare<
      [number, number],
      CompressedText & { encoding: string | null; kind: PageKind | null; contentType: string | null }
    >(
      `SELECT sha256, codec, length, body, memory.encoding, memory.page_kind AS kind, memory.content_type AS contentType
        FROM requests JOIN memory ON memory.spider_id = ? AND memory.fingerprint = requests.fingerprint
        JOIN pages ON pages.sha256 = memory.content_hash WHERE requests.id = ?`,
    ),
    hash: db.prepare<[{ spider: number; request: number }], { hash: Buffer | null }>(
      `SELECT content_hash AS hash FROM memory WHERE spider_id = @spider AND ${ofRequest} LIMIT 1`,
    ),
    rowHashes: db
      .prepare<[{ spider: number; request: number }], string | null>(
        `SELECT row_hashes FROM memory WHERE spider_id = @spider AND ${ofRequest} LIMIT 1`,
      )
      .pluck(),
  };
}

function prepareHashes(db: SqlDatabase): SqlStatement<[{ spider: number; request: number; hashes: string }]> {
  return db.prepare(`UPDATE memory SET row_hashes = @hashes WHERE spider_id = @spider AND ${ofRequest}`);
}

interface HistoryRow {
  spider: number;
  request: number;
  run: number;
  now: number;
  finalUrl: string;
  etag: string | null;
  lastModified: string | null;
  contentType: string | null;
  encoding: string | null;
  kind: PageKind | null;
  hash: Uint8Array | null;
  rowHashes: string | null;
  extracted: number;
}

function rowOf(
  { request, facts, rowHashes, sha256, encoding, kind }: DonePage,
  of: Pick<HistoryRow, 'spider' | 'run' | 'now' | 'extracted'>,
): HistoryRow {
  return {
    ...of,
    request,
    finalUrl: facts.finalUrl,
    etag: facts.validators?.etag ?? null,
    lastModified: facts.validators?.lastModified ?? null,
    contentType: facts.contentType,
    encoding,
    kind,
    hash: sha256,
    rowHashes: rowHashes === null ? null : JSON.stringify(rowHashes),
  };
}

function prepareWrite(db: SqlDatabase): SqlStatement<[HistoryRow]> {
  return db.prepare<[HistoryRow]>(
    `INSERT INTO memory (spider_id, fingerprint, url, final_url, etag, last_modified, content_type, encoding,
        page_kind, content_hash, row_hashes, fetched_run, fetched_at, extracted_run, extracted_at)
      SELECT @spider, fingerprint, url, @finalUrl, @etag, @lastModified, @contentType, @encoding, @kind, @hash, @rowHashes,
        @run, @now, iif(@extracted, @run, NULL), iif(@extracted, @now, NULL)
      FROM (SELECT fingerprint, url FROM requests WHERE id = @request
        UNION ALL SELECT fingerprint, @finalUrl FROM aliases WHERE request_id = @request) AS known WHERE true
      ON CONFLICT (spider_id, fingerprint) DO UPDATE SET url = excluded.url, final_url = excluded.final_url,
        etag = excluded.etag, last_modified = excluded.last_modified, content_type = excluded.content_type,
        encoding = excluded.encoding, page_kind = excluded.page_kind, content_hash = excluded.content_hash,
        row_hashes = excluded.row_hashes, fetched_run = excluded.fetched_run,
        fetched_at = excluded.fetched_at, extracted_run = coalesce(excluded.extracted_run, memory.extracted_run),
        extracted_at = coalesce(excluded.extracted_at, memory.extracted_at)`,
  );
}
