import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { ExportError } from './errors.ts';

/** A file of an archive, as chunks of its content. */
export interface ZipEntry {
  /** Path with slashes; UTF-8. */
  name: string;
  content: () => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

const [localSignature, dataSignature, centralSignature, endSignature] = [
  0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50,
];
/** Version 2.0 of the format, which has deflate. */
const version = 20;
const deflate = 8;
/** Sizes follow the data, and names are UTF-8. */
const flags = 0x0808;
/** 1980-01-01, the first date that the format knows: the same content gives the same archive. */
const firstDate = 0x21;
/** Sizes and places have 32 bits; larger ones would need ZIP64, which older readers do not know. */
const maxSize = 0xffff_ffff;
/** Fast, and a few percent larger than the usual level. */
const level = 3;

/**
 * Packs files into a ZIP archive as they come (APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16): no more than a chunk is in memory.
 * @throws ExportError `export-too-large` if a file or the archive reaches 4 GiB
 */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  let count = 0;
  for await (const { name, content } of entries) {
    const path = Buffer.from(name, 'utf8');
    const start = offset;
    const local = numbers([
      [4, localSignature],
      ...kindAndTime(),
      [4, 0],
      [4, 0],
      [4, 0],
      [2, path.byteLength],
      [2, 0],
    ]);
    yield Buffer.concat([local, path]);
    offset += local.byteLength + path.byteLength;
    const sizes = { crc: 0, packed: 0, plain: 0 };
    for await (const chunk of packed(content(), sizes)) {
      yield chunk;
      offset += chunk.byteLength;
    }
    if (sizes.plain > maxSize || offset > maxSize) throw tooLarge();
    const facts: Number[] = [
      [4, sizes.crc],
      [4, sizes.packed],
      [4, sizes.plain],
    ];
    const data = numbers([[4, dataSignature], ...facts]);
    yield data;
    offset += data.byteLength;
    const place: Number[] = [
      [2, path.byteLength],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, start],
    ];
    directory.push(
      numbers([[4, centralSignature], [2, version], ...kindAndTime(), ...facts, ...place]),
      path,
    );
    count += 1;
  }
  const index = Buffer.concat(directory);
  yield index;
  if (offset > maxSize) throw tooLarge();
  yield numbers([
    [4, endSignature],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, index.byteLength],
    [4, offset],
    [2, 0],
  ]);
}

/** Length in bytes, and value. */
type Number = [length: 2 | 4, value: number];

const kindAndTime = (): Number[] => [
  [2, version],
  [2, flags],
  [2, deflate],
  [2, 0],
  [2, firstDate],
];

function numbers(all: readonly Number[]): Buffer {
  const bytes = Buffer.alloc(all.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of all) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

async function* packed(
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  sizes: { crc: number; packed: number; plain: number },
): AsyncGenerator<Buffer> {
  const deflater = createDeflateRaw({ level });
  let ready: Buffer[] = [];
  deflater.on('data', (chunk: Buffer) => ready.push(chunk));
  const take = (): Buffer[] => {
    const taken = ready;
    ready = [];
    for (const chunk of taken) sizes.packed += chunk.byteLength;
    return taken;
  };
  try {
    for await (const chunk of content) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
      sizes.crc = crc32(bytes, sizes.crc);
      sizes.plain += bytes.byteLength;
      if (!deflater.write(bytes)) await once(deflater, 'drain');
      yield* take();
    }
    const ended = once(deflater, 'end');
    deflater.end();
    await ended;
    yield* take();
  } finally {
    deflater.destroy();
  }
}

const tooLarge = (): ExportError =>
  new ExportError(
    'export-too-large',
    'The file would be larger than 4 GiB, which its format does not hold.',
    'Choose fewer columns, or another format such as parquet or csv.',
  );
