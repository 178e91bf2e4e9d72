import { randomUUID } from 'node:crypto';
import type { BudgetKind, BudgetPurpose, Reserved } from '../../engine/ports/run-share.ts';
import type { SessionParts } from './session-parts.ts';

/** How long other sessions have to answer, in milliseconds. One that does not has died, or is cut off. */
const patienceMs = 1000;
/** For how long requests do not begin after units for the items of a page were asked for. */
const courtesyMs = 300;
/** What is given back within this time is given back together. */
const togetherMs = 25;
/** How often the others are asked for one reservation. */
const mostRounds = 8;

/** Units that a session reserves of the budgets of its run, and gives back. */
export class SessionBudgets {
  readonly #parts: SessionParts;
  readonly #back: Record<BudgetKind, number> = { items: 0, pages: 0 };
  readonly #courteousUntil: Record<BudgetKind, number> = { items: 0, pages: 0 };
  #timer: NodeJS.Timeout | null = null;
  /** Whether units are few, so that others wait for them. */
  #isShort = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** See `ShareBudgets.reserve`. */
  async reserve(kind: BudgetKind, wanted: number, purpose: BudgetPurpose): Promise<Reserved> {
    const { membership } = this.#parts;
    await this.#returnUnits();
    let granted = 0;
    for (let round = 1; ; round += 1) {
      if (purpose === 'begin' && this.#isCourteous(kind)) return { granted, isSpent: false };
      const answer = await membership.reserve(kind, wanted - granted);
      granted += answer.granted;
      if (granted >= wanted || answer.isSpent || round === mostRounds) return { ...answer, granted };
      this.#isShort = true;
      if ((await this.#recall(kind, purpose)) === 0) {
        // What was free meanwhile.
        const last = await membership.reserve(kind, wanted - granted);
        return { ...last, granted: granted + last.granted };
      }
    }
  }

  /** See `ShareBudgets.giveBack`. */
  giveBack(kind: BudgetKind, count: number): void {
    this.#back[kind] += count;
    this.#timer ??= setTimeout(() => void this.#returnUnits().catch(this.#parts.onError), togetherMs);
  }

  /** Whether requests are not to begin for a moment. The session is told when it is over. */
  #isCourteous(kind: BudgetKind): boolean {
    const waitMs = this.#courteousUntil[kind] - performance.now();
    if (waitMs > 0) setTimeout(() => this.#parts.member()?.changed(), waitMs + 1);
    return waitMs > 0;
  }

  /** Another session needs units. @returns how many were given back */
  async recalled(kind: BudgetKind, purpose: BudgetPurpose): Promise<number> {
    if (purpose === 'write') this.#courteousUntil[kind] = performance.now() + courtesyMs;
    return this.#recallOwn(kind, purpose);
  }

  async #recallOwn(kind: BudgetKind, purpose: BudgetPurpose): Promise<number> {
    this.#isShort = true;
    const back = this.#back[kind];
    this.#back[kind] = 0;
    const given = back + ((await this.#parts.member()?.recall(kind, purpose)) ?? 0);
    if (given > 0) await this.#parts.membership.giveBack(kind, given);
    return given;
  }

  /** Asks all sessions, this one as well. @returns how many units they have given back */
  async #recall(budget: BudgetKind, purpose: BudgetPurpose): Promise<number> {
    const { rows, signals, membership, run } = this.#parts;
    const session = membership.session();
    if (session === null) return 0;
    const own = this.#recallOwn(budget, purpose);
    const others = new Set(await rows.reserving(budget, session));
    const answers = await signals.ask(
      { kind: 'recall', run, id: randomUUID(), session, budget, purpose },
      (given) => given.filter(({ of }) => others.has(of)).length >= others.size,
      patienceMs,
    );
    return answers.reduce((sum, { value }) => sum + (value ?? 0), await own);
  }

  async #returnUnits(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { membership, signals, run } = this.#parts;
    for (const kind of ['items', 'pages'] as const) {
      const count = this.#back[kind];
      this.#back[kind] = 0;
      if (count === 0) continue;
      await membership.giveBack(kind, count);
      if (this.#isShort) signals.tell({ kind: 'freed', run });
    }
  }
}
