/** Chunks smaller than this are copied; larger ones are kept. Bytes. */
const smallPiece = 4 * 1024;
/** A chunk is kept only if its underlying buffer is at most this many times its size. */
const maxWaste = 4;
/** Small chunks are copied into blocks, each as large as all data so far, within these bounds. Bytes. */
const minBlock = 4 * 1024;
const largestBlock = 64 * 1024;

/**
 * Collects the chunks of a body. Memory use is a small multiple of the bytes, however many chunks there are: an object for each
 * one-byte chunk would take a hundred times as much.
 */
export class Pieces {
  #parts: Uint8Array[] = [];
  #block = new Uint8Array(0);
  /** Bounds of the bytes in the block that are not yet a part. */
  #from = 0;
  #to = 0;
  #length = 0;

  /** Number of bytes. */
  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (piece.length >= smallPiece && piece.buffer.byteLength <= maxWaste * piece.length) {
      this.#seal();
      this.#parts.push(piece);
      return;
    }
    for (let rest = piece; rest.length > 0;) rest = this.#copy(rest);
  }

  /** Returns the first `length` bytes as one array that owns its memory, so that it can be transferred to another thread. */
  joined(length = this.#length): Uint8Array {
    this.#seal();
    const whole = new Uint8Array(length);
    let offset = 0;
    for (const part of this.#parts) {
      const room = length - offset;
      if (room <= 0) break;
      whole.set(part.length <= room ? part : part.subarray(0, room), offset);
      offset += part.length;
    }
    return whole;
  }

  clear(): void {
    this.#parts = [];
    this.#block = new Uint8Array(0);
    this.#from = this.#to = this.#length = 0;
  }

  /** Copies as much as fits into the block. @returns the rest */
  #copy(piece: Uint8Array): Uint8Array {
    if (this.#to === this.#block.length) {
      this.#seal();
      this.#block = new Uint8Array(Math.min(largestBlock, Math.max(minBlock, this.#length)));
      this.#from = this.#to = 0;
    }
    const fitting = piece.subarray(0, this.#block.length - this.#to);
    this.#block.set(fitting, this.#to);
    this.#to += fitting.length;
    return piece.subarray(fitting.length);
  }

  /** Makes the content of the block a part, so that later chunks follow it. */
  #seal(): void {
    if (this.#to === this.#from) return;
    this.#parts.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
