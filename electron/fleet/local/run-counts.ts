import type { Counters, NewRequest, SettledPage } from '../../engine/ports/ledger.ts';

/** What a run has, counted along with its ledger: asking that costs a look at every site. */
export class RunCounts {
  items: number;
  done: number;
  failed: number;
  /** Start URLs that this session of the run has admitted and not yet handed out. */
  waitingSeeds = 0;
  /** Requests that are queued or in hand. */
  #open: number;

  constructor({ items, done, failed, queued, active }: Counters) {
    this.items = items;
    this.done = done;
    this.failed = failed;
    this.#open = queued + active;
  }

  get isIdle(): boolean {
    return this.#open <= 0;
  }

  /** @param admitted how many of the requests were new */
  admitted(requests: readonly NewRequest[], admitted: number): void {
    this.#open += admitted;
    if (requests.every((request) => isSeed(request))) this.waitingSeeds += admitted;
  }

  claimed(requests: readonly NewRequest[]): void {
    const seeds = requests.filter((request) => isSeed(request)).length;
    this.waitingSeeds = Math.max(0, this.waitingSeeds - seeds);
  }

  /** A request has its end. */
  ended(
    how: 'done' | 'failed' | 'skipped',
    { admitted, items }: Pick<SettledPage, 'admitted' | 'items'>,
  ): void {
    this.#open += admitted - 1;
    this.items += items;
    if (how !== 'skipped') this[how] += 1;
  }
}

const isSeed = ({ depth, parent }: NewRequest): boolean => depth === 0 && parent === null;
