import type { Clock } from '../../../../electron/engine/clock.ts';
import type { AnswerWindow, CrawlEnd } from '../../../../electron/engine/limits.ts';
import type { Ledger } from '../../../../electron/engine/ports/ledger.ts';
import type {
  BudgetKind,
  BudgetPurpose,
  FoundSitemap,
  HostGrant,
  RunShare,
  ShareMember,
  Verdict,
} from '../../../../electron/engine/ports/run-share.ts';
import { MemoryStore } from './memory-ports.ts';

/** After so long, the others know that a session has died. */
const detectedMs = 20_000;

export interface FleetLimits {
  items: number | null;
  pages: number | null;
}

/** A host of the run, and whose it is. */
interface Host {
  owner: Session | null;
  /** Whether its owner is to let go of it. */
  isLeaving: boolean;
  readyAt: number;
  /** Number of requests of the queue that its owner knows of. */
  told: number;
}

/** One session as the fleet knows it. */
interface Session {
  name: number;
  holder: number;
  isAlive: boolean;
  isDismissed: boolean;
  member: ShareMember | null;
  held: Record<BudgetKind, number>;
  window: AnswerWindow;
  stop: AbortController;
}

/** What one session of the run gets. */
export interface FleetSession {
  name: number;
  share: RunShare;
  ledger: Ledger;
  /** The session ends without a word. */
  die(): void;
  /** The session is to leave while the run goes on. */
  dismiss(): void;
}

const hostOf = (origin: string): string => new URL(origin).host;

/** A share of a run in the memory of one process: hosts are handed out evenly, and what is told arrives late and out of order. */
export class MemoryFleet {
  readonly store: MemoryStore;
  readonly #clock: Clock;
  readonly #limits: FleetLimits;
  readonly #random: () => number;
  readonly #began: number;
  readonly #sessions: Session[] = [];
  readonly #hosts = new Map<string, Host>();
  readonly #found: FoundSitemap[] = [];
  readonly #proposed: CrawlEnd[] = [];
  readonly #waiting = new Set<() => void>();
  #verdict: Verdict | null = null;
  #lead: Session | null = null;
  /** How often units are being gathered to write. */
  #gathering = 0;
  /** What was told and has not arrived yet. */
  underway = 0;
  /** The hosts in the order in which they were handed out, and to whom. */
  readonly handedOut: { host: string; session: number }[] = [];

  /** @param random returns numbers from 0 up to 1 */
  constructor(clock: Clock, limits: FleetLimits, random: () => number) {
    this.store = new MemoryStore(() => clock.now());
    this.store.beginTogether();
    this.#clock = clock;
    this.#limits = limits;
    this.#random = random;
    this.#began = clock.now();
  }

  get verdict(): Verdict | null {
    return this.#verdict;
  }

  /** Name of the session that leads; null: none does. */
  get lead(): number | null {
    return this.#lead?.name ?? null;
  }

  /** Moves a host to another session, in the middle of its queue. */
  move(host: string): void {
    const known = this.#hosts.get(host);
    const owner = known?.owner ?? null;
    if (known === undefined || owner === null || known.isLeaving || this.#sessions.length < 2) return;
    this.#letGo(host, owner);
  }

  /** Takes a host away from its owner, who hears of it only then. What it has in hand there is queued again. */
  take(host: string): void {
    const known = this.#hosts.get(host);
    const owner = known?.owner ?? null;
    if (known === undefined || owner === null) return;
    this.store.takeBack(owner.holder, (origin) => hostOf(origin) === host, false);
    this.#free(known, detectedMs);
    owner.member?.lost(host);
    this.#handOut();
  }

  session(): FleetSession {
    const own: Session = {
      name: this.#sessions.length + 1,
      holder: 0,
      isAlive: true,
      isDismissed: false,
      member: null,
      held: { items: 0, pages: 0 },
      window: { refused: 0, of: 0 },
      stop: new AbortController(),
    };
    const isThere = (): boolean => own.isAlive;
    const owns = (origin: string): boolean => this.#hosts.get(hostOf(origin))?.owner === own;
    const { holder, ledger } = this.store.session({ isAlive: isThere, owns });
    own.holder = holder;
    this.#sessions.push(own);
    this.#lead ??= own;
    return {
      name: own.name,
      share: this.#shareOf(own),
      ledger: this.#watched(ledger),
      die: () => this.#die(own),
      dismiss: () => {
        own.isDismissed = true;
        this.#chooseLead();
        for (const [host, { owner }] of this.#hosts) if (owner === own) this.#letGo(host, own);
        this.#tell(own, (member) => member.changed());
      },
    };
  }

  /** The ledger of a session. After each call, the fleet sees what has come of it. */
  #watched(ledger: Ledger): Ledger {
    return new Proxy(ledger, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          const result: unknown = await value.apply(of, args);
          if (name !== 'counters' && name !== 'renew' && name !== 'record') this.#handOut();
          return result;
        };
      },
    });
  }

  #shareOf(own: Session): RunShare {
    const verdict = (): Verdict | null => this.#verdict;
    const proposed = (): CrawlEnd | null => this.#proposed[0] ?? null;
    const leads = (): boolean => this.#lead === own && own.isAlive;
    return {
      open: async (member) => {
        own.member = member;
        this.#handOut();
      },
      get leads() {
        return leads();
      },
      get verdict() {
        return verdict();
      },
      get isDismissed() {
        return own.isDismissed;
      },
      get proposed() {
        return proposed();
      },
      stop: own.stop.signal,
      released: (host, restMs) => {
        const known = this.#hosts.get(host);
        if (known?.owner !== own) throw new Error(`Session ${own.name} has released ${host} of another.`);
        if (this.store.takeBack(own.holder, (origin) => hostOf(origin) === host, false) > 0) {
          throw new Error(`Session ${own.name} has released ${host} with requests in flight.`);
        }
        this.#free(known, restMs);
        this.#handOut();
      },
      drained: (host) => {
        const known = this.#hosts.get(host);
        if (known?.owner !== own || known.isLeaving) return;
        if (this.store.queue.some(({ origin }) => hostOf(origin) === host)) known.told = 0;
        else this.#letGo(host, own);
        this.#handOut();
      },
      borrow: async ({ origin, host, gapMs }) => {
        await this.#late();
        const known = this.#hostOf(host);
        if (known.owner !== null)
          return known.owner.isAlive ? (known.owner.member?.lend(origin) ?? null) : null;
        const at = Math.max(this.#clock.now(), known.readyAt);
        known.readyAt = at + gapMs;
        return at - this.#clock.now();
      },
      holds: () => true,
      rests: (host, restMs) => {
        const known = this.#hostOf(host);
        known.readyAt = Math.max(known.readyAt, this.#clock.now() + restMs);
      },
      borrowed: (host, restMs) => {
        const known = this.#hostOf(host);
        known.readyAt = Math.max(known.readyAt, this.#clock.now() + restMs);
        known.owner?.member?.lent(host, restMs);
      },
      found: async (sitemaps) => {
        await this.#late();
        this.#found.push(...sitemaps);
        this.#changed();
      },
      spentMs: () => this.#clock.now() - this.#began,
      reserve: async (kind, wanted, purpose) => {
        await this.#late();
        if (purpose === 'begin' && this.#gathering > 0) return { granted: 0, isSpent: false };
        if (this.#freeOf(kind) < wanted) await this.#gather(kind, purpose);
        const granted = Math.max(0, Math.min(wanted, this.#freeOf(kind)));
        own.held[kind] += granted;
        return { granted, isSpent: this.#counted(kind) >= (this.#limits[kind] ?? Infinity) };
      },
      giveBack: (kind, count) => {
        own.held[kind] -= count;
        if (own.held[kind] < 0) throw new Error(`Session ${own.name} has given back ${kind} of others.`);
        this.#changed();
      },
      counted: async () => {
        await this.#late();
        return this.store.counters();
      },
      answers: (window) => {
        own.window = window;
        return this.#others(own).map((other) => other.window);
      },
      recordOnce: async (events) => {
        await this.#late();
        if (!leads()) return;
        const known = new Set(this.store.events.map(({ message }) => message));
        this.store.events.push(...events.filter(({ message }) => !known.has(message)));
      },
      isIdle: async () => {
        await this.#late();
        const { queued, active } = this.store.counters();
        return queued + active === 0;
      },
      standstill: async () => null,
      waitingSeeds: async () =>
        this.store.queue.filter(({ depth, parent }) => depth === 0 && parent === null).length,
      foundSitemaps: async (after) => {
        await this.#late();
        return this.#found.slice(after);
      },
      propose: (end) => {
        if (!own.isAlive) return;
        this.#proposed.push(end);
        this.#changed();
      },
      conclude: async (verdict) => {
        await this.#late();
        if (!leads() || (this.#verdict !== null && !this.#verdict.finishesFiles)) return;
        this.#verdict = { ...verdict, end: this.#verdict?.end ?? verdict.end };
        if (verdict.end.kind === 'stopped') for (const { stop } of this.#sessions) stop.abort();
        this.#changed();
      },
      othersLeft: async () => {
        while (this.#others(own).length > 0) await new Promise<void>((resolve) => this.#waiting.add(resolve));
      },
      leave: async (end, owed = new Map()) => {
        for (const [host, restMs] of owed) {
          const known = this.#hostOf(host);
          if (known.owner === own) known.readyAt = this.#clock.now() + restMs;
        }
        await this.#late();
        this.#end(own);
        if (end === null || this.#verdict !== null || this.#sessions.some(({ isAlive }) => isAlive))
          return null;
        this.#verdict = { end, finishesFiles: false };
        return end;
      },
    };
  }

  #hostOf(host: string): Host {
    const known = this.#hosts.get(host) ?? { owner: null, isLeaving: false, readyAt: 0, told: 0 };
    this.#hosts.set(host, known);
    return known;
  }

  #others(own: Session): Session[] {
    return this.#sessions.filter((other) => other !== own && other.isAlive);
  }

  #counted(kind: BudgetKind): number {
    const { items, done, failed } = this.store.counters();
    return kind === 'items' ? items : done + failed;
  }

  #freeOf(kind: BudgetKind): number {
    const held = this.#sessions.reduce((sum, session) => sum + session.held[kind], 0);
    return (this.#limits[kind] ?? Infinity) - this.#counted(kind) - held;
  }

  /** Takes units back from all sessions. Those who give them answer in their own time. */
  async #gather(kind: BudgetKind, purpose: BudgetPurpose): Promise<void> {
    const isToWrite = purpose === 'write';
    if (isToWrite) this.#gathering += 1;
    const answers = this.#sessions.map(async (session) => {
      if (!session.isAlive) return;
      if (isToWrite) await this.#late();
      const given = (await session.member?.recall(kind, purpose)) ?? 0;
      session.held[kind] -= given;
    });
    await Promise.all(answers);
    if (isToWrite) this.#gathering -= 1;
    if (isToWrite) this.#changed();
  }

  /** Gives hosts that wait to sessions that have few, and tells owners of requests that others have queued. */
  #handOut(): void {
    const { queue } = this.store;
    const byHost = Map.groupBy(queue, ({ origin }) => hostOf(origin));
    for (const [host, entries] of byHost) {
      const known = this.#hostOf(host);
      if (known.owner === null) {
        const [next] = this.#sessions
          .filter(({ isAlive, isDismissed, member }) => isAlive && !isDismissed && member !== null)
          .map((session) => ({ session, has: this.#countOf(session) + this.#random() }))
          .sort((a, b) => a.has - b.has);
        if (next === undefined) continue;
        Object.assign(known, { owner: next.session, isLeaving: false, told: 0 });
        this.handedOut.push({ host, session: next.session.name });
      }
      const { owner } = known;
      if (owner === null || known.isLeaving || known.told >= entries.length) {
        known.told = Math.min(known.told, entries.length);
        continue;
      }
      const restMs = Math.max(0, known.readyAt - this.#clock.now());
      known.told = entries.length;
      const grant = this.#grant(host, restMs);
      owner.member?.came(grant);
    }
    const { queued, active } = this.store.counters();
    if (queued + active === 0 && this.#lead !== null) this.#tell(this.#lead, (member) => member.changed());
  }

  #countOf(session: Session): number {
    return [...this.#hosts.values()].filter(({ owner }) => owner === session).length;
  }

  #grant(host: string, restMs: number): HostGrant {
    const there = this.store.queue.filter(({ origin }) => hostOf(origin) === host);
    const byOrigin = Map.groupBy(there, ({ origin }) => origin);
    const queues = [...byOrigin].map(([origin, entries]) => ({
      origin,
      queued: entries.length,
      priority: entries[0]?.priority ?? 0,
      depth: entries[0]?.depth ?? 0,
      notBefore: Math.min(...entries.map(({ notBefore }) => notBefore)),
    }));
    const suspects = there
      .filter(({ isSuspect }) => isSuspect)
      .map(({ id, origin, priority, depth, notBefore }) => ({ id, origin, priority, depth, notBefore }));
    return { host, restMs, queues, suspects };
  }

  #letGo(host: string, owner: Session): void {
    const known = this.#hostOf(host);
    known.isLeaving = true;
    this.#tell(owner, (member) => member.letGo(host));
  }

  #free(known: Host, restMs: number): void {
    Object.assign(known, { owner: null, isLeaving: false, told: 0 });
    known.readyAt = Math.max(known.readyAt, this.#clock.now() + restMs);
  }

  #die(own: Session): void {
    own.isAlive = false;
    this.#clock.at(this.#clock.now() + detectedMs, () => {
      this.store.takeBack(own.holder, () => true, true);
      this.#end(own);
      this.#handOut();
    });
  }

  /** A session is no longer there. */
  #end(own: Session): void {
    own.isAlive = false;
    own.held = { items: 0, pages: 0 };
    for (const known of this.#hosts.values()) if (known.owner === own) this.#free(known, 0);
    this.#chooseLead();
    this.#handOut();
    this.#changed();
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #chooseLead(): void {
    if (this.#lead !== null && this.#lead.isAlive && !this.#lead.isDismissed) return;
    this.#lead = this.#sessions.find(({ isAlive, isDismissed }) => isAlive && !isDismissed) ?? null;
    this.#changed();
  }

  #changed(): void {
    for (const session of this.#sessions)
      if (session.isAlive) this.#tell(session, (member) => member.changed());
  }

  /** Tells a session something that arrives later. */
  #tell(session: Session, message: (member: ShareMember) => void): void {
    void this.#late().then(() => {
      if (session.isAlive && session.member !== null) message(session.member);
    });
  }

  /** Some turns of the event loop. */
  async #late(): Promise<void> {
    this.underway += 1;
    for (let turns = Math.floor(this.#random() * 4); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.underway -= 1;
  }
}
