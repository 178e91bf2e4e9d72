import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { StoreContext } from '../database/context.ts';
import { StoreError } from '../errors.ts';
import { readHeaders, readHops } from '../database/json-columns.ts';
import { storedFingerprint } from '../database/rows.ts';
import type { CachedResponse, HttpCache } from '../../engine/ports/http-cache.ts';

/** Fast compression with a checksum, so that a damaged body is detected when it is decompressed. */
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

/** A response as the table `answers` holds it. */
export interface StoredAnswer {
  id: number;
  url: string;
  status: number;
  finalUrl: string;
  hops: string;
  headers: string;
  length: number;
  body: Buffer;
  storedAt: number;
}

/** Opens the HTTP cache of the spider of a run. @param run row id of the run */
export function createHttpCache({ connection, now }: StoreContext, run: number): HttpCache {
  const { db } = connection;
  const one = db.prepare<[number, bigint], StoredAnswer>(
    `SELECT id, url, status, final_url AS finalUrl, hops_json AS hops, headers_json AS headers, length, body,
      stored_at AS storedAt
    FROM answers WHERE spider_id = (SELECT spider_id FROM runs WHERE id = ?) AND fingerprint = ?`,
  );
  const write = db.prepare<[Omit<StoredAnswer, 'id'> & { run: number; fingerprint: bigint }]>(
    `INSERT INTO answers (spider_id, fingerprint, url, status, final_url, hops_json, headers_json, length, body,
        stored_at)
      SELECT spider_id, @fingerprint, @url, @status, @finalUrl, @hops, @headers, @length, @body, @storedAt
      FROM runs WHERE id = @run
      ON CONFLICT (spider_id, fingerprint) DO UPDATE SET url = excluded.url, status = excluded.status,
        final_url = excluded.final_url, hops_json = excluded.hops_json, headers_json = excluded.headers_json,
        length = excluded.length, body = excluded.body, stored_at = excluded.stored_at`,
  );

  const drop = db.prepare<[number, bigint]>(
    'DELETE FROM answers WHERE spider_id = (SELECT spider_id FROM runs WHERE id = ?) AND fingerprint = ?',
  );

  function read(fingerprint: string): ReturnType<typeof readAnswer> {
    const row = one.get(run, storedFingerprint(fingerprint));
    return row === undefined ? null : readAnswer(row);
  }

  return {
    get: (fingerprint) => connection.enqueue(() => read(fingerprint), { readsOnly: true }),
    put(fingerprint, response) {
      const row = {
        run,
        fingerprint: storedFingerprint(fingerprint),
        ...answerOf(response),
        storedAt: now(),
      };
      return connection.enqueue(() => void write.run(row));
    },
    remove: (fingerprint) => connection.enqueue(() => void drop.run(run, storedFingerprint(fingerprint))),
  };
}

/** A response as it is stored. */
export function answerOf(response: CachedResponse): Omit<StoredAnswer, 'id' | 'storedAt'> {
  const { url, status, finalUrl, hops, headers, body } = response;
  return {
    url,
    status,
    finalUrl,
    hops: JSON.stringify(hops),
    headers: JSON.stringify(headers),
    length: body.byteLength,
    body: zstdCompressSync(body, packing),
  };
}

/** Reads a stored response; null where it is damaged, so that the site is requested again and its response replaces it. */
export function readAnswer(row: StoredAnswer): { response: CachedResponse; storedAt: number } | null {
  const body = unpacked(row);
  if (body === null) return null;
  const { id, url, status, finalUrl, storedAt } = row;
  try {
    const [hops, headers] = [readHops(row.hops, id), readHeaders(row.headers, id)];
    return { response: { url, status, finalUrl, hops, headers, body }, storedAt };
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged') return null;
    throw error;
  }
}

/** Decompresses a body, into memory of its own so that it can be transferred to another thread. @returns null if it is damaged */
function unpacked({ body, length }: { body: Buffer; length: number }): Uint8Array | null {
  try {
    const bytes = zstdDecompressSync(body, { maxOutputLength: Math.max(1, length) });
    return bytes.length === length ? new Uint8Array(bytes) : null;
  } catch {
    return null;
  }
}
