interface Waiter {
  admit(): void;
}

/** A counting semaphore, first come, first served. Unlike those of packages, waiting ends with a signal. */
export class Semaphore {
  #free: number;
  readonly #waiters: Waiter[] = [];

  /** @param permits how many may be held at once */
  constructor(permits: number) {
    this.#free = permits;
  }

  /** Waits for a permit, to be given back with `release`. @returns false when the signal came first: nothing is to be given back */
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

  /** Gives a permit back; the first who waits gets it. */
  release(): void {
    const next = this.#waiters.shift();
    if (next === undefined) this.#free += 1;
    else next.admit();
  }
}
