import { inflateRawSync } from 'node:zlib';
import { NotConvertible } from '../../converters/convert.ts';
import type { SourceFile } from '../../converters/source.ts';

const [endSignature, centralSignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const [stored, deflated] = [0, 8];
const encrypted = 1;
/** The longest comment at the end of an archive, and the record before it. */
const endLength = 22;
const longestComment = 65_535;
/** Limits of what an archive is unpacked to: as those of a folder. */
const maxFiles = 5000;
const maxBytes = 20_000_000;
/** What tools keep spiders in; pictures and pages of samples are left packed. */
const isSource = /\.(?:json|py)$|(?:^|\/)annotated_body\.html$/i;

const damaged = (): NotConvertible => new NotConvertible('It is no ZIP archive, or it is damaged.');

/**
 * Unpacks the sources of an archive into texts (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). Nothing is written, so names are
 * only names.
 * @throws NotConvertible
 */
export function unzipSources(base64: string): SourceFile[] {
  const bytes = Buffer.from(base64, 'base64');
  try {
    return [...entriesOf(bytes)];
  } catch (error) {
    if (error instanceof NotConvertible) throw error;
    throw damaged();
  }
}

function* entriesOf(bytes: Buffer): Generator<SourceFile> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  let files = 0;
  let left = maxBytes;
  for (let entry = 0; entry < count; entry += 1) {
    if (bytes.readUInt32LE(at) !== centralSignature) throw damaged();
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const start = at + 46;
    const name = bytes.toString('utf8', start, start + (nameLength ?? 0)).replaceAll('\\', '/');
    if (isSource.test(name) && !name.startsWith('__MACOSX/')) {
      files += 1;
      const content = unpack(bytes, at, left);
      left -= content.length;
      if (files > maxFiles) throw tooLarge();
      yield { name, text: content.toString('utf8') };
    }
    at = start + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}

const tooLarge = (): NotConvertible =>
  new NotConvertible(
    `The archive has more than ${maxFiles} files or ${maxBytes / 1_000_000} million characters.`,
    'Pack the folder of one project.',
  );

/** Where the record at the end of an archive begins. */
function endOf(bytes: Buffer): number {
  for (
    let at = bytes.length - endLength;
    at >= Math.max(0, bytes.length - endLength - longestComment);
    at -= 1
  )
    if (bytes.readUInt32LE(at) === endSignature) return at;
  throw damaged();
}

/** @param at where its entry in the directory is @param most the most bytes that it may have */
function unpack(bytes: Buffer, at: number, most: number): Buffer {
  const method = bytes.readUInt16LE(at + 10);
  const size = bytes.readUInt32LE(at + 20);
  const local = bytes.readUInt32LE(at + 42);
  if ((bytes.readUInt16LE(at + 8) & encrypted) !== 0) throw new NotConvertible('The archive is encrypted.');
  if (bytes.readUInt32LE(local) !== localSignature) throw damaged();
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const packed = bytes.subarray(start, start + size);
  if (packed.length !== size) throw damaged();
  if (method === deflated) return inflated(packed, most);
  if (method !== stored) throw new NotConvertible('The archive is packed in a way that is not known.');
  if (size > most) throw tooLarge();
  return packed;
}

function inflated(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: most + 1 });
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : damaged();
  }
}
