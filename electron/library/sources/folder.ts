import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemProblem } from '../../system/errors.ts';
import { files } from '../../system/files.ts';
import { LibraryError } from '../errors.ts';
import { indexName, packFolder } from '../index-file.ts';
import { libraryLimits } from '../limits.ts';
import type { Publication, RegistrySource } from '../source.ts';
import { whileLocked } from '../while-locked.ts';

/** The file whose lock a publisher holds. */
const lockName = '.publishing';
/** The names of files that are not complete. */
const draft = /\.(?:json|spiderpack)\.\d+\.tmp$/;

/** A registry in a folder. The lock of a publisher ends with its process, so a killed one is in nobody's way. */
export function folderSource(folder: string): RegistrySource {
  const index = (): Buffer => readCapped(join(folder, indexName), libraryLimits.index, 'no-index');
  return {
    index: async () => index(),
    file: async (path, bytes) => readCapped(join(folder, ...path.split('/')), bytes, 'bad-hash'),
    publish: (change, signal) =>
      whileLocked(join(folder, lockName), { what: `"${folder}"`, signal }, async () => {
        const planned = await change(orNone(index));
        if (planned === null) return;
        try {
          sweep(folder);
          if (planned.publication !== null) await add(folder, planned.publication);
          // The index names the file from here on: a publisher that is killed before leaves a file that nothing names.
          await replaceWhole(join(folder, indexName), planned.index);
          files.syncFolder(folder);
        } catch (error) {
          throw asLibraryError(error, folder);
        }
      }),
  };
}

/** The index, or null where there is none. */
function orNone(index: () => Buffer): Buffer | null {
  try {
    return index();
  } catch (error) {
    if (error instanceof LibraryError && error.reason === 'no-index') return null;
    throw error;
  }
}

/** Adds a file. A file of this name that nothing names yet is of a publisher that was killed, and is written again. */
async function add(folder: string, { file, bytes }: Publication): Promise<void> {
  const to = join(folder, ...file.split('/'));
  const parent = dirname(to);
  mkdirSync(parent, { recursive: true });
  await replaceWhole(to, bytes);
  files.syncFolder(parent);
}

/** Removes what publishers that were killed have left. Nobody else writes: the lock is held. */
function sweep(folder: string): void {
  for (const parent of [folder, join(folder, packFolder)])
    for (const name of existsSync(parent) ? readdirSync(parent) : [])
      if (draft.test(name)) files.remove(join(parent, name));
}

async function replaceWhole(to: string, bytes: Uint8Array): Promise<void> {
  const path = `${to}.${process.pid}.tmp`;
  try {
    files.remove(path);
    await writeFile(path, bytes, { flag: 'wx', flush: true });
    files.replace(path, to);
  } catch (error) {
    files.remove(path);
    throw error;
  }
}

/** Reads a file of at most so many bytes. Only files are opened: opening a pipe would wait for its writer. */
function readCapped(path: string, limit: number, missing: 'no-index' | 'bad-hash'): Buffer {
  try {
    const facts = statSync(path);
    if (!facts.isFile()) throw new LibraryError(missing, `"${path}" is no file.`);
    if (facts.size > limit) throw new LibraryError('too-large', `"${path}" is larger than it should be.`);
    return readWhole(path, facts.size);
  } catch (error) {
    if (error instanceof LibraryError) throw error;
    const problem = systemProblem(error);
    if (problem === 'missing' || problem === 'not-a-folder')
      throw new LibraryError(missing, `There is no "${path}".`);
    throw new LibraryError('unreachable', `"${path}" cannot be read.`);
  }
}

function readWhole(path: string, size: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(size);
    let read = 0;
    for (let more = -1; read < size && more !== 0; read += more)
      more = readSync(descriptor, bytes, read, size - read, read);
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}

function asLibraryError(error: unknown, folder: string): unknown {
  if (systemProblem(error) === 'no-permission')
    return new LibraryError('read-only', `Nothing can be written to "${folder}".`);
  return error;
}
