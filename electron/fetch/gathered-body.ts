import { Pieces } from './pieces.ts';
import type { BodySink, LongBody } from './types.ts';

/** Where the decoded bytes of a body go. */
export interface GatheredBodyOptions {
  /** A longer body is cut here; null: never. */
  cutAt: number | null;
  /** Takes the body once it is long; null: all of it is gathered in memory. */
  long: LongBody | null;
  /** Lower-case names; several values of a name are joined. */
  headers: Readonly<Record<string, string>>;
  /** Called when more may come, after `add` has said that it may not. */
  onDrain: () => void;
  /** Called once when no more is wanted. */
  onCut: (body: Uint8Array) => void;
}

/** Gathers the decoded bytes of one body: in memory, or from a certain length on in a sink, to which they are handed as they come. */
export class GatheredBody {
  readonly #options: GatheredBodyOptions;
  /** What the sink does not have yet, or all of it without one. */
  readonly #pieces = new Pieces();
  #sink: { first: Uint8Array; to: BodySink } | null = null;
  #length = 0;
  #isWaiting = false;
  #isOver = false;
  #whenHandedOver: (() => void) | null = null;

  constructor(options: GatheredBodyOptions) {
    this.#options = options;
  }

  /** Number of bytes that have come. */
  get length(): number {
    return this.#length;
  }

  /** Adds bytes. @returns false: send no more until `onDrain` */
  add(piece: Uint8Array): boolean {
    if (this.#isOver) return true;
    const { cutAt, long } = this.#options;
    this.#length += piece.length;
    if (this.#sink !== null && !this.#isWaiting && (cutAt === null || this.#length <= cutAt)) {
      this.#give(piece);
      return !this.#isWaiting;
    }
    this.#pieces.add(piece);
    if (cutAt !== null && this.#length > cutAt) this.#cut(this.#sink?.first ?? this.#pieces.joined(cutAt));
    else if (long !== null && this.#sink === null && this.#length > long.from) this.#open(long);
    return !this.#isWaiting;
  }

  /**
   * Marks the end.
   * @param whole called once everything is handed over
   */
  end(whole: (body: Uint8Array, sunkBytes: number | null) => void): void {
    if (this.#isOver) return;
    if (this.#isWaiting) {
      this.#whenHandedOver = () => this.end(whole);
      return;
    }
    this.#isOver = true;
    if (this.#sink === null) whole(this.#pieces.joined(), null);
    else whole(this.#sink.first, this.#length);
  }

  /** Forgets everything; nothing more is handed over or reported. */
  clear(): void {
    this.#isOver = true;
    this.#pieces.clear();
  }

  #open(long: LongBody): void {
    const first = this.#pieces.joined();
    this.#pieces.clear();
    const to = long.open(first, this.#options.headers);
    if (to === null) {
      this.#cut(first);
      return;
    }
    this.#sink = { first, to };
    this.#give(first);
  }

  #give(piece: Uint8Array): void {
    const wait = this.#sink?.to.write(piece) ?? null;
    if (wait === null) return;
    this.#isWaiting = true;
    void wait.then((isWanted) => this.#handedOver(isWanted));
  }

  #handedOver(isWanted: boolean): void {
    this.#isWaiting = false;
    if (this.#isOver) return;
    if (!isWanted) {
      this.#cut(this.#sink?.first ?? new Uint8Array());
      return;
    }
    if (this.#pieces.length > 0) {
      const rest = this.#pieces.joined();
      this.#pieces.clear();
      this.#give(rest);
      if (this.#isWaiting) return;
    }
    if (this.#whenHandedOver !== null) this.#whenHandedOver();
    else this.#options.onDrain();
  }

  #cut(body: Uint8Array): void {
    this.clear();
    this.#options.onCut(body);
  }
}
