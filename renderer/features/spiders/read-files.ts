import { maxTextLength, spiderLimits } from '../../../shared/spider/limits.ts';
import { toBase64 } from '../../client/upload.ts';
import type { SpiderFile } from './dialogs-store.ts';

/** What is sent at once has an end, and Base64 takes a third more. */
const maxArchive = 10_000_000;
const isArchive = /\.zip$/iu;
const unreadable = 'It could not be read: it may be a folder, or have been moved.';
/** No character takes more bytes than this in UTF-8; larger files are not even read. */
const maxBytesOfCharacter = 3;

/** Reads the texts of files, or why a file cannot be a spider. */
export async function readFiles(files: readonly File[]): Promise<SpiderFile[]> {
  const read: SpiderFile[] = [];
  for (const file of files) read.push({ name: file.name, ...(await readFile(file)) });
  return read;
}

async function readFile(file: File): Promise<Omit<SpiderFile, 'name'>> {
  if (isArchive.test(file.name)) return readArchive(file);
  const tooLarge = { text: '', problem: `It is too large: a spider has at most ${spiderLimits}.` };
  if (file.size > maxBytesOfCharacter * maxTextLength) return tooLarge;
  try {
    const text = await file.text();
    return text.length > maxTextLength ? tooLarge : { text, problem: null };
  } catch {
    return { text: '', problem: unreadable };
  }
}

async function readArchive(file: File): Promise<Omit<SpiderFile, 'name'>> {
  if (file.size > maxArchive)
    return { text: '', problem: `It is too large: an archive has at most ${maxArchive / 1_000_000} MB.` };
  try {
    return { text: '', problem: null, archive: toBase64(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { text: '', problem: unreadable };
  }
}

/** Adds chosen files to earlier ones. A file that is chosen again replaces its earlier text. */
export function joined(before: readonly SpiderFile[], added: readonly SpiderFile[]): SpiderFile[] {
  const names = new Set(added.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...added];
}

/** What can be chosen: spiders, and what other tools write. */
export const spiderFileTypes = '.json,application/json,.py,.zip';

/** Whether a file may be a spider, or have some of another tool. */
export const isSpiderFile = (file: File) =>
  file.type === 'application/json' || /\.(?:json|py|zip)$/iu.test(file.name);
