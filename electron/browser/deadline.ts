/** A deadline that can be suspended. */
export class Deadline {
  #left: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #onEnd: () => void;

  constructor(ms: number, onEnd: () => void) {
    this.#left = ms;
    this.#onEnd = onEnd;
    this.go();
  }

  hold(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#left -= performance.now() - this.#startedAt;
  }

  go(): void {
    if (this.#timer !== null) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#left));
  }
}
