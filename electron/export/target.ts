import { constants, existsSync, type Stats } from 'node:fs';
import { copyFile, realpath, stat, type FileHandle } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { Writable } from 'node:stream';
import { fileNameProblem } from '../system/file-names.ts';
import { files, type Files } from '../system/files.ts';
import { partialFile, removeStalePartials } from '../system/partial-files.ts';
import { ExportError, replaceFile, toExportError } from './errors.ts';
import { distinctNames } from './names.ts';
import { joinedChunks, writeToStream } from './stream.ts';

/** Where an export is written: files, which appear complete or not at all, or a stream such as standard output. */
export type ExportTarget = FileTarget | { stream: Writable };

/** A file. Tables that need files of their own are written beside it. */
export interface FileTarget {
  file: string;
  /** Whether an existing file is replaced. */
  force?: boolean;
  /** Whether rows are added to an existing file. */
  append?: boolean;
  /** Called once all files are complete, before the first has its name. If it fails, so does the export. */
  ready?: (files: ReadyFile[]) => Promise<void>;
}

/** A complete file that has its temporary name. */
export interface ReadyFile {
  /** Where it is going to be. */
  path: string;
  partial: string;
  /** The file that is there; null: none. */
  before: Stats | null;
}

/** The platform and its file operations. */
export interface TargetSystem {
  files: Files;
  platform: NodeJS.Platform;
}

const thisSystem: TargetSystem = { files, platform: process.platform };

/** The content of one file. */
export type Piece =
  | {
      /** From the first byte to the last. @param isNew whether nothing is there yet that it is added to */
      chunks: (isNew: boolean) => AsyncIterable<Iterable<string | Uint8Array>>;
    }
  | {
      /** @param file does not exist, or holds what more is added to */
      write: (file: string) => Promise<void>;
    };

/** A target that was found fit. */
export interface OpenedTarget {
  /** null: a stream. */
  file: string | null;
  /** The files beside it. */
  others: string[];
  /** The files that rows are added to, null for each that does not exist; null: nothing is added to any. */
  appendsTo: (string | null)[] | null;
  /** Whether `write` may be called again after it has failed: nothing of the first attempt is left. */
  beginsAnew: boolean;
  /**
   * Writes the content of all files, in UTF-8. Each is written under a temporary name next to its place and synced; then all are
   * renamed, so a partial file is never visible. For a stream, backpressure is respected.
   * @throws ExportError; existing files are then unchanged
   */
  write(pieces: readonly Piece[]): Promise<void>;
}

/**
 * Checks a target before any item is read.
 * @param tables names of the tables that need files of their own
 * @throws ExportError
 */
export async function openTarget(
  target: ExportTarget,
  tables: readonly string[] = [],
  system: TargetSystem = thisSystem,
): Promise<OpenedTarget> {
  if ('stream' in target) {
    const { stream } = target;
    return {
      file: null,
      others: [],
      appendsTo: null,
      beginsAnew: false,
      write: (pieces) => writePieces(stream, pieces),
    };
  }
  const { file, append = false } = target;
  const others = besides(file, tables);
  const places: Place[] = [];
  for (const name of [file, ...others]) places.push(await named(name, () => placeOf(name, target, system)));
  return {
    file,
    others,
    appendsTo: append ? places.map(({ path, existing }) => (existing === null ? null : path)) : null,
    beginsAnew: !append && !places.some(({ isDevice }) => isDevice),
    write: (pieces) => writeToFiles(places, pieces, target, system),
  };
}

/** Writes texts to a target. @param texts read only after the target was checked @throws ExportError as `OpenedTarget.write` */
export async function writeTo(
  target: ExportTarget,
  texts: AsyncIterable<Iterable<string>>,
  system: TargetSystem = thisSystem,
): Promise<void> {
  await (await openTarget(target, [], system)).write([{ chunks: () => texts }]);
}

/** The names of the files beside a file, which have the name of a table before the ending: `items.reviews.csv`. */
function besides(file: string, tables: readonly string[]): string[] {
  const ending = extname(file);
  const stem = file.slice(0, file.length - ending.length);
  const safe = distinctNames(
    tables.map((table) => table.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')),
    100,
  );
  return safe.map((table) => `${stem}.${table}${ending}`);
}

/** One file, where its symbolic links lead. */
interface Place {
  /** As it was named. */
  name: string;
  path: string;
  /** The file that is there; null: none. */
  existing: Stats | null;
  /** A device or a pipe is written to, never replaced. */
  isDevice: boolean;
}

async function placeOf(name: string, target: FileTarget, { files, platform }: TargetSystem): Promise<Place> {
  const { force = false, append = false } = target;
  const problem = fileNameProblem(name, platform);
  if (problem !== null) throw new ExportError('bad-name', problem.message, problem.hint);
  const existing = await stat(name).catch(() => null);
  if (existing === null) return { name, path: name, existing, isDevice: false };
  if (existing.isDirectory())
    throw new ExportError('is-a-folder', `"${name}" is a folder.`, 'Name a file in it.');
  if (!existing.isFile()) return { name, path: name, existing: null, isDevice: true };
  if (!force && !append) throw fileExists(name);
  // A symbolic link is kept, and its target is replaced.
  const path = await realpath(name);
  // Fails before a million items are written, not after.
  files.requireReplaceable(path);
  return { name, path, existing, isDevice: false };
}

/** Converts errors of the file system to those about a file. */
async function named<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw isSystemError(error) ? toExportError(error, `"${name}"`, name) : error;
  }
}

async function writeToFiles(
  places: readonly Place[],
  pieces: readonly Piece[],
  { force = false, append = false, ready }: FileTarget,
  { files }: TargetSystem,
): Promise<void> {
  const written: { place: Place; partial: string }[] = [];
  const isReplaced = ({ existing }: Place): boolean => force || (append && existing !== null);
  const published: string[] = [];
  let hasReplaced = false;
  try {
    for (const [at, place] of places.entries()) {
      const piece = pieces[at];
      if (piece === undefined) continue;
      if (place.isDevice) {
        await named(place.name, async () => writeToDevice(await files.open(place.name, 'w'), piece));
        continue;
      }
      // Of exports that were killed.
      removeStalePartials(place.path, { files });
      const partial = partialFile(place.path);
      written.push({ place, partial });
      await named(place.name, () => writePartial(place, partial, piece, append, files));
    }
    for (const { place } of written) if (append) await requireUnchanged(place);
    if (written.length > 0)
      await ready?.(
        written.map(({ place: { path, existing }, partial }) => ({ path, partial, before: existing })),
      );
    // The first file comes last: where it is, the others are.
    for (const { place, partial } of written.toReversed()) {
      await named(place.name, async () => {
        if (isReplaced(place)) files.replace(partial, place.path);
        else files.publish(partial, place.path);
      });
      if (isReplaced(place)) hasReplaced = true;
      else published.push(place.path);
    }
  } catch (error) {
    // A file that was replaced is gone: whoever was told what was ready can put the others in place, too.
    const isKept = hasReplaced && ready !== undefined;
    if (!isKept) for (const path of published) files.remove(path);
    const left = written
      .filter(({ partial }) => (isKept ? existsSync(partial) : !files.remove(partial)))
      .map(({ partial }) => partial);
    throw left.length === 0 ? error : withRemains(error, left);
  }
  for (const folder of new Set(written.map(({ place }) => dirname(place.path)))) files.syncFolder(folder);
}

/** Refuses to replace a file that another program has changed since it was copied: what that has written would be lost. */
async function requireUnchanged({ name, path, existing }: Place): Promise<void> {
  if (existing === null) return;
  const now = await stat(path).catch(() => null);
  if (now?.ino === existing.ino && now.size === existing.size && now.mtimeMs === existing.mtimeMs) return;
  throw new ExportError(
    'file-in-use',
    `Another program has changed "${name}" meanwhile.`,
    'Nothing was added. Try again.',
  );
}

async function writePartial(
  place: Place,
  partial: string,
  piece: Piece,
  append: boolean,
  files: Files,
): Promise<void> {
  const { existing } = place;
  const isNew = !append || existing === null;
  if (!isNew) await copyFile(place.path, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  if ('write' in piece) {
    await piece.write(partial);
    const handle = await files.open(partial, 'r+');
    try {
      await keepMode(handle, existing);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return;
  }
  const handle = await files.open(partial, isNew ? 'wx' : 'a+');
  await keepMode(handle, existing);
  const isEmpty = isNew || (await handle.stat()).size === 0;
  await withHandle(handle, piece.chunks(isEmpty), { sync: true, closesLine: !isEmpty });
}

/** A file that only its owner may read stays so. Some file systems know no modes. */
async function keepMode(handle: FileHandle, existing: Stats | null): Promise<void> {
  if (existing !== null) await handle.chmod(existing.mode & 0o777).catch(() => undefined);
}

async function writeToDevice(handle: FileHandle, piece: Piece): Promise<void> {
  if ('chunks' in piece) return withHandle(handle, piece.chunks(true), { sync: false, closesLine: false });
  await handle.close();
  throw new ExportError('needs-file', 'The format needs a file of its own.', 'Name a file.');
}

/** Adds the name of a temporary file that could not be removed to the error. */
function withRemains(error: unknown, partials: readonly string[]): unknown {
  if (!(error instanceof ExportError)) return error;
  const { code, message, hint, action } = error;
  const left = `What was written so far is left in "${partials.join('", "')}".`;
  const advice = { hint: hint === null ? left : `${hint} ${left}`, action };
  return new ExportError(code, message, advice, error);
}

async function withHandle(
  handle: FileHandle,
  content: AsyncIterable<Iterable<string | Uint8Array>>,
  { sync, closesLine }: { sync: boolean; closesLine: boolean },
): Promise<void> {
  try {
    if (closesLine && !(await endsWithLine(handle))) await handle.writeFile('\n', 'utf8');
    for await (const chunk of joinedChunks(content)) await handle.writeFile(chunk, 'utf8');
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether the last byte of a file is a line feed. */
async function endsWithLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

async function writePieces(stream: Writable, pieces: readonly Piece[]): Promise<void> {
  const [piece] = pieces;
  if (piece === undefined || 'write' in piece)
    throw new ExportError('needs-file', 'The format needs a file of its own.', 'Name a file.');
  await writeToStream(stream, piece.chunks(true));
}

function fileExists(file: string): ExportError {
  return new ExportError('exists', `The file "${file}" exists already.`, replaceFile);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
