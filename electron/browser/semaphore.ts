interface Waiter {
  admit(): void;
}

/** A counting semaphore with a first-in, first-out queue. Unlike those of packages, a wait can be aborted by a signal. */
export class Semaphore {
  #free: number;
  readonly #waiters: Waiter[] = [];

  /** @param permits how many may be held at once */
  constructor(permits: number) {
    this.#free = permits;
  }

  /**
   * Waits for a permit, which must be released. @returns false if the signal was aborted first; then there is no permit to
   * release
   */
  acquire(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        admit: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve(true);
        },
      };
      const onAbort = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        resolve(false);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.push(waiter);
    });
  }

  /** Releases a permit to the first waiter. */
  release(): void {
    const next = this.#waiters.shift();
    if (next === undefined) this.#free += 1;
    else next.admit();
  }
}
