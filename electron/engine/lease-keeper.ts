import type { Clock } from './clock.ts';
import type { Ledger } from './ports/ledger.ts';

/** Leases are renewed after this part of their term: a renewal that is late or lost may be tried once more. */
const renewedAfter = 1 / 3;

/** Renews the leases of requests that are in flight. Does nothing where leases last until somebody takes them over. */
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

  /** A request has been claimed. */
  hold(id: string): void {
    if (this.#ledger.leaseMs === Infinity) return;
    this.#held.add(id);
    this.#schedule();
  }

  /** It has come to its end. */
  drop(id: string): void {
    this.#held.delete(id);
  }

  /** The session is over. */
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
      // A ledger that cannot be asked says so again when the request comes to its end.
    }
    this.#cancel = null;
    this.#schedule();
  }
}
