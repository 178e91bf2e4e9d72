/** Lets so many pieces of work go on at once; the others wait in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting: { take: () => void; signal: AbortSignal | undefined }[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Waits for a turn. @returns false when the signal came first: then there is no turn to end */
  take(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const waiting = {
        signal,
        take: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve(true);
        },
      };
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(false);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }

  /** Ends a turn. */
  end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next.take();
  }
}
