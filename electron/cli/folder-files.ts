import { lstat, mkdir, readdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isFileNameOf } from '../../shared/spider/spider-file-name.ts';
import { isObject, memberOf } from '../../shared/spider/plain.ts';
import { HostError, toHostError } from '../host/errors.ts';
import { files } from '../system/files.ts';

/** The file of a folder that has the defaults of its project. Hidden, so that nothing takes it for a spider. */
export const defaultsFile = '.spider-studio-project.json';

/** A file as it is to be. */
export interface WantedFile {
  name: string;
  text: string;
}

/** What was done to a file, or would be. */
export type FileState = 'new' | 'changed' | 'unchanged';

/** A file of a folder whose spider is not in the project, or is in another file of the folder. */
export interface LeftOver {
  file: string;
  spider: string;
}

/** The entries of a folder; none where there is no folder. @throws HostError */
export async function entriesOfFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    const problem = toHostError(error);
    if (problem.code === 'not-found') return [];
    throw problem.code === 'not-a-folder'
      ? new HostError('not-a-folder', `"${folder}" is a file, not a folder.`, 'Name a folder.')
      : problem;
  }
}

/** Whether a path names a folder. False where there is nothing. */
export async function isFolder(path: string): Promise<boolean> {
  return (await statOrNull(path))?.isDirectory() ?? false;
}

/**
 * Writes files to a folder, which is made where it is missing. A file that has the text already is not touched; another one is
 * replaced whole or not at all, and what a symbolic link leads to is replaced, not the link.
 * @param dryRun tells what would be done
 * @returns what was done to each file
 * @throws HostError for the first file that cannot be written; those before it are written
 */
export async function writeFolder(
  folder: string,
  wanted: readonly WantedFile[],
  { dryRun }: { dryRun: boolean },
): Promise<FileState[]> {
  const entries = await entriesOfFolder(folder);
  try {
    if (!dryRun) await mkdir(folder, { recursive: true });
    const states: FileState[] = [];
    for (const file of wanted) {
      if (!dryRun) await takeCase(folder, file.name, entries);
      states.push(await writeFile(join(folder, file.name), file.text, dryRun));
    }
    if (!dryRun && states.some((state) => state !== 'unchanged')) files.syncFolder(folder);
    return states;
  } catch (error) {
    throw toHostError(error);
  }
}

/** Gives a file the name with the capitals that are wanted, where the system finds it by other ones. */
async function takeCase(folder: string, name: string, entries: readonly string[]): Promise<void> {
  const other = entries.find((entry) => entry !== name && entry.toLowerCase() === name.toLowerCase());
  if (other === undefined || entries.includes(name)) return;
  if (await isSameFile(join(folder, other), join(folder, name)))
    await rename(join(folder, other), join(folder, name));
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOrNull(one), statOrNull(other)]);
  return a !== null && b !== null && a.ino === b.ino && a.dev === b.dev;
}

async function writeFile(path: string, text: string, dryRun: boolean): Promise<FileState> {
  const target = await targetOf(path);
  const before = await bytesOf(target);
  const bytes = Buffer.from(text, 'utf8');
  if (before !== null && bytes.equals(before)) return 'unchanged';
  const state = before === null ? 'new' : 'changed';
  if (dryRun) return state;
  // A hidden name, so that a reader of the folder takes it for nothing.
  const made = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    const file = await files.open(made, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    files.replace(made, target);
  } catch (error) {
    files.remove(made);
    throw error;
  }
  return state;
}

/** Where a path leads: what a symbolic link names, unless there is nothing. */
async function targetOf(path: string): Promise<string> {
  const entry = await lstat(path).catch(() => null);
  if (entry?.isSymbolicLink() !== true) return path;
  return realpath(path).catch(() => path);
}

async function bytesOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (toHostError(error).code === 'not-found') return null;
    throw error;
  }
}

const statOrNull = (path: string) => stat(path, { bigint: true }).catch(() => null);

/**
 * The files of a folder that this kind of export has written for a spider, and that are none of the wanted ones. Other files are
 * nobody's business here, whatever is in them.
 */
export async function leftOvers(folder: string, wanted: readonly WantedFile[]): Promise<LeftOver[]> {
  const names = new Set(wanted.map(({ name }) => name));
  const found: LeftOver[] = [];
  for (const file of spiderFiles(await entriesOfFolder(folder))) {
    if (names.has(file)) continue;
    const spider = await spiderIn(join(folder, file));
    if (spider === null || !isFileNameOf(file, spider)) continue;
    // The same file by other capitals, on a system to which they are the same.
    const twin = wanted.find(({ name }) => name.toLowerCase() === file.toLowerCase());
    if (twin !== undefined && (await isSameFile(join(folder, file), join(folder, twin.name)))) continue;
    found.push({ file, spider });
  }
  return found;
}

/** The names of a folder that can be those of spiders: `*.json`, and not hidden. */
export const spiderFiles = (entries: readonly string[]): string[] =>
  entries.filter((name) => /\.json$/i.test(name) && !name.startsWith('.'));

/** The name of the spider in a file; null: it is no spider. */
async function spiderIn(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes === null ? null : nameIn(bytes.toString('utf8'));
}

/** The name in the text of a spider; null: there is none, or it is no JSON. */
export function nameIn(text: string): string | null {
  try {
    const document: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const name = memberOf(document, 'name');
    return isObject(document) && typeof name === 'string' && 'allowed_domains' in document ? name : null;
  } catch {
    return null;
  }
}
