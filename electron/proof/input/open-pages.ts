import { stat } from 'node:fs/promises';
import { openPagesFolder } from './pages-folder.ts';
import { ProofInputError, type PageSource } from './source.ts';
import { openWarc } from './warc-reader.ts';

/** Opens the pages of a proof: a folder with `pages.json`, or a WARC file. @throws ProofInputError */
export async function openPages(place: string): Promise<PageSource> {
  const entry = await stat(place).catch(() => null);
  if (entry === null) {
    throw new ProofInputError(
      `"${place}" does not exist.`,
      'Give a folder with pages.json beside its pages, or a WARC file.',
    );
  }
  return entry.isDirectory() ? openPagesFolder(place) : openWarc(place);
}
