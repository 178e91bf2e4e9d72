import type { Clock } from './clock.ts';
import type { Ledger } from './ports/ledger.ts';

/** Leases are renewed after this fraction of their term, so that a failed renewal can be repeated. */
const renewedAfter = 1 / 3;

/** Renews the leases of requests in flight. Does nothing if leases do not expire. */
export class LeaseKeeper {
  readonly #ledger: Pick<Ledger, 'leaseMs' | 'renew'>;
  readonly #clock: Clock;
  readonly #held = new Set<string>();
  #cancel: (() => void) | null = null;
  #isClosed = false;

  constructor(ledger: Pick<Ledger, 'leaseMs' | 'renew'>, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Starts to renew the lease of a request. */
  hold(id: string): void {
    if (this.#ledger.leaseMs === Infinity) return;
    this.#held.add(id);
    this.#schedule();
  }

  /** Stops to renew the lease of a request. */
  drop(id: string): void {
    this.#held.delete(id);
  }

  /** Stops all renewals. */
  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  #schedule(): void {
    if (this.#cancel !== null || this.#isClosed || this.#held.size === 0) return;
    this.#waitUntil(this.#clock.now() + this.#ledger.leaseMs * renewedAfter);
  }

  #waitUntil(time: number): void {
    this.#cancel = this.#clock.at(time, () => {
      if (this.#clock.now() < time) this.#waitUntil(time);
      else void this.#renew();
    });
  }

  async #renew(): Promise<void> {
    try {
      for (const lost of await this.#ledger.renew([...this.#held])) this.#held.delete(lost);
    } catch {
      // A failing ledger rejects again when the request ends.
    }
    this.#cancel = null;
    this.#schedule();
  }
}
