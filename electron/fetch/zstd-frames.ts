import { Transform, type TransformCallback } from 'node:stream';

/** Magic numbers of RFC 8878, sections 3.1.1 and 3.1.2; the last four bits of a skippable frame's are arbitrary. */
const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/** Maximum number of frames of a body: each costs about 40 microseconds, and an honest one contains many kilobytes. */
const maxFrames = 10_000;

/** Sizes of frame header fields (RFC 8878, section 3.1.1.1) by their flags, in bytes. */
const dictionaryBytes = [0, 1, 2, 4];
const contentSizeBytes = [0, 2, 4, 8];

type Field = 'magic' | 'skippable size' | 'descriptor' | 'block header';

const fieldBytes: Record<Field, number> = {
  magic: 4,
  'skippable size': 4,
  descriptor: 1,
  'block header': 3,
};

/**
 * Finds the ends of the frames of a zstd body (RFC 8878, section 3: one frame or several) by their headers alone. Node's
 * decompressor stops at the end of a frame if more data follows in the same chunk, and continues if the next frame begins a
 * chunk. So no chunk may go beyond the end of a frame.
 */
export class ZstdFrames {
  #field: Field = 'magic';
  #held = Buffer.alloc(0);
  /** Bytes to skip before the next field. */
  #skip = 0;
  /** Whether the frame ends after them. */
  #endsFrame = false;
  #checksum = false;
  /** Not zstd, which the decompressor is left to report. */
  #lost = false;
  #frames = 0;

  /**
   * Splits data into chunks, none of which goes beyond the end of a frame.
   * @throws RangeError beyond `maxFrames`
   */
  split(chunk: Buffer): Buffer[] {
    const pieces: Buffer[] = [];
    let from = 0;
    let at = 0;
    while (at < chunk.length && !this.#lost) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, chunk.length - at);
        this.#skip -= passed;
        at += passed;
      } else {
        const missing = fieldBytes[this.#field] - this.#held.length;
        const part = chunk.subarray(at, at + missing);
        this.#held = Buffer.concat([this.#held, part]);
        at += part.length;
        if (part.length === missing) this.#read();
      }
      if (this.#skip > 0 || !this.#endsFrame) continue;
      this.#endsFrame = false;
      this.#field = 'magic';
      this.#frames += 1;
      if (this.#frames > maxFrames) throw new RangeError(`more than ${maxFrames} frames`);
      pieces.push(chunk.subarray(from, at));
      from = at;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
    return pieces;
  }

  #read(): void {
    const field = this.#held;
    this.#held = Buffer.alloc(0);
    switch (this.#field) {
      case 'magic': {
        const magic = field.readUInt32LE();
        if (magic === frameMagic) this.#field = 'descriptor';
        else if (magic >>> 4 === skippableMagic >>> 4) this.#field = 'skippable size';
        else this.#lost = true;
        return;
      }
      case 'skippable size':
        this.#skip = field.readUInt32LE();
        this.#endsFrame = true;
        return;
      case 'descriptor': {
        const descriptor = field.readUInt8();
        const isSingleSegment = (descriptor & 0x20) !== 0;
        this.#checksum = (descriptor & 0x04) !== 0;
        const window = isSingleSegment ? 0 : 1;
        const dictionary = dictionaryBytes[descriptor & 0x03] ?? 0;
        const size = contentSizeBytes[descriptor >> 6] ?? 0;
        this.#skip = window + dictionary + (isSingleSegment && size === 0 ? 1 : size);
        this.#field = 'block header';
        return;
      }
      case 'block header': {
        const header = field.readUIntLE(0, 3);
        const isLast = (header & 1) !== 0;
        // A run-length block has one byte of data, whatever its size.
        const isRun = ((header >> 1) & 3) === 1;
        this.#skip = (isRun ? 1 : header >> 3) + (isLast && this.#checksum ? 4 : 0);
        this.#endsFrame = isLast;
        return;
      }
      default:
        return this.#field satisfies never;
    }
  }
}

/** Returns the same as a stream to put before a decompressor. */
export function splitZstdFrames(): Transform {
  const frames = new ZstdFrames();
  return new Transform({
    // Object mode, because buffered chunks must never be joined.
    readableObjectMode: true,
    transform(chunk: Buffer, _encoding, callback: TransformCallback) {
      try {
        for (const piece of frames.split(chunk)) this.push(piece);
        callback();
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
