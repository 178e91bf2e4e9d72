import { readFile, stat } from 'node:fs/promises';
import { HostError, toHostError } from '../host/errors.ts';

/** The largest file that is read: no spider and no page that people work with is as large. 64 MiB. */
const maxFileBytes = 64 * 1024 * 1024;

/** Reads a file, or standard input for "-". @throws HostError where it cannot be read */
export async function readBytes(file: string): Promise<Uint8Array> {
  if (file === '-') return readStandardInput();
  try {
    const entry = await stat(file);
    if (entry.isDirectory())
      throw new HostError('is-a-folder', `"${file}" is a folder, not a file.`, 'Name a file.');
    if (entry.size > maxFileBytes) throw tooLarge(`"${file}"`);
    return await readFile(file);
  } catch (error) {
    throw toHostError(error);
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let length = 0;
  const input: AsyncIterable<unknown> = process.stdin;
  for await (const piece of input) {
    const bytes = piece instanceof Uint8Array ? Buffer.from(piece) : Buffer.from(String(piece));
    pieces.push(bytes);
    length += bytes.length;
    if (length > maxFileBytes) throw tooLarge('Standard input');
  }
  return Buffer.concat(pieces);
}

function tooLarge(what: string): HostError {
  return new HostError('too-large', `${what} is larger than ${maxFileBytes / 1024 / 1024} MB.`, null);
}

/** Reads a text file in UTF-8, or standard input for "-". @throws HostError `not-text`, and as `readBytes` */
export async function readInput(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HostError('not-text', `"${file}" is not text in UTF-8.`, 'Save it as UTF-8.');
  }
}
