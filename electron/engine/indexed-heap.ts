/**
 * A binary heap that tracks the positions of its members, so that any member can be removed or given another rank in logarithmic
 * time. Ranks are separate values, not fields of the members, so changing a member cannot corrupt the order.
 */
export class IndexedHeap<T, R> {
  readonly #entries: Entry<T, R>[] = [];
  readonly #places = new Map<T, number>();
  readonly #goesBefore: (a: R, b: R) => boolean;

  /** @param goesBefore a strict order of ranks */
  constructor(goesBefore: (a: R, b: R) => boolean) {
    this.#goesBefore = goesBefore;
  }

  /** Returns the member with the first rank. */
  peek(): T | undefined {
    return this.#entries[0]?.member;
  }

  /** Adds a member with this rank, or changes the rank of a member. */
  place(member: T, rank: R): void {
    this.#settle({ member, rank }, this.#places.get(member) ?? this.#entries.length);
  }

  /** Removes a member; does nothing if it is not in the heap. */
  remove(member: T): void {
    const at = this.#places.get(member);
    if (at === undefined) return;
    this.#places.delete(member);
    const last = this.#entries.pop();
    if (last !== undefined && last.member !== member) this.#settle(last, at);
  }

  /** Puts an entry at a position, and moves it up or down to restore the order. */
  #settle(entry: Entry<T, R>, from: number): void {
    let at = from;
    this.#put(entry, at);
    for (let above = (at - 1) >> 1; at > 0 && this.#swapIfBefore(at, above); above = (at - 1) >> 1) {
      at = above;
    }
    for (let below = this.#lesserBelow(at); this.#swapIfBefore(below, at); below = this.#lesserBelow(at)) {
      at = below;
    }
  }

  #lesserBelow(at: number): number {
    const left = this.#entries[2 * at + 1];
    const right = this.#entries[2 * at + 2];
    const takeRight = left !== undefined && right !== undefined && this.#goesBefore(right.rank, left.rank);
    return 2 * at + (takeRight ? 2 : 1);
  }

  #swapIfBefore(a: number, b: number): boolean {
    const one = this.#entries[a];
    const other = this.#entries[b];
    if (one === undefined || other === undefined || !this.#goesBefore(one.rank, other.rank)) return false;
    this.#put(one, b);
    this.#put(other, a);
    return true;
  }

  #put(entry: Entry<T, R>, at: number): void {
    this.#entries[at] = entry;
    this.#places.set(entry.member, at);
  }
}

interface Entry<T, R> {
  member: T;
  rank: R;
}
