import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, systemProblem, type SystemProblem } from '../../system/errors.ts';
import { files } from '../../system/files.ts';
import { partialFile } from '../../system/partial-files.ts';
import { StoreError } from '../errors.ts';
import type { Drive, ObjectFacts } from './drive.ts';

/** Names of the folders, two levels of them. */
const folderName = /^[0-9a-f]{2}$/;

/**
 * Keeps objects as files. The folder itself is never made: where a share is not mounted, its place is an empty folder or none.
 * @param isThere tells whether it is the folder that was chosen; asked before folders are made in it
 */
export function folderDrive(root: string, isThere: () => Promise<boolean>): Drive {
  const pathOf = (key: string): string => join(root, ...key.split('/'));

  async function told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw inWords(error, root);
    }
  }

  /** @returns null: the file is not there, but the folder is */
  async function ifThere<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
      if (await isThere()) return null;
      throw absent(root, error);
    }
  }

  async function makeFolderFor(path: string): Promise<void> {
    const folder = dirname(path);
    if (folder === root || existsSync(folder)) return;
    if (!(await isThere())) throw absent(root);
    await mkdir(folder, { recursive: true });
  }

  async function put(path: string, body: Uint8Array): Promise<void> {
    await makeFolderFor(path);
    const partial = partialFile(path);
    try {
      const file = await open(partial, 'wx');
      try {
        await file.writeFile(body);
        // Before the row that names it, which survives a power cut.
        await file.sync();
      } finally {
        await file.close();
      }
      files.replace(partial, path);
      files.syncFolder(dirname(path));
    } catch (error) {
      files.remove(partial);
      throw error;
    }
  }

  const factsOf = (path: string): Promise<ObjectFacts | null> =>
    ifThere(async () => {
      const { size, mtimeMs } = await stat(path);
      return { bytes: size, storedAt: mtimeMs };
    });

  return {
    name: `The folder "${root}"`,
    write: (key, body) =>
      told(async () => {
        const path = pathOf(key);
        if (existsSync(path)) return false;
        await put(path, body);
        return true;
      }),
    renew: (key, body) =>
      told(async () => {
        const path = pathOf(key);
        const facts = await factsOf(path);
        // On Windows a file that somebody reads cannot be replaced.
        if (facts?.bytes !== body.byteLength) return put(path, body);
        const now = new Date();
        await utimes(path, now, now);
      }),
    read: (key) => told(() => ifThere(() => readFile(pathOf(key)))),
    facts: (key) => told(() => factsOf(pathOf(key))),
    async *list() {
      const names = (folder: string): Promise<string[]> =>
        told(async () => ((await ifThere(() => readdir(folder))) ?? []).toSorted());
      for (const first of (await names(root)).filter((name) => folderName.test(name)))
        for (const second of await names(join(root, first)))
          for (const name of await names(join(root, first, second))) {
            const key = `${first}/${second}/${name}`;
            const facts = await told(() => factsOf(pathOf(key)));
            if (facts !== null) yield { key, ...facts };
          }
    },
    remove: (key) => told(() => rm(pathOf(key), { force: true, maxRetries: 5, retryDelay: 100 })),
    close: () => undefined,
  };
}

const absent = (root: string, cause?: unknown): StoreError =>
  new StoreError(
    'storage-unreachable',
    `The folder "${root}", in which pages and files are kept, is not there.`,
    'Mount the share on this computer at the same path, or choose another place for the objects of the database.',
    cause,
  );

const words: Partial<
  Record<SystemProblem, readonly [code: 'storage-refused' | 'storage-full', said: string, hint: string]>
> = {
  'no-permission': ['storage-refused', 'may not be written', 'Check the permissions of the folder.'],
  'disk-full': ['storage-full', 'has no room left', 'Make room there.'],
};

function inWords(error: unknown, root: string): unknown {
  const problem = systemProblem(error);
  if (error instanceof StoreError) return error;
  if (problem === 'missing' || problem === 'not-a-folder') return absent(root, error);
  const known = problem === null ? undefined : words[problem];
  if (known !== undefined)
    return new StoreError(known[0], `The folder "${root}" ${known[1]}.`, known[2], error);
  const said = error instanceof Error ? error.message : String(error);
  return new StoreError(
    'storage-failed',
    `The folder "${root}" cannot be used: ${said}.`,
    'Check the share.',
    error,
  );
}
