import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { itemColumns } from '../../shared/item-columns.ts';
import { looksLikeFormula } from './csv.ts';
import { ExportError } from './errors.ts';
import type { ItemFormat, WriteOptions } from './formats/format.ts';

/** Bytes of a file that are read to find its first line; a header of thousands of columns is shorter. */
const maxHeader = 1024 * 1024;

/**
 * Returns the columns of files that get more rows, in their order; null for a format that does not fix them, or checks them itself.
 * @param files null: a file that does not exist yet
 * @throws ExportError `other-columns` if a file is not one of this format
 */
export async function existingColumns(
  format: ItemFormat,
  { dialect, guardFormulas }: Pick<WriteOptions, 'dialect' | 'guardFormulas'>,
  files: readonly (string | null)[],
): Promise<(string[] | null)[]> {
  if (format.name !== 'csv') return files.map(() => null);
  return Promise.all(
    files.map(async (file) => {
      const names = file === null ? null : await headerOf(file, dialect.separator);
      return guardFormulas ? (names?.map(unguarded) ?? null) : names;
    }),
  );
}

/**
 * Refuses a database that another program has changed and not closed: what it wrote beside the file would be lost, or be taken for
 * a part of the new one.
 * @throws ExportError `file-in-use`
 */
export function requireUnused(file: string): void {
  for (const ending of ['-wal', '-journal']) {
    const size = statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0)
      throw new ExportError(
        'file-in-use',
        `"${file}" is open in another program.`,
        'Close it there, or choose another name.',
      );
  }
}

/** The name of a column without the apostrophe that keeps a spreadsheet from running it. */
const unguarded = (name: string): string =>
  name.startsWith("'") && looksLikeFormula(name.slice(1)) ? name.slice(1) : name;

async function headerOf(file: string, separator: string): Promise<string[] | null> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeader), 0, maxHeader, 0);
    if (bytesRead === 0) return null;
    const columns = firstRecord(buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, ''), separator);
    if (columns !== null) return columns;
  } finally {
    await handle.close();
  }
  throw new ExportError(
    'other-columns',
    `"${file}" does not begin with the header of a CSV file.`,
    `Its columns are separated by "${separator}", as ${itemColumns.slice(0, 3).join(separator)}. Write a new file.`,
  );
}

/** The cells of the first record of a CSV text; null: it has no end. */
function firstRecord(text: string, separator: string): string[] | null {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== undefined; at += 1) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      const from = at;
      while (text[at] !== undefined && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n')
        at += 1;
      cell = text.slice(from, at);
    }
    cells.push(cell);
    if (text[at] === separator) at += 1;
    else return text[at] === '\r' || text[at] === '\n' ? cells : null;
  }
}
