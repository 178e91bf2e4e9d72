import type { Advice } from '../../../shared/contract/actions.ts';
import { readFile, stat } from 'node:fs/promises';
import type { Spider } from '../../../shared/spider/schema.ts';
import { validateSpider, type Problem } from '../../../shared/spider/validate.ts';
import { Pieces } from '../../fetch/pieces.ts';
import { HostError, toHostError } from '../errors.ts';

/** Files larger than this are not read: no spider and no page that a person works with is as large. 64 MiB. */
const maxFileBytes = 64 * 1024 * 1024;

/** Reads a file, or standard input for "-". @throws HostError where it cannot be read */
export async function readBytes(file: string): Promise<Uint8Array> {
  if (file === '-') return readStandardInput();
  try {
    const entry = await stat(file);
    if (entry.isDirectory())
      throw new HostError('is-a-folder', `"${file}" is a folder, not a file.`, 'Name a file.');
    const { size } = entry;
    if (size > maxFileBytes) throw tooLarge(`"${file}"`);
    return await readFile(file);
  } catch (error) {
    throw toHostError(error);
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const pieces = new Pieces();
  const input: AsyncIterable<unknown> = process.stdin;
  for await (const chunk of input) {
    const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    pieces.add(bytes);
    if (pieces.length > maxFileBytes) throw tooLarge('Standard input');
  }
  return pieces.joined();
}

function tooLarge(what: string): HostError {
  return new HostError('too-large', `${what} is larger than ${maxFileBytes / 1024 / 1024} MB.`, null);
}

/** Reads a text file in UTF-8, or standard input for "-". */
export async function readInput(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HostError('not-text', `"${file}" is not text in UTF-8.`, 'Save it as UTF-8.');
  }
}

/** The verdict on one spider file; a file that cannot be read is a problem like any other. */
export async function validateFile(
  file: string,
): Promise<{ file: string; valid: boolean; problems: Problem[] }> {
  try {
    const { valid, problems } = validateSpider(await readInput(file));
    return { file, valid, problems };
  } catch (error) {
    const { code, message, hint } = toHostError(error);
    const problem: Problem = {
      pointer: '',
      line: null,
      column: null,
      code,
      severity: 'error',
      message,
      hint,
    };
    return { file, valid: false, problems: [problem] };
  }
}

/** Reads and checks a spider file. @throws HostError `invalid-spider` with all its problems */
export async function readSpiderFile(
  file: string,
): Promise<{ spider: Spider; text: string; problems: Problem[] }> {
  const text = await readInput(file);
  return { ...checkedSpider(text, `"${file}"`), text };
}

/**
 * Checks the text of a spider. `what` names it in the error, `advice` says what to do where no problem does.
 * @throws HostError `invalid-spider` with all its problems
 */
export function checkedSpider(
  input: unknown,
  what: string,
  advice: Advice | string = { hint: null, action: { action: 'validate-spider' } },
): { spider: Spider; problems: Problem[] } {
  const { spider, problems } = validateSpider(input);
  if (spider !== null) return { spider, problems };
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const place = typeof first?.line !== 'number' ? '' : ` (line ${first.line}, column ${first.column ?? 1})`;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more.` : '';
  throw new HostError(
    'invalid-spider',
    `${what} is not a valid spider: ${first?.message ?? 'unknown problem'}${place}.${more}`.replace(
      '..',
      '.',
    ),
    first?.hint ?? advice,
    { problems },
  );
}
