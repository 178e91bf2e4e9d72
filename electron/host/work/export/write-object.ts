import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { isStreamed, type ExportResult } from '../../../export/export.ts';
import type { ExportTarget } from '../../../export/target.ts';
import type { ObjectStorage, OpenUpload } from '../../../object-storage/storage.ts';
import { uploadInParts } from '../../../object-storage/upload.ts';
import { HostError } from '../../errors.ts';
import { inWords, openTarget, type OpenTarget } from '../places/target.ts';
import { withDownloadFolder } from './download-folder.ts';
import { shownPlace } from './shown-place.ts';
import type { ExportJob, ObjectPlace, WrittenExport } from './messages.ts';

/** What an upload needs beside its place. */
interface Uploading {
  /** Writes the export to a file or a stream; for a stream, as often as its content is needed. */
  write: (target: ExportTarget) => Promise<ExportResult>;
  signal: AbortSignal | undefined;
}

type Content = () => AsyncIterable<Uint8Array>;

/**
 * Writes an export as an object of a bucket, in parts, then reads it again and compares. What needs a file of its own, or several,
 * is written to this computer first. An object that is there already counts as written if it has the same bytes, so that an export
 * whose end was not told can be repeated.
 * @throws ExportError, HostError
 */
export async function writeObject(
  { dataDir, proxyChannel, how, to }: ExportJob & { to: ObjectPlace },
  { write, signal }: Uploading,
): Promise<WrittenExport> {
  const target = await openTarget(to.place, { dataDir, proxyChannel });
  const path = shownPlace(to);
  try {
    return await inWords(async () => {
      if (isStreamed(how)) {
        let result: ExportResult | null = null;
        const content: Content = () => streamOf(write, (written) => (result = written));
        const bytes = await put(target, to.key, content, { replace: to.replace, signal });
        const { rows, notes } = required(result);
        return { rows, notes, bytes, path };
      }
      return { ...(await putFiles(target, to, { dataDir, write, signal })), path };
    });
  } finally {
    target.storage.close();
  }
}

/** The bytes of an export as it is written. */
async function* streamOf(
  write: Uploading['write'],
  onEnd: (result: ExportResult) => void,
): AsyncGenerator<Uint8Array> {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  const written = write({ stream }).then(
    (result) => {
      stream.end();
      return result;
    },
    (error: unknown) => {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
      return null;
    },
  );
  try {
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      yield bytes;
    }
    const result = await written;
    if (result !== null) onEnd(result);
  } finally {
    stream.destroy();
  }
}

function required(result: ExportResult | null): ExportResult {
  if (result === null) throw new Error('The export has not ended.');
  return result;
}

async function putFiles(
  target: OpenTarget,
  to: ObjectPlace,
  { dataDir, write, signal }: Uploading & { dataDir: string },
): Promise<Omit<WrittenExport, 'path'>> {
  return withDownloadFolder(dataDir, 'object', async (folder) => {
    const file = join(folder, basename(to.key));
    const { rows, notes, others } = await write({ file });
    let bytes = 0;
    const above = to.key.slice(0, to.key.length - basename(to.key).length);
    // The first file comes last: where it is, the others are.
    for (const path of [...others, file]) {
      const content: Content = () => createReadStream(path);
      await put(target, `${above}${basename(path)}`, content, { replace: to.replace, signal });
      bytes += (await stat(path)).size;
    }
    const room = `It was written on this computer first, which took ${Math.ceil(bytes / 1024)} kB meanwhile.`;
    return { rows, notes: [...notes, room], bytes };
  });
}

/** Writes an object, and reads it again. @returns its size */
async function put(
  { storage, prefix, shown }: OpenTarget,
  name: string,
  content: Content,
  { replace, signal }: { replace: boolean; signal: AbortSignal | undefined },
): Promise<number> {
  const key = `${prefix}${name}`;
  // The key itself is only known to be free when the upload is completed: the storage refuses to replace it.
  const there = replace ? null : await storage.head(key, { signal });
  if (there !== null) {
    const [own, stored] = [await digest(content()), await digest(storage.get(key, { signal }))];
    if (own === stored) return there.bytes;
    throw new HostError(
      'exists',
      `"${name}" is in ${shown} already, with other content, and was not replaced.`,
      'Choose another name, for example with {run}, or let it be replaced.',
    );
  }
  // Parts that a process has left that was killed are not sent again.
  const [left] = await unfinished(storage, key, signal);
  let id = left?.id ?? null;
  let uploaded;
  try {
    uploaded = await uploadInParts(storage, key, content(), {
      replace,
      resume: left ?? null,
      onBegin: (begun) => (id = begun),
      signal,
    });
  } catch (error) {
    if (id !== null) await storage.abortUpload({ key, id }).catch(() => undefined);
    throw error;
  }
  const facts = await storage.head(key, { signal });
  const back = await digest(storage.get(key, { signal }));
  if (facts?.bytes === uploaded.bytes && back === uploaded.sha256) return uploaded.bytes;
  await storage.delete(key);
  throw new HostError(
    'storage-failed',
    `${storage.name} returned something else than was stored as "${name}", which was deleted.`,
    'Try again.',
  );
}

/** Uploads of a key that were not completed; none where a key may write and not list them. */
async function unfinished(
  storage: ObjectStorage,
  key: string,
  signal: AbortSignal | undefined,
): Promise<OpenUpload[]> {
  const found = await storage.uploads(key, { signal }).catch(() => []);
  return found.filter((upload) => upload.key === key);
}

async function digest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
