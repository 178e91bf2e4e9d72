/** How long a claim lasts without a sign of life: the least that the engine takes. */
export const leaseMs = 10_000;
const beatMs = 3000;
/** Between two tries to reach a server that does not answer. */
const retryMs = 500;

/** Something that is held for as long as signs of life reach the database. */
export class Lease {
  readonly #ending = new AbortController();
  readonly #last: number;
  #until: number;

  /**
   * @param begun when it was asked for, by `performance.now()`
   * @param longestMs how long it lasts with all signs of life
   */
  constructor(begun: number, longestMs: number) {
    this.#last = begun + longestMs;
    this.#until = begun + leaseMs;
  }

  /** Aborted when it is lost. */
  get lost(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether nobody else can have it, as far as is known without asking. True of a process that was stopped only if it may be. */
  get isHeld(): boolean {
    this.check();
    return !this.lost.aborted;
  }

  /** Ends it where its time is over. */
  check(): void {
    if (performance.now() >= this.#until) this.end();
  }

  /** Prolongs it. @param asked when that was asked for, so that it never lasts longer here than in the database */
  prolong(asked: number): void {
    this.#until = Math.min(asked + leaseMs, this.#last);
  }

  end(): void {
    this.#ending.abort();
  }
}

/** Signs of life for leases of one kind, all in one transaction. */
export class Leases<L extends Lease> {
  readonly held = new Set<L>();
  readonly #renew: (held: readonly L[]) => Promise<ReadonlySet<L>>;
  readonly #onError: (error: unknown) => void;
  readonly #checks: NodeJS.Timeout;
  #beat: NodeJS.Timeout;
  #isClosed = false;

  /** @param renew tells which of the leases are still held */
  constructor(renew: (held: readonly L[]) => Promise<ReadonlySet<L>>, onError: (error: unknown) => void) {
    this.#renew = renew;
    this.#onError = onError;
    this.#checks = setInterval(() => {
      for (const lease of this.held) {
        lease.check();
        if (lease.lost.aborted) this.held.delete(lease);
      }
    }, retryMs);
    this.#beat = setTimeout(() => void this.#next(), beatMs);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#checks);
    clearTimeout(this.#beat);
  }

  async #next(): Promise<void> {
    const held = [...this.held];
    const asked = performance.now();
    let pauseMs = beatMs;
    if (held.length > 0) {
      try {
        const kept = await this.#renew(held);
        for (const lease of held) {
          if (kept.has(lease)) lease.prolong(asked);
          // One that was given back meanwhile is no longer held, and not lost either.
          else if (this.held.delete(lease)) lease.end();
        }
      } catch (error) {
        this.#onError(error);
        pauseMs = retryMs;
      }
    }
    if (!this.#isClosed) this.#beat = setTimeout(() => void this.#next(), pauseMs);
  }
}
