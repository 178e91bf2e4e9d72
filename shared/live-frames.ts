/**
 * The pictures of a live page, as the stream of `live.open` has them: each begins with a head of 16 bytes, in big-endian order the
 * number of the frame, the width and the height of the page in CSS pixels, and the length of the picture; then comes the picture, a
 * JPEG.
 */
export interface LiveFrame {
  number: number;
  width: number;
  height: number;
  picture: Uint8Array<ArrayBuffer>;
}

const headLength = 16;
/** The most bytes of a picture; a longer one is no picture. */
const longestPicture = 64 * 1024 * 1024;

/** Writes a frame for the stream. */
export function writeFrame({ number, width, height, picture }: LiveFrame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headLength + picture.byteLength);
  const head = new DataView(bytes.buffer);
  for (const [at, value] of [number, width, height, picture.byteLength].entries()) {
    head.setUint32(at * 4, Math.round(value));
  }
  bytes.set(picture, headLength);
  return bytes;
}

/** Reads frames from the parts in which a stream arrives. */
export class FrameReader {
  #parts: Uint8Array[] = [];
  #length = 0;

  /** Takes the next part. @returns the frames that are complete with it; @throws Error if it is no such stream */
  read(part: Uint8Array): LiveFrame[] {
    this.#parts.push(part);
    this.#length += part.byteLength;
    const frames: LiveFrame[] = [];
    for (let frame = this.#next(); frame !== null; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): LiveFrame | null {
    if (this.#length < headLength) return null;
    const bytes = this.#joined();
    const head = new DataView(bytes.buffer, bytes.byteOffset, headLength);
    const length = head.getUint32(12);
    if (length > longestPicture) throw new Error('This is no stream of pictures.');
    const end = headLength + length;
    if (bytes.byteLength < end) return null;
    const picture = bytes.slice(headLength, end);
    this.#parts = [bytes.subarray(end)];
    this.#length = bytes.byteLength - end;
    return { number: head.getUint32(0), width: head.getUint32(4), height: head.getUint32(8), picture };
  }

  #joined(): Uint8Array<ArrayBuffer> {
    const [only] = this.#parts;
    if (this.#parts.length === 1 && only !== undefined && only.buffer instanceof ArrayBuffer) {
      return new Uint8Array(only.buffer, only.byteOffset, only.byteLength);
    }
    const joined = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      joined.set(part, at);
      at += part.byteLength;
    }
    this.#parts = [joined];
    return joined;
  }
}
