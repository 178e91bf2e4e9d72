import type { AnswerWindow, CrawlEnd } from '../../engine/limits.ts';
import type { RunShare, ShareMember } from '../../engine/ports/run-share.ts';
import type { FleetDatabase } from '../../store/postgres/ledger/fleet-database.ts';
import { endFleetSession } from '../../store/postgres/ledger/recovery.ts';
import { SessionBudgets } from './budgets.ts';
import { HeldHosts } from './held-hosts.ts';
import { SessionLead } from './run-lead.ts';
import type { SessionParts } from './session-parts.ts';
import type { FleetMessage } from './signals.ts';
import { lend, Turns } from './turns.ts';

/** Between two looks at the run, in milliseconds, unless something else asks for one sooner. */
const shortestMs = 30;
const longestMs = 1000;

/** One session of a run, with what it knows of the others. */
export class Session {
  readonly parts: SessionParts;
  readonly share: RunShare;
  readonly #database: FleetDatabase;
  readonly #hosts: HeldHosts;
  readonly #lead: SessionLead;
  readonly #budgets: SessionBudgets;
  #member: ShareMember | null = null;
  #isDismissed = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;
  #dueAt = Infinity;
  #lookedAt = 0;
  #looking: Promise<void> | null = null;

  constructor(parts: Omit<SessionParts, 'member'>, database: FleetDatabase) {
    this.parts = { ...parts, member: () => this.#member };
    this.#database = database;
    this.#hosts = new HeldHosts(this.parts);
    this.#lead = new SessionLead(this.parts);
    this.#budgets = new SessionBudgets(this.parts);
    this.share = this.#createShare(new Turns(parts.rests, parts.signals));
  }

  get hosts(): number {
    return this.#hosts.count;
  }

  get isOpen(): boolean {
    return this.#member !== null;
  }

  /** Asks for a look at the run, soon. */
  lookSoon(inMs = 0): void {
    if (this.#isClosed || this.#member === null) return;
    const at = Math.max(performance.now() + inMs, this.#lookedAt + shortestMs);
    if (at >= this.#dueAt) return;
    this.#dueAt = at;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, at - performance.now()));
  }

  /** What a worker has told. @param isOwn whether it was this one */
  heard(message: FleetMessage, isOwn: boolean): void {
    const { signals, run } = this.parts;
    switch (message.kind) {
      case 'hosts':
        if (message.run === run) this.lookSoon();
        return;
      case 'changed':
        if (message.run === run) this.#changed();
        return;
      case 'freed':
        if (message.run === run) this.#member?.changed();
        return;
      case 'recall':
        if (message.run === run && !isOwn) void this.#answerRecall(message);
        return;
      case 'lend': {
        if (!this.#hosts.has(message.host) || this.#member === null) return;
        const value = lend(this.#member, message);
        return signals.tell({
          kind: 'answer',
          id: message.id,
          of: this.parts.membership.session() ?? 0,
          value,
        });
      }
      case 'used':
        if (this.#hosts.has(message.host)) this.#member?.lent(message.host, message.restMs);
        return;
      case 'runs':
      case 'answer':
    }
  }

  /** Sessions of the run were found dead, or messages may have been lost. */
  missed(): void {
    this.#changed();
  }

  /** The session is to leave while the run goes on. */
  dismiss(): void {
    if (this.#isDismissed) return;
    this.#isDismissed = true;
    const session = this.parts.membership.session();
    const gone = Promise.all([
      session === null ? undefined : this.parts.rows.dismiss(session),
      this.parts.state.verdict === null ? this.#lead.passOn() : undefined,
    ]);
    gone.catch(this.parts.onError);
    this.#member?.changed();
  }

  has(host: string): boolean {
    return this.#hosts.has(host);
  }

  /** Lets go of hosts that other runs want. */
  passOn(): Promise<void> {
    return this.#hosts.passOn();
  }

  /** Lets go of one host, so that another session may take it. */
  letGo(host: string): void {
    this.#hosts.letGo(host);
  }

  /** Ends the session, however it went. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#leave(new Map());
    this.#isClosed = true;
  }

  #createShare(turns: Turns): RunShare {
    const { state, membership, ledger, rows, signals, run, onError } = this.parts;
    const [hosts, lead, budgets] = [this.#hosts, this.#lead, this.#budgets];
    const isDismissed = (): boolean => this.#isDismissed;
    return {
      open: async (member) => {
        const session = membership.session();
        if (session === null) throw new Error(`Run ${run} has not begun in this session.`);
        await rows.open(session, this.parts.capacity());
        await state.look(0);
        this.#member = member;
        await lead.take();
        await this.#look();
        signals.tell({ kind: 'changed', run });
      },
      get leads() {
        return lead.isHeld && (!isDismissed() || state.verdict !== null);
      },
      get verdict() {
        return state.verdict;
      },
      get isDismissed() {
        return isDismissed();
      },
      get proposed() {
        return state.proposed;
      },
      get stop() {
        return state.stop;
      },
      released: (host, restMs) => hosts.released(host, restMs),
      holds: (host) => hosts.holds(host),
      rests: (host, restMs) => void this.parts.rests.rest(new Map([[host, restMs]])).catch(onError),
      drained: (host) => hosts.drained(host),
      borrow: (turn) => turns.borrow(turn),
      borrowed: (host, restMs) => void turns.borrowed(host, restMs).catch(onError),
      spentMs: () => state.spentMs,
      reserve: (kind, wanted, purpose) => budgets.reserve(kind, wanted, purpose),
      giveBack: (kind, count) => budgets.giveBack(kind, count),
      counted: async () => ledger.counters(),
      answers: (window) => this.#answers(window),
      recordOnce: (events) => lead.recordOnce(events),
      isIdle: () => lead.isIdle(),
      standstill: () => lead.standstill(),
      waitingSeeds: () => lead.waitingSeeds(),
      foundSitemaps: (after) => lead.foundSitemaps(after),
      conclude: (verdict) => lead.conclude(verdict),
      othersLeft: () => lead.othersLeft(),
      found: async (sitemaps) => {
        if (sitemaps.length === 0) return;
        await rows.addSitemaps(sitemaps);
        signals.tell({ kind: 'changed', run });
      },
      propose: (end) => {
        const told = rows.propose(end).then(() => signals.tell({ kind: 'changed', run }));
        told.catch(onError);
      },
      leave: (end, owed) => this.#leaveRun(end, owed ?? new Map()),
    };
  }

  #answers(window: AnswerWindow): AnswerWindow[] {
    const { membership, rows, state, onError } = this.parts;
    const session = membership.session();
    if (session !== null) rows.answers(session, window).catch(onError);
    return state.otherAnswers;
  }

  async #leaveRun(end: CrawlEnd | null, owed: ReadonlyMap<string, number>): Promise<CrawlEnd | null> {
    const { rows, membership, ledger, state } = this.parts;
    await ledger.flush();
    const session = membership.session();
    if (session !== null && end !== null && state.verdict === null) {
      const last = await rows.leave(session, end);
      if (last !== null) {
        state.ends({ end: last, finishesFiles: false });
        this.#lead.isLast();
        await this.#hosts.leave(owed, true);
        return last;
      }
    }
    await this.#leave(owed);
    return null;
  }

  /** Gives everything up. Does nothing the second time. */
  async #leave(owed: ReadonlyMap<string, number>): Promise<void> {
    const { rows, membership, state, signals, run } = this.parts;
    const session = membership.session();
    this.#member = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    // What a look takes still is given back below.
    await this.#looking;
    const wasLead = this.#lead.isHeld;
    await this.#hosts.leave(owed, state.verdict !== null);
    if (session !== null) {
      await rows.leave(session, null);
      await endFleetSession(this.#database, { run, session }, { died: false, time: null });
    }
    if (wasLead) await (state.verdict === null ? this.#lead.passOn() : this.#lead.end());
    signals.tell({ kind: 'changed', run });
  }

  #changed(): void {
    this.lookSoon();
    this.#member?.changed();
  }

  async #answerRecall(message: Extract<FleetMessage, { kind: 'recall' }>): Promise<void> {
    const { membership, signals, onError } = this.parts;
    const of = membership.session();
    if (of === null) return;
    try {
      const value = await this.#budgets.recalled(message.budget, message.purpose);
      signals.tell({ kind: 'answer', id: message.id, of, value });
    } catch (error) {
      onError(error);
    }
  }

  /** Looks at the run, and takes hosts and the lead if they are free. */
  async #look(): Promise<void> {
    this.#dueAt = Infinity;
    this.#looking ??= this.#lookNow()
      .catch(this.parts.onError)
      .finally(() => {
        this.#lookedAt = performance.now();
        this.#looking = null;
        this.lookSoon(longestMs);
      });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    if (!this.#isDismissed && this.parts.state.verdict === null) await this.#lead.take();
    await this.#hosts.look();
  }
}
