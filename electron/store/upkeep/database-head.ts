import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** Bytes of a page of our databases, and of the head of the first page. */
const pageBytes = 4096;
const headBytes = 100;
const magic = 'SQLite format 3\u0000';
/** Kinds of the page that the schema begins in. */
const schemaKinds = new Set([2, 5, 10, 13]);

/**
 * Writes what is damaged in the first page of a copy of a database anew: its head, the number of pages of a file that was cut off, and where the schema cannot be read the page as it
 * is in a new database of the same version, whose tables begin at the same places.
 * @param template a new database
 * @returns whether something was written
 */
export function mendHead(copy: string, template: string): boolean {
  const own = openSync(copy, 'r+');
  const other = openSync(template, 'r');
  try {
    const size = fstatSync(own).size;
    if (size < pageBytes) return false;
    const page = Buffer.alloc(pageBytes);
    const fresh = Buffer.alloc(pageBytes);
    readSync(own, page, 0, pageBytes, 0);
    readSync(other, fresh, 0, pageBytes, 0);
    const hasHead = page.toString('latin1', 0, magic.length) === magic && page.readUInt16BE(16) === pageBytes;
    const hasSchema = schemaKinds.has(page[headBytes] ?? 0);
    const isCutOff = hasHead && page.readUInt32BE(28) > Math.floor(size / pageBytes);
    if (hasHead && hasSchema && !isCutOff) return false;
    if (!hasSchema) fresh.copy(page, headBytes, headBytes);
    if (!hasHead) fresh.copy(page, 0, 0, headBytes);
    if (!hasHead || isCutOff) {
      page.writeUInt32BE(Math.floor(size / pageBytes), 28);
      // The list of free pages is not known any more.
      page.writeUInt32BE(0, 32);
      page.writeUInt32BE(0, 36);
    }
    writeSync(own, page, 0, pageBytes, 0);
    return true;
  } finally {
    closeSync(own);
    closeSync(other);
  }
}
