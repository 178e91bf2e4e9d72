import type { AnswerWindow } from '../../engine/limits.ts';
import type { BudgetKind, ShareMember } from '../../engine/ports/run-share.ts';

/** What a run tells and asks a session, which may be in another process: then its answers take a while. */
export type ToldMember = Omit<ShareMember, 'lend'> & {
  lend(origin: string): number | null | Promise<number | null>;
};

/** One session of a run, as the run knows it. */
export class Member {
  readonly name: number;
  /** Requests that it has claimed, and the host of each. */
  readonly inHand = new Map<string, string>();
  /** The hosts that it has, and those of them at which something is left to do, as far as is known. */
  readonly owned = new Set<string>();
  readonly busy = new Set<string>();
  readonly held: Record<BudgetKind, number> = { items: 0, pages: 0 };
  readonly stop = new AbortController();
  window: AnswerWindow = { refused: 0, of: 0 };
  isAlive = true;
  isDismissed = false;
  readonly #outbox: ((told: ToldMember) => void)[] = [];
  readonly #calls = new Set<Promise<unknown>>();
  #told: ToldMember | null = null;

  constructor(name: number) {
    this.name = name;
  }

  /** Whether it may get hosts. */
  get isOpen(): boolean {
    return this.#told !== null && this.isAlive && !this.isDismissed;
  }

  open(told: ToldMember): void {
    this.#told = told;
  }

  /** Tells it something, in the order of the calls and never within one. */
  tell(message: (told: ToldMember) => void): void {
    this.#outbox.push(message);
    if (this.#outbox.length === 1) queueMicrotask(() => this.#flush());
  }

  /** Asks it something, after all that it was told. @returns what it says; null: it is not there */
  async ask<T>(question: (told: ToldMember) => T | Promise<T>): Promise<T | null> {
    this.#flush();
    return this.#told === null || !this.isAlive ? null : question(this.#told);
  }

  /** A call of the ledger by this session, after whose end alone it is known what it has in hand. */
  async calling<T>(work: () => Promise<T>): Promise<T> {
    const call = work();
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Resolves once no call of the ledger is under way. */
  async atRest(): Promise<void> {
    while (this.#calls.size > 0) await Promise.allSettled(this.#calls);
  }

  #flush(): void {
    for (const message of this.#outbox.splice(0))
      if (this.#told !== null && this.isAlive) message(this.#told);
  }
}
