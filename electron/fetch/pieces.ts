/** A piece below this many bytes is copied; of a larger one, its own memory is kept. */
const smallPiece = 4 * 1024;
/** A piece is kept as it is only where the memory that it is a part of is no larger than so many times the piece. */
const maxWaste = 4;
/** Small pieces are copied into blocks, each as large as all that has come so far, within these bounds. Bytes. */
const minBlock = 4 * 1024;
const largestBlock = 64 * 1024;

/**
 * The pieces of a body on their way to one array. What they take is a small multiple of their bytes, however many they are: an
 * object for each piece of one byte would take a hundred times as much.
 */
export class Pieces {
  #parts: Uint8Array[] = [];
  #block = new Uint8Array(0);
  /** Where the bytes begin in the block that are not among the parts yet, and where they end. */
  #from = 0;
  #to = 0;
  #length = 0;

  /** Bytes. */
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

  /** The first `length` bytes in one array that owns its memory, so that it can be transferred to another thread. */
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

  /** Copies as much as fits into the block. @returns what did not fit */
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

  /** What the block holds becomes a part; what comes later goes behind it. */
  #seal(): void {
    if (this.#to === this.#from) return;
    this.#parts.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
