import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { openTarget } from './target.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

/**
 * Packs files into a ZIP archive, which appears complete or not at all.
 * @param others further entries, by their paths in the archive
 * @throws ExportError
 */
export async function packFiles(
  paths: readonly string[],
  archive: string,
  others: AsyncIterable<ZipEntry> | null = null,
): Promise<void> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const path of paths)
      yield { name: basename(path), content: (): AsyncIterable<Uint8Array> => createReadStream(path) };
    if (others === null) return;
    yield* others;
  }
  async function* chunks(): AsyncGenerator<Iterable<Uint8Array>> {
    for await (const bytes of zipStream(entries())) yield [bytes];
  }
  await (await openTarget({ file: archive, force: true })).write([{ chunks }]);
}
