import { crc32, inflateRawSync } from 'node:zlib';

/** Reads an archive by its directory, as programs do. Throws where sizes, checksums or places do not fit. */
export function readZip(bytes: Uint8Array): Map<string, Buffer> {
  const file = Buffer.from(bytes);
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('Not an entry of the directory.');
    const [checksum, packed, size] = [16, 20, 24].map((offset) => file.readUInt32LE(at + offset));
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      file.readUInt16LE(at + offset),
    );
    const name = file.subarray(at + 46, at + 46 + nameLength).toString('ascii');
    const place = file.readUInt32LE(at + 42);
    if (file.readUInt32LE(place) !== 0x04034b50) throw new Error('Not a file.');
    const begin = place + 30 + file.readUInt16LE(place + 26) + file.readUInt16LE(place + 28);
    const content = inflateRawSync(file.subarray(begin, begin + (packed ?? 0)));
    if (content.length !== size || crc32(content) !== checksum) throw new Error(`${name} is damaged.`);
    files.set(name, content);
    at += 46 + nameLength + extra + comment;
  }
  if (at !== end) throw new Error('The directory does not end where it should.');
  return files;
}
