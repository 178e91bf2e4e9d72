import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { counted } from '../../../../shared/counted.ts';
import { toExportError } from '../../../export/errors.ts';
import { filesIn } from '../../../export/item-files.ts';
import { openTarget } from '../../../export/target.ts';
import { zipStream, type ZipEntry } from '../../../export/zip-stream.ts';
import type { ItemView } from '../../../store/items/item-queries.ts';
import { files as systemFiles } from '../../../system/files.ts';
import { partialFile, removeStalePartials } from '../../../system/partial-files.ts';
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

/**
 * Writes the downloaded files of items, each once: to a folder, or into an archive. Files that are there already stay.
 * @returns notes about what was written
 * @throws ExportError
 */
export async function copyFiles(workspace: Workspace, { to, ...what }: FileCopies): Promise<string[]> {
  const copies = readFiles(workspace, what);
  try {
    if (to.toLowerCase().endsWith('.zip')) await writeArchive(copies.contents(), to);
    else await writeFolder(copies.contents(), resolve(to));
  } catch (error) {
    throw toExportError(error, `"${to}"`, to);
  }
  return copies.notes(to);
}

/** The downloaded files of items, one after the other. */
export interface FileContents {
  contents(): AsyncGenerator<{ name: string; body: Uint8Array }>;
  /** What was read, in sentences. @param place where it went */
  notes(place: string): string[];
}

/** Reads the downloaded files of items, each once. */
export function readFiles(workspace: Workspace, { view, signal }: Omit<FileCopies, 'to'>): FileContents {
  const { queries } = workspace;
  let bytes = 0;
  let count = 0;
  let gone = 0;
  return {
    async *contents() {
      for await (const { file, sha256 } of named(await queries.items.stream(view))) {
        signal?.throwIfAborted();
        const body = await queries.files.content(sha256);
        if (body === null) {
          gone += 1;
          continue;
        }
        count += 1;
        bytes += body.byteLength;
        yield { name: file, body };
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

async function writeFolder(
  contents: AsyncIterable<{ name: string; body: Uint8Array }>,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for await (const { name, body } of contents) {
    const path = join(folder, name);
    if (holds(path, body)) continue;
    removeStalePartials(path);
    const draft = partialFile(path);
    try {
      writeFileSync(draft, body, { flush: true });
      systemFiles.replace(draft, path);
    } finally {
      systemFiles.remove(draft);
    }
  }
  systemFiles.syncFolder(folder);
}

function holds(path: string, body: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(body);
  } catch {
    return false;
  }
}

async function writeArchive(
  contents: AsyncIterable<{ name: string; body: Uint8Array }>,
  archive: string,
): Promise<void> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for await (const { name, body } of contents) yield { name, content: () => [body] };
  }
  async function* chunks(): AsyncGenerator<Iterable<Uint8Array>> {
    for await (const bytes of zipStream(entries())) yield [bytes];
  }
  await (await openTarget({ file: archive, force: true })).write([{ chunks }]);
}
