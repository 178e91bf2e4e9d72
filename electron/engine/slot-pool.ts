/** What one session has of the slots that all sessions of a worker share. */
export interface SlotShare {
  /** @param onRoom called when the session may have room that it had not before */
  open(onRoom: () => void): void;
  /** Number of slots that the session may take now. If there are none, it waits for its turn until it takes some or passes. */
  room(): number;
  take(count: number): void;
  giveBack(count: number): void;
  /** The session has no use for a slot now: its turn is that of the others. */
  pass(): void;
  /** The session has ended. */
  leave(): void;
}

interface Member {
  taken: number;
  onRoom: () => void;
}

/**
 * The requests that a worker may have in flight in all runs together. Who has fewer of them goes first, and among equals who waits
 * longer, so no run keeps another one waiting.
 */
export class SlotPool {
  readonly #slots: number;
  /** Those that wait, in the order in which they came. */
  readonly #waiting = new Set<Member>();
  #taken = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Takes in a session. */
  join(): SlotShare {
    const own: Member = { taken: 0, onRoom: () => undefined };
    return {
      open: (onRoom) => (own.onRoom = onRoom),
      room: () => this.#roomOf(own),
      take: (count) => {
        this.#count(own, count);
        this.#waiting.delete(own);
      },
      giveBack: (count) => {
        this.#count(own, -count);
        this.#tell();
      },
      pass: () => {
        if (this.#waiting.delete(own)) this.#tell();
      },
      leave: () => {
        this.#count(own, -own.taken);
        this.#waiting.delete(own);
        this.#tell();
      },
    };
  }

  #roomOf(own: Member): number {
    let room = this.#slots - this.#taken;
    let isBehind = true;
    for (const other of this.#waiting) {
      if (other === own) isBehind = false;
      // One slot is kept for each that goes first.
      else if (other.taken < own.taken || (other.taken === own.taken && isBehind)) room -= 1;
    }
    if (room < 1) this.#waiting.add(own);
    return Math.max(0, room);
  }

  #count(own: Member, change: number): void {
    own.taken += change;
    this.#taken += change;
  }

  #tell(): void {
    for (const { onRoom } of this.#waiting) onRoom();
  }
}
