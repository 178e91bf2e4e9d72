import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import { PackError } from './errors.ts';
import { packLimits } from './limits.ts';

/** A file of an archive. Its name is a path with slashes. */
export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** Lower-case names that every system accepts, so that none differs from another by case alone. */
const safeName = /^(?:[a-z0-9_-]+\/)?[a-z0-9_-]+\.[a-z0-9]+$/;
/** Names that are devices on Windows, whatever follows the dot. */
const device = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)\./;
const longestName = 100;
/** The kind of file in the upper half of the external attributes, as Unix writes it. */
const [kindMask, regular] = [0o170000, 0o100000];
const [stored, deflated] = [0, 8];
const encrypted = 1;
/** The same entries give the same bytes. The first date that the format knows, in local time as it keeps it. */
const date = new Date(1980, 0, 1);

/** Packs entries into a ZIP archive, in their order. */
export async function packArchive(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const zip = new NewZip();
  for (const { name, bytes } of entries) {
    // Lazily: each buffer that is packed at the same time as others takes memory of its own.
    zip.addReadStreamLazy(name, { mtime: date, mode: regular | 0o644, size: bytes.length }, (give) =>
      give(null, Readable.from([bytes])),
    );
  }
  zip.end();
  return buffer(zip.outputStream);
}

/**
 * Unpacks a ZIP archive within the limits of packs. Names, kinds and sizes of all entries are checked before the first is unpacked.
 * @throws PackError
 */
export async function unpackArchive(file: Uint8Array): Promise<Map<string, Buffer>> {
  if (file.byteLength > packLimits.file)
    throw new PackError('too-large', `It has more than ${megabytes(packLimits.file)} MB.`);
  const zip = await opened(file);
  try {
    if (zip.entryCount > packLimits.entries)
      throw new PackError(
        'too-large',
        `It has ${zip.entryCount} entries, and ${packLimits.entries} are allowed.`,
      );
    const entries = await checkedEntries(zip);
    const unpacked = new Map<string, Buffer>();
    for (const entry of entries) unpacked.set(entry.fileName, await unpack(zip, entry));
    return unpacked;
  } finally {
    zip.close();
  }
}

async function opened(file: Uint8Array): Promise<ZipFile> {
  try {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true };
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    return await fromBufferPromise(bytes, options);
  } catch {
    throw new PackError('no-pack', 'It is no ZIP archive, or its end is missing.');
  }
}

async function checkedEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry);
      if (names.has(entry.fileName))
        throw new PackError('bad-name', `It has two entries "${entry.fileName}".`);
      names.add(entry.fileName);
      total += entry.uncompressedSize;
      if (total > packLimits.total)
        throw new PackError('too-large', `Unpacked it has more than ${megabytes(packLimits.total)} MB.`);
      entries.push(entry);
    }
  } catch (error) {
    throw asPackError(error, 'Its list of entries is damaged.');
  }
  return entries;
}

function checkEntry(entry: Entry): void {
  const { fileName: name, uncompressedSize: size, compressedSize: packed } = entry;
  if (!safeName.test(name) || device.test(name) || name.length > longestName)
    throw new PackError('bad-name', `The name ${JSON.stringify(name.slice(0, longestName))} is not allowed.`);
  const kind = (entry.externalFileAttributes >>> 16) & kindMask;
  if (kind !== 0 && kind !== regular) throw new PackError('bad-name', `"${name}" is not a file but a link.`);
  if ((entry.generalPurposeBitFlag & encrypted) !== 0)
    throw new PackError('bad-content', `"${name}" is encrypted.`);
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
    throw new PackError('bad-content', `"${name}" is packed in a way that packs do not use.`);
  if (size > packLimits.entry)
    throw new PackError('too-large', `"${name}" has more than ${megabytes(packLimits.entry)} MB.`);
  if (size > packLimits.ratioFrom && size > packed * packLimits.ratio)
    throw new PackError('too-large', `"${name}" unpacks to more than ${packLimits.ratio} times its size.`);
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(bytes) !== entry.crc32) throw new PackError('damaged', `"${entry.fileName}" is damaged.`);
    if (bytes.length !== entry.uncompressedSize)
      throw new PackError('damaged', `"${entry.fileName}" is cut off.`);
    return bytes;
  } catch (error) {
    throw asPackError(error, `"${entry.fileName}" is damaged.`);
  }
}

/** yauzl throws plain errors for whatever the file does wrong. */
function asPackError(error: unknown, message: string): PackError {
  if (error instanceof PackError) return error;
  const isName = error instanceof Error && /file ?name|relative path|absolute path/i.test(error.message);
  return new PackError(isName ? 'bad-name' : 'damaged', isName ? `${message} ${error.message}` : message);
}

const megabytes = (bytes: number): number => bytes / 1024 / 1024;
