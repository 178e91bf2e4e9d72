import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { ExportError, toExportError } from './errors.ts';

/** Number of characters that are buffered before a write. */
const chunkLength = 64 * 1024;

/** What is written, a group of pieces at a time. */
type Content = AsyncIterable<Iterable<string | Uint8Array>>;

/** Writes to a stream, which stays open, and waits where it is slow. @throws ExportError */
export async function writeToStream(stream: Writable, content: Content): Promise<void> {
  let failure: unknown = null;
  const onError = (error: unknown): void => {
    failure ??= error;
  };
  // The listener stays after a failure: the stream may emit the error again.
  stream.on('error', onError);
  for await (const chunk of joinedChunks(content)) {
    if (failure !== null || stream.destroyed) break;
    if (!stream.write(chunk)) await drained(stream).catch(onError);
  }
  // The last write may still fail: the callback of an empty write comes after it.
  if (failure === null && !stream.destroyed) {
    await new Promise<void>((resolve) => {
      stream.write('', (error) => {
        if (error) onError(error);
        resolve();
      });
    });
  }
  if (failure !== null) throw toExportError(failure, 'the output');
  stream.off('error', onError);
  if (stream.destroyed) {
    throw new ExportError(
      'closed',
      'The program that reads the output closed it early.',
      'No action needed.',
    );
  }
}

/** Resolves when the stream accepts more data, or is closed. */
async function drained(stream: Writable): Promise<void> {
  const waiting = new AbortController();
  try {
    const { signal } = waiting;
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}

/** Joins small texts; bytes are passed on as they are. */
export async function* joinedChunks(content: Content): AsyncGenerator<string | Uint8Array> {
  let chunk = '';
  for await (const batch of content) {
    for (const part of batch) {
      if (typeof part !== 'string') {
        if (part.byteLength > 0) yield part;
        continue;
      }
      chunk += part;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}
