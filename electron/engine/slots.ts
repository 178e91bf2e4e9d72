import type { Origin, Origins } from './origins.ts';

/** Backlog limit: pages waiting to be parsed or stored, per concurrent request; never below `minBacklog`. */
const backlogPerRequest = 1;
const minBacklog = 8;

/**
 * The work of one request. Resolves to false when the site was not asked after all, so the next request need not wait
 * for it. It may call `sent` once it is done with the network, and another request may take its place.
 */
export type RequestTask = (sent: () => void) => Promise<boolean | void>;

export interface SlotsDependencies {
  /** Requests that are sent or answered at once. */
  concurrency: number;
  origins: Pick<Origins, 'started' | 'cancelReservation'>;
  /** See `Clock`. */
  now(): number;
  /** Called whenever a slot is free again, or a task has ended. */
  onFree(): void;
}

/**
 * What is in flight. A task holds one of `concurrency` slots while it is with the network; after that it belongs to the
 * backlog until its page is parsed and stored. A long backlog keeps new requests from being sent.
 */
export class Slots {
  readonly #deps: SlotsDependencies;
  readonly #maxBacklog: number;
  readonly #tasks = new Set<Promise<void>>();
  /** Tasks that are still with the network. */
  #sending = 0;
  #isBacklogged = false;
  #failures: unknown[] = [];

  constructor(deps: SlotsDependencies) {
    this.#deps = deps;
    this.#maxBacklog = Math.max(minBacklog, deps.concurrency * backlogPerRequest);
  }

  /** Tasks in flight, the backlog included. */
  get inFlight(): number {
    return this.#tasks.size;
  }

  /** Whether nothing waits for the next answer: every slot is taken, or the backlog is full. */
  get areTaken(): boolean {
    return this.#isBacklogged || this.#sending >= this.#deps.concurrency;
  }

  /**
   * Requests that may begin now. A full backlog stops all of them until half of it is gone: beginning several at once is
   * cheaper than one by one.
   * @param room tasks that may be in flight at most
   */
  free(room: number): number {
    const backlog = this.#tasks.size - this.#sending;
    if (backlog >= this.#maxBacklog) this.#isBacklogged = true;
    else if (backlog <= this.#maxBacklog / 2) this.#isBacklogged = false;
    if (this.#isBacklogged) return 0;
    return Math.min(this.#deps.concurrency - this.#sending, room - this.#tasks.size);
  }

  /** Begins a task that asks an origin. */
  launch(origin: Origin, work: RequestTask): void {
    const { concurrency, origins } = this.#deps;
    const reservation = origins.started(origin, this.#deps.now());
    this.#sending += 1;
    let isSending = true;
    const sent = (): void => {
      if (!isSending) return;
      isSending = false;
      this.#sending -= 1;
      origin.active -= 1;
      this.#deps.onFree();
    };
    // One request at a time means one page at a time: its links are known before the next request is chosen.
    const task = work(concurrency === 1 ? () => {} : sent)
      .then((asked) => (asked === false ? origins.cancelReservation(origin, reservation) : undefined))
      .catch((error: unknown) => {
        this.#failures.push(error);
      })
      .finally(() => {
        sent();
        this.#tasks.delete(task);
        this.#deps.onFree();
      });
    this.#tasks.add(task);
  }

  /** @throws the first error of a task that has failed */
  throwFailure(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Resolves when nothing is in flight any more; never rejects. */
  async drain(): Promise<void> {
    await Promise.all(this.#tasks);
  }
}
