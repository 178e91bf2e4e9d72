import { Pool, type Dispatcher } from 'undici';

/** undici's connection pools by origin. Like its `Agent`, but the connections of one origin can be closed. */
export class Pools {
  readonly #options: Pool.Options;
  readonly #pools = new Map<string, Pool>();

  constructor(options: Pool.Options) {
    this.#options = options;
  }

  /** @param request origin as a string */
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

  /** Closes the connections to an origin at once; there must be no requests in progress. */
  close(origin: string): void {
    const pool = this.#pools.get(origin);
    this.#pools.delete(origin);
    void pool?.destroy();
  }

  /** Closes all connections at once. */
  async destroy(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}
