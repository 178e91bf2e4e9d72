import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileNameProblem } from '../system/file-names.ts';
import { files, type Files } from '../system/files.ts';
import { ExportError, replaceFile, toExportError } from './errors.ts';

/** Where an export is written: a file, which appears complete or not at all, or a stream such as standard output. */
export type ExportTarget = { file: string; force?: boolean } | { stream: Writable };

/** The platform and its file operations. */
export interface TargetSystem {
  files: Files;
  platform: NodeJS.Platform;
}

const thisSystem: TargetSystem = { files, platform: process.platform };

/** Number of characters that are buffered before a write. */
const chunkLength = 64 * 1024;

/**
 * Writes texts to a target in UTF-8. A file is written under a temporary name next to its place, synced and then renamed, so a
 * partial file is never visible. For a stream, backpressure is respected.
 * @param texts read only after the target was checked
 * @throws ExportError; an existing file is then unchanged
 */
export async function writeTo(
  target: ExportTarget,
  texts: AsyncIterable<Iterable<string>>,
  system: TargetSystem = thisSystem,
): Promise<void> {
  if ('stream' in target) return writeToStream(target.stream, texts);
  try {
    await writeToFile(target.file, target.force ?? false, texts, system);
  } catch (error) {
    throw isSystemError(error) ? toExportError(error, `"${target.file}"`) : error;
  }
}

async function writeToFile(
  file: string,
  force: boolean,
  texts: AsyncIterable<Iterable<string>>,
  { files, platform }: TargetSystem,
): Promise<void> {
  const problem = fileNameProblem(file, platform);
  if (problem !== null) throw new ExportError('bad-name', problem.message, problem.hint);
  const existing = await stat(file).catch(() => null);
  if (existing !== null && !existing.isFile()) {
    if (existing.isDirectory())
      throw new ExportError('is-a-folder', `"${file}" is a folder.`, 'Name a file in it.');
    // A device or a pipe is written to, never replaced.
    return withHandle(await files.open(file, 'w'), texts, false);
  }
  if (existing !== null && !force) throw fileExists(file);
  // A symbolic link is kept, and its target is replaced.
  const place = existing === null ? file : await realpath(file);
  // Fails before a million items are written, not after.
  if (existing !== null) files.requireReplaceable(place);
  const partial = join(
    dirname(place),
    `.${basename(place).slice(0, 100)}.${randomBytes(6).toString('hex')}.partial`,
  );
  try {
    await withHandle(await files.open(partial, 'wx'), texts, true);
    if (force) files.replace(partial, place);
    else files.publish(partial, place);
  } catch (error) {
    throw files.remove(partial) ? error : withRemains(error, file, partial);
  }
  files.syncFolder(dirname(place));
}

/** Adds the name of a temporary file that could not be removed to the error. */
function withRemains(error: unknown, file: string, partial: string): unknown {
  const failure = isSystemError(error) ? toExportError(error, `"${file}"`) : error;
  if (!(failure instanceof ExportError)) return error;
  const { code, message, hint, action } = failure;
  const left = `What was written so far is left in "${partial}".`;
  const advice = { hint: hint === null ? left : `${hint} ${left}`, action };
  return new ExportError(code, message, advice, error);
}

async function withHandle(
  handle: FileHandle,
  texts: AsyncIterable<Iterable<string>>,
  sync: boolean,
): Promise<void> {
  try {
    for await (const chunk of chunks(texts)) await handle.writeFile(chunk, 'utf8');
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeToStream(stream: Writable, texts: AsyncIterable<Iterable<string>>): Promise<void> {
  let failure: unknown = null;
  const onError = (error: unknown): void => {
    failure ??= error;
  };
  // The listener stays after a failure: the stream may emit the error again.
  stream.on('error', onError);
  for await (const chunk of chunks(texts)) {
    if (failure !== null || stream.destroyed) break;
    if (!stream.write(chunk, 'utf8')) await drained(stream).catch(onError);
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

async function* chunks(texts: AsyncIterable<Iterable<string>>): AsyncGenerator<string> {
  let chunk = '';
  for await (const batch of texts) {
    for (const text of batch) {
      chunk += text;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

function fileExists(file: string): ExportError {
  return new ExportError('exists', `The file "${file}" exists already.`, replaceFile);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
