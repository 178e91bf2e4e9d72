import type { BodyKeeper } from '../postgres/body-keeper.ts';
import type { Visit } from './settling.ts';

/** Puts what ledgers are given outside of the database before it is written. */
export class OutsideVisits {
  readonly #keeper: BodyKeeper;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(keeper: BodyKeeper) {
    this.#keeper = keeper;
  }

  /** The visit as it is written: references stand for the bodies of its page and its file. @throws StoreError */
  visit(visit: Visit): Promise<Visit> {
    return this.#tracked(async () => {
      const { page, file } = visit;
      return {
        ...visit,
        ...(page === null ? {} : { page: { ...page, body: await this.#keeper.keep(page.body) } }),
        ...(file === undefined ? {} : { file: { ...file, rest: await this.#keeper.keep(file.rest) } }),
      };
    });
  }

  /** A chunk of a file as it is written. @throws StoreError */
  chunk(chunk: Uint8Array): Promise<Uint8Array> {
    return this.#tracked(() => this.#keeper.keep(chunk));
  }

  /** Resolves when everything that was given so far is there, or has failed. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  #tracked<T>(work: () => Promise<T>): Promise<T> {
    const pending = work().finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
    return pending;
  }
}
