import type { BudgetKind, BudgetPurpose, Reserved } from '../../engine/ports/run-share.ts';
import type { Member } from './member.ts';
import type { RunCounts } from './run-counts.ts';

/** Limits of a run; null: none. */
export type Limits = Readonly<Record<BudgetKind, number | null>>;

/** The limits of a run, of which its sessions hold units: what is neither held nor counted is free. */
export class Budgets {
  readonly #limits: Limits;
  readonly #counts: RunCounts;
  readonly #members: () => readonly Member[];
  /** How often units are being gathered to write. */
  #gathering = 0;
  /** Whether somebody got less than was asked for. */
  #isShort = false;

  constructor(limits: Limits, counts: RunCounts, members: () => readonly Member[]) {
    this.#limits = limits;
    this.#counts = counts;
    this.#members = members;
  }

  /** See `ShareBudgets.reserve`. */
  async reserve(own: Member, kind: BudgetKind, wanted: number, purpose: BudgetPurpose): Promise<Reserved> {
    if (purpose === 'begin' && this.#gathering > 0) {
      this.#isShort = true;
      return { granted: 0, isSpent: false };
    }
    if (this.#freeOf(kind) < wanted) await this.#gather(kind, purpose);
    const granted = own.isAlive ? Math.max(0, Math.min(wanted, this.#freeOf(kind))) : 0;
    own.held[kind] += granted;
    this.#isShort ||= granted < wanted;
    return { granted, isSpent: this.#counted(kind) >= (this.#limits[kind] ?? Infinity) };
  }

  giveBack(own: Member, kind: BudgetKind, count: number): void {
    own.held[kind] = Math.max(0, own.held[kind] - count);
    this.freed();
  }

  /** Units may be free. */
  freed(): void {
    if (!this.#isShort) return;
    this.#isShort = false;
    for (const member of this.#members()) member.tell((told) => told.changed());
  }

  #counted(kind: BudgetKind): number {
    const { items, done, failed } = this.#counts;
    return kind === 'items' ? items : done + failed;
  }

  #freeOf(kind: BudgetKind): number {
    const held = this.#members().reduce((sum, member) => sum + member.held[kind], 0);
    return (this.#limits[kind] ?? Infinity) - this.#counted(kind) - held;
  }

  /** Takes units back from all sessions, also from the one that asks. */
  async #gather(kind: BudgetKind, purpose: BudgetPurpose): Promise<void> {
    const isToWrite = purpose === 'write';
    if (isToWrite) this.#gathering += 1;
    try {
      await Promise.all(
        this.#members().map(async (member) => {
          const given = await member.ask((told) => told.recall(kind, purpose));
          member.held[kind] = Math.max(0, member.held[kind] - (given ?? 0));
        }),
      );
    } finally {
      if (isToWrite) this.#gathering -= 1;
    }
    if (isToWrite) this.freed();
  }
}
