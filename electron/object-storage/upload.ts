import { createHash } from 'node:crypto';
import { StorageError } from './errors.ts';
import type { ObjectStorage, OpenUpload, StoredPart } from './storage.ts';

/** Usual size of a part in bytes. Services take parts of 5 MiB to 5 GiB, and at most 10,000 of them. */
const usualPartBytes = 8 * 1024 * 1024;
const mostParts = 10_000;

/** Size of the parts of a stream that has at most so many bytes. */
export const partBytesFor = (mostBytes: number): number =>
  Math.max(usualPartBytes, Math.ceil(mostBytes / (mostParts - 1)));

/** Options of `uploadInParts`. */
export interface UploadOptions {
  /** Whether an object of this key may be replaced. */
  replace: boolean;
  /** Size of all parts but the last, in bytes; at least 5 MiB. Default: 8 MiB. */
  partBytes?: number;
  /** Parts that are sent at once. Each is in memory. */
  atOnce?: number;
  /** Upload that was begun earlier with the same bytes and size of parts; null: a new one. */
  resume?: Pick<OpenUpload, 'id'> | null;
  /** Called with the id of a new upload before the first part is sent, so that it can be kept. */
  onBegin?: (id: string) => void;
  /** Called when a part is there. */
  onPart?: (progress: { bytes: number; isNew: boolean }) => void;
  signal?: AbortSignal | undefined;
}

/** An upload that is complete. */
export interface Uploaded {
  bytes: number;
  /** Of the whole, in hexadecimal. */
  sha256: string;
  /** Bytes of the parts that were there already. */
  resumed: number;
}

/**
 * Uploads a stream, in parts. Parts of an earlier upload that hold the same bytes are not sent again. If it fails, the upload stays and
 * can be resumed; `abortUpload` forgets it.
 * @throws StorageError; whatever the stream throws
 */
export async function uploadInParts(
  storage: ObjectStorage,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  { replace, partBytes = usualPartBytes, atOnce = 2, resume = null, onBegin, onPart, signal }: UploadOptions,
): Promise<Uploaded> {
  const earlier = resume === null ? null : await storage.parts({ key, id: resume.id }, { signal });
  const id = resume !== null && earlier !== null ? resume.id : await begin();
  const there = new Map((earlier ?? []).map((part) => [part.number, part]));
  const hash = createHash('sha256');
  const parts: Pick<StoredPart, 'number' | 'etag'>[] = [];
  const sending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let bytes = 0;
  let resumed = 0;

  async function begin(): Promise<string> {
    const begun = await storage.beginUpload(key, { signal });
    onBegin?.(begun);
    return begun;
  }

  async function send(number: number, body: Uint8Array): Promise<void> {
    const known = there.get(number);
    const md5 = createHash('md5').update(body).digest('hex');
    const isThere = known?.bytes === body.length && known.etag === md5;
    const etag = isThere ? known.etag : await storage.uploadPart({ key, id }, number, body, { signal });
    parts.push({ number, etag });
    if (isThere) resumed += body.length;
    onPart?.({ bytes: body.length, isNew: !isThere });
  }

  try {
    let number = 0;
    for await (const body of partsOf(chunks, partBytes)) {
      number += 1;
      if (number > mostParts) throw new StorageError('full', `"${key}" has more than ${mostParts} parts.`);
      hash.update(body);
      bytes += body.length;
      const work: Promise<void> = send(number, body)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(work));
      sending.add(work);
      if (sending.size >= atOnce) await Promise.race(sending);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(sending);
  }
  if (failures.length > 0) throw failures[0];
  parts.sort((a, b) => a.number - b.number);
  await storage.completeUpload({ key, id }, parts, { replace, signal });
  return { bytes, sha256: hash.digest('hex'), resumed };
}

/** Cuts a stream into parts of one size, of which the last may be shorter. An empty stream is one empty part. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + partBytes - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled < partBytes) continue;
      yield part;
      isFirst = false;
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0 || isFirst) yield part.subarray(0, filled);
}
