import type { ClaimedRequest } from '../../../engine/ports/ledger.ts';

/** A queued request as it will be handed out. */
export type WaitingRequest = ClaimedRequest;

/** What was read of the queue of an origin. */
export interface ReadAhead {
  requests: readonly WaitingRequest[];
  /** Whether nothing else is due. */
  isWhole: boolean;
  /** When the next request is due, in milliseconds since 1970; null: none waits. */
  due: number | null;
}

/** The order in which requests are claimed: by priority, then depth, then age. */
const compare = (a: WaitingRequest, b: WaitingRequest): number =>
  b.priority - a.priority || a.depth - b.depth || Number(a.id) - Number(b.id);

/** Most requests that arrive and are kept beside those that were read. */
const mostKept = 200;

/** The queued requests of one origin that a session has read ahead, in the order in which they are claimed. */
export class WaitingRequests {
  #requests: WaitingRequest[] = [];
  #isWhole = false;
  #due: number | null = null;
  #filling: Promise<void> | null = null;
  /** What came and went while the queue was read, which may have been read before or after. */
  #arrived: WaitingRequest[] = [];
  readonly #gone = new Set<string>();

  /** Whether the queue must be read before this many requests can be taken. */
  lacks(limit: number, now: number): boolean {
    if (this.#due !== null && this.#due <= now) return true;
    return this.#requests.length === 0 || (this.#requests.length < limit && !this.#isWhole);
  }

  /** Whether few are left of those that were read. */
  isLow(few: number): boolean {
    return !this.#isWhole && this.#requests.length < few;
  }

  take(limit: number): WaitingRequest[] {
    const taken = this.#requests.splice(0, limit);
    for (const { id } of taken) this.gone(id);
    return taken;
  }

  /** Reads the queue, unless that is under way. */
  fill(read: () => Promise<ReadAhead>): Promise<void> {
    this.#filling ??= read()
      .then((found) => this.#filled(found))
      .finally(() => {
        this.#filling = null;
        this.#gone.clear();
        this.#arrived = [];
      });
    return this.#filling;
  }

  /** A request was admitted. It is kept where it comes before one that was read, or all were read. */
  arrived(request: WaitingRequest): void {
    if (this.#filling !== null) this.#arrived.push(request);
    const last = this.#requests.at(-1);
    if (this.#requests.some(({ id }) => id === request.id)) return;
    if (!this.#isWhole && (last === undefined || compare(request, last) > 0)) return;
    this.#insert(request);
    if (this.#requests.length <= mostKept) return;
    this.#requests.pop();
    this.#isWhole = false;
  }

  /** A request was taken, or has ended. */
  gone(id: string): void {
    if (this.#filling !== null) this.#gone.add(id);
  }

  /** What was read is not so any more. */
  forget(): void {
    [this.#requests, this.#isWhole, this.#due] = [[], false, null];
  }

  #filled({ requests, isWhole, due }: ReadAhead): void {
    const gone = this.#gone;
    this.#requests = requests.filter(({ id }) => !gone.has(id));
    [this.#isWhole, this.#due] = [isWhole, due];
    const last = this.#requests.at(-1);
    for (const request of this.#arrived.filter(({ id }) => !gone.has(id))) {
      const isKnown = this.#requests.some(({ id }) => id === request.id);
      if (!isKnown && (isWhole || (last !== undefined && compare(request, last) < 0))) this.#insert(request);
    }
  }

  #insert(request: WaitingRequest): void {
    let [low, high] = [0, this.#requests.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#requests[middle];
      if (other !== undefined && compare(other, request) < 0) low = middle + 1;
      else high = middle;
    }
    this.#requests.splice(low, 0, request);
  }
}
