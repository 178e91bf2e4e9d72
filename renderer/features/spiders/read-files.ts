import { maxTextLength, spiderLimits } from '../../../shared/spider/limits.ts';
import type { SpiderFile } from './dialogs-store.ts';

/** No character takes more bytes than this in UTF-8; larger files are not even read. */
const maxBytesOfCharacter = 3;

/** Reads the texts of files, or why a file cannot be a spider. */
export async function readFiles(files: readonly File[]): Promise<SpiderFile[]> {
  const read: SpiderFile[] = [];
  for (const file of files) read.push({ name: file.name, ...(await readFile(file)) });
  return read;
}

async function readFile(file: File): Promise<Pick<SpiderFile, 'text' | 'problem'>> {
  const tooLarge = { text: '', problem: `It is too large: a spider has at most ${spiderLimits}.` };
  if (file.size > maxBytesOfCharacter * maxTextLength) return tooLarge;
  try {
    const text = await file.text();
    return text.length > maxTextLength ? tooLarge : { text, problem: null };
  } catch {
    return { text: '', problem: 'It could not be read: it may be a folder, or have been moved.' };
  }
}

/** Adds chosen files to earlier ones. A file that is chosen again replaces its earlier text. */
export function joined(before: readonly SpiderFile[], added: readonly SpiderFile[]): SpiderFile[] {
  const names = new Set(added.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...added];
}

/** Whether a dragged thing may be a spider file; names are not told before it is dropped. */
export const isSpiderFile = (file: File) => file.type === 'application/json' || /\.json$/iu.test(file.name);
