import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { toExportError } from '../../../export/errors.ts';
import type { ReadyFile } from '../../../export/target.ts';
import type { SpiderName } from '../../../store/history/crawl-history-queries.ts';
import type { ExportIntention, IntendedFile } from '../../../store/recipes/recipe-queries.ts';
import { files } from '../../../system/files.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import type { ExportOrder } from './exports.ts';
import type { NextMark } from './messages.ts';

/**
 * Notes what is about to be put in place for a target, and where its mark then moves to. A process may be ended between the two;
 * the next export to the target then finds out by `settle` how far it came.
 */
export async function intend(
  workspace: Workspace,
  { of, target, item }: NextMark,
  ready: readonly ReadyFile[],
): Promise<void> {
  const intended: IntendedFile[] = [];
  for (const { path, partial, before } of ready) {
    const { size } = await stat(partial);
    intended.push({
      path: resolve(path),
      partial: resolve(partial),
      size,
      sha256: await hashOf(partial, size),
      before: before === null ? null : { size: before.size, mtimeMs: before.mtimeMs },
    });
  }
  const opened = workspace.writable ? null : openWorkspace(workspace.dataDir);
  try {
    await (opened ?? workspace).queries.recipes.intend(of, target, { item, files: intended });
  } finally {
    opened?.close();
  }
}

/**
 * Finds out how far the last export to a target came, if its end is not known: moves the mark where it is in place, and puts the rest
 * in place where a part is.
 * @param to where the next export goes
 * @returns what people should know
 */
export async function settle(
  database: AskedDatabase,
  mark: { of: SpiderName; target: string },
  to: ExportOrder['target'],
): Promise<string[]> {
  const intention = await database.ask('quick', 'exportIntention', mark);
  const [main] = intention?.files ?? [];
  if (intention === null || main === undefined) return [];
  // What replaces the file has to hold the same items again.
  if (to.kind === 'file' && to.append !== true && (await isSame(to.path, main.path))) return [];
  const outcome = await outcomeOf(intention);
  if (outcome === 'in place')
    await database.ask('write', 'moveExportMark', { ...mark, item: intention.item });
  return outcome === 'unknown'
    ? [
        `"${main.path}" was changed after an export to it was cut off: items of that export may be in it twice.`,
      ]
    : [];
}

/** What became of an intention. `unknown`: others have changed a file since. */
type Outcome = 'in place' | 'not begun' | 'unknown';

async function outcomeOf(intention: ExportIntention): Promise<Outcome> {
  const found: { file: IntendedFile; state: FileState }[] = [];
  for (const file of intention.files) found.push({ file, state: await stateOf(file) });
  // The main file comes last.
  if (found[0]?.state === 'new') return 'in place';
  if (found.every(({ state }) => state === 'old')) return 'not begun';
  const rest = found.filter(({ state }) => state !== 'new').reverse();
  for (const { file, state } of rest)
    if (state !== 'old' || !(await holds(file.partial, file))) return 'unknown';
  for (const { file } of rest) files.replace(file.partial, file.path);
  for (const folder of new Set(rest.map(({ file }) => dirname(file.path)))) files.syncFolder(folder);
  return 'in place';
}

/** `new`: the intended file, perhaps with more that was added since; `old`: the one before it, or none. */
type FileState = 'new' | 'old' | 'other';

async function stateOf(file: IntendedFile): Promise<FileState> {
  if (await holds(file.path, file)) return 'new';
  const now = await stat(file.path).catch(() => null);
  const { before } = file;
  const isOld = now === null || (now.size === before?.size && now.mtimeMs === before.mtimeMs);
  return isOld ? 'old' : 'other';
}

/** Whether a file begins with what was intended. @throws ExportError if it cannot be read */
async function holds(path: string, { size, sha256 }: IntendedFile): Promise<boolean> {
  if (!existsSync(path)) return false;
  try {
    return (await stat(path)).size >= size && (await hashOf(path, size)) === sha256;
  } catch (error) {
    throw toExportError(error, `"${path}"`);
  }
}

/** The SHA-256 of the first bytes of a file, in hexadecimal digits. */
async function hashOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  if (size > 0)
    for await (const chunk of createReadStream(path, { end: size - 1 })) {
      const bytes: Buffer = chunk;
      hash.update(bytes);
    }
  return hash.digest('hex');
}

async function isSame(one: string, other: string): Promise<boolean> {
  const real = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));
  return (await real(one)) === (await real(other));
}
