import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ConvertSource } from '../../shared/spider/convert-sources.ts';
import { HostError, toHostError } from '../host/errors.ts';
import { isFolder } from './folder-files.ts';
import { readInput } from './input.ts';

/** Limits of a folder of another tool: no project that people wrote by hand is as large. */
const maxFiles = 5000;
const maxCharacters = 20_000_000;
const maxDepth = 8;

/** A file to convert: its path within what was named, with "/", and its text. */
interface SourceText {
  name: string;
  text: string;
}

/** The files that a tool writes. */
const endings: Readonly<Record<ConvertSource, RegExp>> = {
  scrapai: /\.json$/i,
  webscraper: /\.json$/i,
  scrapy: /\.py$/i,
  portia: /\.json$|^annotated_body\.html$/i,
};

/** What any tool writes. */
const anyEnding = /\.(?:json|py)$|^annotated_body\.html$/i;

/** What is converted: files, or an archive in Base64. */
export interface Sources {
  files: SourceText[];
  archive?: string;
}

/**
 * Reads a file, standard input for "-", an archive, or the files of a tool in a folder and in those in it.
 * @param from the tool; null: any
 * @throws HostError
 */
export async function readSources(path: string, from: ConvertSource | null): Promise<Sources> {
  if (path === '-' || !(await isFolder(path))) {
    if (/\.zip$/i.test(path)) return { files: [], archive: await archiveOf(path) };
    const name = path === '-' ? 'standard input' : basename(path);
    return { files: [{ name, text: await readInput(path) }] };
  }
  const sources: SourceText[] = [];
  let characters = 0;
  for (const name of await filesIn(path, '', {
    ending: from === null ? anyEnding : endings[from],
    depth: 0,
  })) {
    const text = await readInput(join(path, ...name.split('/')));
    characters += text.length;
    if (sources.length >= maxFiles || characters > maxCharacters) {
      const most = `${maxFiles} files or ${maxCharacters / 1_000_000} million characters`;
      throw new HostError('too-large', `"${path}" has more than ${most}.`, 'Name the folder of one project.');
    }
    sources.push({ name, text });
  }
  return { files: sources };
}

/** The bytes of an archive in Base64. @throws HostError */
async function archiveOf(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > maxCharacters)
      throw new HostError(
        'too-large',
        `"${path}" has more than ${maxCharacters / 1_000_000} MB.`,
        'Pack the folder of one project.',
      );
    return (await readFile(path)).toString('base64');
  } catch (error) {
    throw toHostError(error);
  }
}

/** The files of a folder with an ending by name, those of its folders after them. Links to folders are not followed. */
async function filesIn(
  root: string,
  inner: string,
  { ending, depth }: { ending: RegExp; depth: number },
): Promise<string[]> {
  const entries = (await readdir(join(root, inner), { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const name = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) folders.push(name);
    else if (ending.test(entry.name) && (await stat(join(root, name))).isFile()) files.push(name);
  }
  if (depth >= maxDepth) return files;
  for (const folder of folders) files.push(...(await filesIn(root, folder, { ending, depth: depth + 1 })));
  return files;
}
