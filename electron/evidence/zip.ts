import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface ArchivedFile {
  /** Path with slashes, in ASCII. */
  name: string;
  bytes: Uint8Array;
}

const [localSignature, centralSignature, endSignature] = [0x04034b50, 0x02014b50, 0x06054b50];
/** Version 2.0 of the format, which has deflate. */
const version = 20;
const deflate = 8;
/** 1980-01-01, the first date that the format knows: the same files give the same archive. */
const firstDate = 0x21;

/**
 * Packs files into a ZIP archive (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16).
 * @param files fewer than 65,535, together below 4 GiB
 */
export function zip(files: readonly ArchivedFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name, 'ascii');
    const packed = deflateRawSync(bytes);
    const facts = factsOf(bytes, packed, path);
    const local = Buffer.concat([
      number32(localSignature),
      number16(version),
      facts,
      number16(0),
      path,
      packed,
    ]);
    parts.push(local);
    const place = Buffer.concat([number16(0), number16(0), number16(0), number32(0), number32(offset)]);
    const made = Buffer.concat([number32(centralSignature), number16(version), number16(version)]);
    directory.push(made, facts, number16(0), place, path);
    offset += local.byteLength;
  }
  const index = Buffer.concat(directory);
  const count = number16(files.length);
  const end = [number32(endSignature), number16(0), number16(0), count, count, number32(index.byteLength)];
  return Buffer.concat([...parts, index, ...end, number32(offset), number16(0)]);
}

/** Flags, method, time, date, checksum, sizes, and the length of the name: alike in both places of the format. */
const factsOf = (bytes: Uint8Array, packed: Uint8Array, path: Uint8Array): Buffer =>
  Buffer.concat([
    number16(0),
    number16(deflate),
    number16(0),
    number16(firstDate),
    number32(crc32(bytes)),
    number32(packed.byteLength),
    number32(bytes.byteLength),
    number16(path.byteLength),
  ]);

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
