/** Numbers from 0 up to 1 that are the same for the same seed (xorshift with 32 bits). */
function seeded(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A way to a store that is far away: messages and answers are late, overtake each other, and some messages come twice. */
export class UnreliableWay {
  readonly #random: () => number;
  /** Messages that have not been answered yet. */
  underway = 0;
  repeated = 0;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  /** The same object, reached by this way. What is no method stays as it is. */
  to<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => this.#send(() => value.apply(of, args));
      },
    });
  }

  /** Carries a message out once, however often it comes, and gives the same answer each time. */
  async #send(message: () => unknown): Promise<unknown> {
    let answer: unknown = null;
    const deliver = (): unknown => (answer ??= message());
    this.underway += 1;
    try {
      await this.#wait();
      const given = deliver();
      if (this.#random() < 0.2) {
        this.repeated += 1;
        // Who sent it hears of an error by the first answer.
        void this.#wait()
          .then(deliver)
          .catch(() => undefined);
      }
      const result = await given;
      await this.#wait();
      return structuredClone(result);
    } finally {
      this.underway -= 1;
    }
  }

  /** Some turns of the event loop. */
  async #wait(): Promise<void> {
    for (let turns = Math.floor(this.#random() * 6); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
