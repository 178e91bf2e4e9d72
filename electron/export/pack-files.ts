import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { openTarget } from './target.ts';
import { zipStream } from './zip-stream.ts';

/** Packs files into a ZIP archive, which appears complete or not at all. @throws ExportError */
export async function packFiles(paths: readonly string[], archive: string): Promise<void> {
  const entries = paths.map((path) => ({
    name: basename(path),
    content: (): AsyncIterable<Uint8Array> => createReadStream(path),
  }));
  async function* chunks(): AsyncGenerator<Iterable<Uint8Array>> {
    for await (const bytes of zipStream(entries)) yield [bytes];
  }
  await (await openTarget({ file: archive, force: true })).write([{ chunks }]);
}
