import { Pool, type Dispatcher } from 'undici';

/** undici's connections to all origins, by origin. As its `Agent`, except that those of one origin can be closed. */
export class Pools {
  readonly #options: Pool.Options;
  readonly #pools = new Map<string, Pool>();

  constructor(options: Pool.Options) {
    this.#options = options;
  }

  /** @param request its origin is given as a text */
  dispatch(
    request: Dispatcher.DispatchOptions & { origin: string },
    handler: Dispatcher.DispatchHandler,
  ): void {
    const { origin } = request;
    let pool = this.#pools.get(origin);
    if (pool === undefined) {
      pool = new Pool(origin, this.#options);
      this.#pools.set(origin, pool);
    }
    pool.dispatch(request, handler);
  }

  /** Closes the connections to an origin at once: nothing may be under way there. */
  close(origin: string): void {
    const pool = this.#pools.get(origin);
    this.#pools.delete(origin);
    void pool?.destroy();
  }

  /** Closes all of them at once. */
  async destroy(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}
