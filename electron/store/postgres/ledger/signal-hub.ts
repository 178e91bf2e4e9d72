import type { Pool, PoolClient } from 'pg';

/** The pause before a lost connection is made anew, in milliseconds. */
const pauseMs = 200;

/** The hubs of all pools: the sessions of a process listen by one connection. */
const hubs = new WeakMap<Pool, SignalHub>();

/** The hub of a pool. */
export function signalHubOf(pool: Pool): SignalHub {
  const known = hubs.get(pool);
  if (known !== undefined) return known;
  const hub = new SignalHub(pool);
  hubs.set(pool, hub);
  return hub;
}

/** Listens to what the database tells of runs, see `fleet-tables.ts`, as long as anybody wants to know. */
export class SignalHub {
  readonly #pool: Pool;
  readonly #listeners = new Map<() => void, number>();
  #client: PoolClient | null = null;
  #connecting: Promise<void> | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Calls a function whenever something may have changed in a run. Resolves once it listens, or will do so later.
   * @returns a function that ends it
   */
  async listen(run: number, told: () => void): Promise<() => void> {
    this.#listeners.set(told, run);
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = null));
    await this.#connecting;
    return () => {
      this.#listeners.delete(told);
      this.#rest();
    };
  }

  async #connect(): Promise<void> {
    if (this.#client !== null || this.#listeners.size === 0) return;
    let client: PoolClient | null = null;
    try {
      client = await this.#pool.connect();
      const own = client;
      own.on('notification', ({ payload }) => this.#tell((run) => payload === String(run)));
      own.on('error', () => this.#lost(own));
      own.once('end', () => this.#lost(own));
      await own.query('LISTEN spider_studio_runs');
      this.#client = own;
      this.#rest();
      // What was told in the meantime is lost.
      this.#tell(() => true);
    } catch {
      client?.release(true);
      this.#again();
    }
  }

  #tell(concerns: (run: number) => boolean): void {
    for (const [told, run] of this.#listeners) if (concerns(run)) told();
  }

  #lost(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.release(true);
    this.#tell(() => true);
    this.#again();
  }

  #again(): void {
    setTimeout(() => {
      if (this.#listeners.size > 0)
        this.#connecting ??= this.#connect().finally(() => (this.#connecting = null));
    }, pauseMs).unref();
  }

  /** Nobody wants to know any more. */
  #rest(): void {
    if (this.#listeners.size > 0 || this.#client === null) return;
    const client = this.#client;
    this.#client = null;
    // It would go on to be told, so it is not used for anything else.
    client.release(true);
  }
}
