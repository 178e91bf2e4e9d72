import type { Turn } from './host-turns.ts';
import type { SlotShare } from './slot-pool.ts';

/** Backlog limit: pages waiting to be parsed or stored, per concurrent request; never below `minBacklog`. */
const backlogPerRequest = 1;
const minBacklog = 8;

/**
 * The work of one request. Resolves to false if the site was not contacted, so that the next request need not be delayed. May
 * call `sent` when it has its response, so that another request can take its slot.
 */
export type RequestTask = (sent: () => void) => Promise<boolean | void>;

/** What the slots need from the crawl. */
export interface SlotsDependencies {
  /** Maximum number of requests that are being sent. */
  concurrency: number;
  /** Called when a slot becomes free, or a task has ended. */
  onFree(): void;
  /** The slots that this crawl shares with others; left out or null: only its own are limited. */
  share?: SlotShare | null;
}

/**
 * The requests in flight. A task holds one of `concurrency` slots while it uses the network; afterwards it is part of the backlog
 * until its page is parsed and stored. A long backlog prevents new requests.
 */
export class Slots {
  readonly #deps: SlotsDependencies;
  readonly #maxBacklog: number;
  readonly #tasks = new Set<Promise<void>>();
  /** Number of tasks that use the network. */
  #sending = 0;
  /** Shared slots of tasks that are about to start. */
  #reserved = 0;
  #isBacklogged = false;
  #failures: unknown[] = [];

  constructor(deps: SlotsDependencies) {
    this.#deps = deps;
    this.#maxBacklog = Math.max(minBacklog, deps.concurrency * backlogPerRequest);
    deps.share?.open(() => deps.onFree());
  }

  /** Number of tasks in flight, including the backlog. */
  get inFlight(): number {
    return this.#tasks.size;
  }

  /** Whether no task waits for a slot: every slot is taken, or the backlog is full. */
  get areTaken(): boolean {
    return this.#isBacklogged || this.#sending >= this.#deps.concurrency;
  }

  /**
   * Returns how many requests may start. A full backlog prevents all of them until half of it is processed, because starting
   * several at once is cheaper than one by one.
   * @param room maximum number of tasks in flight
   */
  free(room: number): number {
    const backlog = this.#tasks.size - this.#sending;
    if (backlog >= this.#maxBacklog) this.#isBacklogged = true;
    else if (backlog <= this.#maxBacklog / 2) this.#isBacklogged = false;
    const { concurrency, share = null } = this.#deps;
    const own = this.#isBacklogged ? 0 : Math.min(concurrency - this.#sending, room - this.#tasks.size);
    if (share === null || own > 0) return Math.min(own, share?.room() ?? own);
    share.pass();
    return own;
  }

  /** Reserves shared slots, so that others do not take them while the tasks are being made. @returns how many */
  reserve(count: number): number {
    const { share = null } = this.#deps;
    if (share === null) return count;
    const reserved = Math.min(count, share.room());
    if (reserved > 0) share.take(reserved);
    this.#reserved += reserved;
    return reserved;
  }

  /** Gives back what was reserved and no task has started with. */
  unreserve(): void {
    if (this.#reserved > 0) this.#deps.share?.giveBack(this.#reserved);
    this.#reserved = 0;
  }

  /** Nothing can be started now: shared slots are for others. */
  pass(): void {
    this.#deps.share?.pass();
  }

  /** Starts a task that contacts a host, whose turn it is. */
  launch(turn: Turn, work: RequestTask): void {
    const { concurrency, share = null } = this.#deps;
    if (this.#reserved > 0) this.#reserved -= 1;
    else share?.take(1);
    this.#sending += 1;
    let isSending = true;
    const sent = (): void => {
      if (!isSending) return;
      isSending = false;
      this.#sending -= 1;
      share?.giveBack(1);
      turn.free();
      this.#deps.onFree();
    };
    // One request at a time means one page at a time, so that its links are known before the next request is chosen.
    const task = work(concurrency === 1 ? () => {} : sent)
      .then((asked) => (asked === false ? turn.giveBack() : undefined))
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

  /** @throws the first error of a failed task */
  throwFailure(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Resolves when nothing is in flight; never rejects. */
  async drain(): Promise<void> {
    await Promise.all(this.#tasks);
  }

  /** Nothing is started any more, and nothing is in flight. */
  close(): void {
    this.#deps.share?.leave();
  }
}
