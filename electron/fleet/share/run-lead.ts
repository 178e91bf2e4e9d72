import type { NewEvent } from '../../engine/ports/ledger.ts';
import type { FoundSitemap, Verdict } from '../../engine/ports/run-share.ts';
import type { Lead } from '../jobs/leads.ts';
import type { SessionParts } from './session-parts.ts';

/** How many hosts are given back at once. */
const atOnce = 200;
/** How often the lead asks whether the others have left, in milliseconds, unless it is told. */
const askAgainMs = 250;
/** How often a session that does not lead asks for the lead at most, in milliseconds. */
const takeEveryMs = 500;

/** The lead of a run, as far as one session has it. */
export class SessionLead {
  readonly #parts: SessionParts;
  #lead: Lead | null = null;
  /** Whether nobody else is left, so that this session ends the run. */
  #isLast = false;
  #isTaking = false;
  #askedAt = -Infinity;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get isHeld(): boolean {
    return this.#isLast || this.#lead?.isHeld === true;
  }

  /** Takes the lead if nobody has it. */
  async take(): Promise<void> {
    const { jobs, run, member } = this.#parts;
    const now = performance.now();
    if (this.isHeld || this.#isTaking || now - this.#askedAt < takeEveryMs) return;
    [this.#isTaking, this.#askedAt] = [true, now];
    try {
      const lead = await jobs.leads.take(run);
      if (lead === null) return;
      this.#lead = lead;
      lead.lost.addEventListener('abort', () => {
        if (this.#lead === lead) member()?.changed();
      });
      member()?.changed();
    } finally {
      this.#isTaking = false;
    }
  }

  /** This session ends the run, because nobody else is left. */
  isLast(): void {
    this.#isLast = true;
  }

  /** Another session may lead. */
  async passOn(): Promise<void> {
    const lead = this.#lead;
    this.#lead = null;
    if (lead === null) return;
    await lead.passOn();
    this.#tell();
  }

  /** The run has ended: its hosts are for other runs, and it needs no lead any more. */
  async end(): Promise<void> {
    const { jobs, rests, run, class: needs } = this.#parts;
    for (;;) {
      const left = await jobs.hosts.take(atOnce, needs, run);
      if (left.length === 0) break;
      await Promise.all(left.map((slice) => slice.done({ againMs: null })));
    }
    const lead = this.#lead ?? (await jobs.leads.take(run));
    this.#lead = null;
    this.#isLast = false;
    await lead?.end();
    await jobs.forgetEnded();
    await rests.tidy();
    this.#parts.signals.tell({ kind: 'runs' });
  }

  /** See `ShareLead`, for the rest as well. */
  async conclude(verdict: Verdict): Promise<void> {
    const { rows, state, member } = this.#parts;
    if (!this.isHeld) return;
    state.ends(await rows.conclude(verdict));
    member()?.changed();
    this.#tell();
  }

  async recordOnce(events: readonly NewEvent[]): Promise<void> {
    if (this.isHeld) await this.#parts.rows.recordOnce(events);
  }

  isIdle(): Promise<boolean> {
    return this.#parts.rows.isIdle();
  }

  /** See `ShareLead`. Hosts that nobody may take are looked for where everything else is done. */
  async standstill(): Promise<string | null> {
    const hosts = await this.#parts.rows.leftAside();
    if (hosts.length === 0) return null;
    return `All that is left is queued at hosts that are set aside, because worker after worker died of them: ${hosts.join(', ')}. Let them be taken again in Fleet, then resume the run.`;
  }

  waitingSeeds(): Promise<number> {
    return this.#parts.rows.waitingSeeds();
  }

  foundSitemaps(after: number): Promise<FoundSitemap[]> {
    return this.#parts.rows.sitemaps(after);
  }

  async othersLeft(): Promise<void> {
    const { rows, membership } = this.#parts;
    for (;;) {
      const session = membership.session();
      if (session === null || !(await rows.areOthers(session))) return;
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }

  #tell(): void {
    this.#parts.signals.tell({ kind: 'changed', run: this.#parts.run });
  }
}
