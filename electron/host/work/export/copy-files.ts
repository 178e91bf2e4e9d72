import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { counted } from '../../../../shared/counted.ts';
import { toExportError } from '../../../export/errors.ts';
import { filesIn } from '../../../export/item-files.ts';
import { openTarget } from '../../../export/target.ts';
import { zipStream } from '../../../export/zip-stream.ts';
import type { ItemView } from '../../../store/items/item-queries.ts';
import { files as systemFiles } from '../../../system/files.ts';
import { partialFile, removeStalePartials } from '../../../system/partial-files.ts';
import { partsOfFile } from '../../data/stored-file.ts';
import { HostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** The files of some items, and where they go. */
interface FileCopies {
  view: ItemView;
  /** A folder, which is created, or an archive with the ending .zip, which is replaced. */
  to: string;
  signal: AbortSignal | undefined;
}

/** A file that items name. */
interface NamedFile {
  file: string;
  sha256: string;
}

/** A stored file. */
export interface StoredCopy {
  name: string;
  sha256: string;
  bytes: number;
  /** Reads it, no more than a part at a time. */
  content: () => AsyncGenerator<Uint8Array>;
}

/**
 * Writes the downloaded files of items, each once: to a folder, or into an archive. Files that are there already stay.
 * @returns notes about what was written
 * @throws ExportError, HostError
 */
export async function copyFiles(workspace: Workspace, { to, ...what }: FileCopies): Promise<string[]> {
  const copies = readFiles(workspace, what);
  try {
    if (to.toLowerCase().endsWith('.zip')) await writeArchive(copies.contents(), to);
    else await writeFolder(copies.contents(), resolve(to));
  } catch (error) {
    throw error instanceof HostError ? error : toExportError(error, `"${to}"`, to);
  }
  return copies.notes(to);
}

/** The downloaded files of items, one after the other. */
export interface FileContents {
  contents(): AsyncGenerator<StoredCopy>;
  /** What was read, in sentences. @param place where it went */
  notes(place: string): string[];
}

/** Reads the downloaded files of items, each once. */
export function readFiles(workspace: Workspace, { view, signal }: Omit<FileCopies, 'to'>): FileContents {
  const { queries } = workspace;
  let bytes = 0;
  let count = 0;
  let gone = 0;
  const part = (sha256: string, index: number) => {
    signal?.throwIfAborted();
    return queries.files.part(sha256, index);
  };
  return {
    async *contents() {
      for await (const { file, sha256 } of named(await queries.items.stream(view))) {
        const facts = await queries.files.facts(sha256);
        if (facts === null) {
          gone += 1;
          continue;
        }
        count += 1;
        bytes += facts.bytes;
        yield { name: file, sha256, bytes: facts.bytes, content: () => partsOfFile(part, sha256) };
      }
    },
    notes(place) {
      const lost = gone === 0 ? [] : [`${counted(gone, 'file is', 'files are')} no longer stored.`];
      return [`${counted(count, 'file')} with ${bytes.toLocaleString('en')} bytes in ${place}.`, ...lost];
    },
  };
}

/** The files that items name, each name once. */
async function* named(stream: {
  batches: () => AsyncIterable<readonly { metadata: unknown }[]>;
}): AsyncGenerator<NamedFile> {
  const seen = new Set<string>();
  for await (const batch of stream.batches()) {
    for (const { metadata } of batch) {
      for (const found of filesIn(metadata)) {
        if (seen.has(found.file)) continue;
        seen.add(found.file);
        yield found;
      }
    }
  }
}

async function writeFolder(copies: AsyncIterable<StoredCopy>, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for await (const copy of copies) {
    const path = join(folder, copy.name);
    if (await isThere(path, copy)) continue;
    removeStalePartials(path);
    const draft = partialFile(path);
    try {
      await writeParts(draft, copy);
      systemFiles.replace(draft, path);
    } finally {
      systemFiles.remove(draft);
    }
  }
  systemFiles.syncFolder(folder);
}

async function writeParts(path: string, { content }: StoredCopy): Promise<void> {
  const handle = await systemFiles.open(path, 'wx');
  try {
    for await (const part of content()) await handle.writeFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether a file with this content has been written before. */
async function isThere(path: string, { sha256, bytes }: StoredCopy): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) return false;
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(path)) hash.update(part);
  } catch {
    return false;
  }
  return hash.digest('hex') === sha256;
}

async function writeArchive(copies: AsyncIterable<StoredCopy>, archive: string): Promise<void> {
  async function* chunks(): AsyncGenerator<Iterable<Uint8Array>> {
    for await (const bytes of zipStream(copies)) yield [bytes];
  }
  await (await openTarget({ file: archive, force: true })).write([{ chunks }]);
}
