import type { Clock } from '../../engine/clock.ts';
import type { CrawlEnd } from '../../engine/limits.ts';
import type { Ledger } from '../../engine/ports/ledger.ts';
import type { FoundSitemap, RunShare, ShareLead, Verdict } from '../../engine/ports/run-share.ts';
import { Budgets, type Limits } from './budgets.ts';
import { Hosts } from './hosts.ts';
import { Member, type ToldMember } from './member.ts';
import { memberLedger } from './member-ledger.ts';
import { RunCounts } from './run-counts.ts';

/** A run that sessions of one computer carry out. */
export interface LocalRunOptions {
  /** Its ledger, which this process alone writes. */
  ledger: Ledger;
  clock: Pick<Clock, 'now' | 'at'>;
  limits: Limits;
  /** Working time of earlier sessions, in milliseconds. */
  spentMs: number;
  /** How long a host rests whose session has died, in milliseconds: what it owed is not known. */
  lossRestMs: number;
  onError: (error: unknown) => void;
}

/** What one session gets. */
export interface LocalMember {
  name: number;
  share: RunShare;
  ledger: Ledger;
  /** Takes part from now on. */
  open(told: ToldMember): void;
  /** It is to leave, while the run goes on. */
  dismiss(): void;
  /** It came to its end without a word: what it had in hand is queued again, and its hosts go to others. */
  die(): Promise<void>;
}

/**
 * The part of `RunShare` that all sessions of a run have in common, in the process that has the run. Others reach it through a
 * channel (`serve-member.ts`). The first session leads the run; when it ends, the next one.
 */
export class LocalRun {
  readonly #options: LocalRunOptions;
  readonly #counts: RunCounts;
  readonly #hosts: Hosts;
  readonly #budgets: Budgets;
  readonly #members: Member[] = [];
  readonly #found: FoundSitemap[] = [];
  /** What leads have said at their beginning. */
  readonly #recorded = new Set<string>();
  readonly #began: number;
  #proposed: CrawlEnd | null = null;
  #verdict: Verdict | null = null;
  #lead: Member | null = null;
  /** Those who wait until no session is left but theirs. */
  readonly #waiting = new Set<() => void>();

  private constructor(options: LocalRunOptions, counts: RunCounts) {
    const members = (): readonly Member[] => this.#members;
    const { ledger, clock, limits, spentMs, onError } = options;
    this.#options = options;
    this.#counts = counts;
    this.#hosts = new Hosts({ ledger, clock, members, onError });
    this.#budgets = new Budgets(limits, counts, members);
    this.#began = clock.now() - spentMs;
  }

  /** @param options of a run that has begun in this process */
  static async open(options: LocalRunOptions): Promise<LocalRun> {
    const run = new LocalRun(options, new RunCounts(await options.ledger.counters()));
    await run.#hosts.open();
    return run;
  }

  /** Name of the session that leads; null: none does. */
  get lead(): number | null {
    return this.#lead?.name ?? null;
  }

  /** Adds a session. */
  join(): LocalMember {
    const own = new Member(this.#members.length + 1);
    this.#members.push(own);
    this.#lead ??= own;
    const [hosts, counts, { ledger }] = [this.#hosts, this.#counts, this.#options];
    const open = (told: ToldMember): void => {
      own.open(told);
      this.#hosts.changed();
    };
    return {
      name: own.name,
      open,
      share: this.#shareOf(own, open),
      ledger: memberLedger(own, { ledger, hosts, counts, onIdle: () => this.#tellLead() }),
      dismiss: () => {
        own.isDismissed = true;
        this.#chooseLead();
        for (const host of own.owned) this.#hosts.letGo(host);
        own.tell((told) => told.changed());
      },
      die: () => this.#die(own),
    };
  }

  /** Moves a host to another session, in the middle of its queue. */
  move(host: string): void {
    this.#hosts.letGo(host);
  }

  /** Takes a host away from its session, which hears of it only then. What it has in hand there is queued again. */
  async take(host: string): Promise<void> {
    const owner = this.#hosts.ownerOf(host);
    if (owner === null) return;
    const lost = [...owner.inHand].flatMap(([id, at]) =>
      at === host && owner.inHand.delete(id) ? [id] : [],
    );
    owner.tell((told) => told.lost(host));
    await this.#options.ledger.release(lost);
    if (this.#hosts.ownerOf(host) === owner) this.#hosts.free(host, this.#options.lossRestMs);
  }

  #shareOf(own: Member, open: (told: ToldMember) => void): RunShare {
    const verdict = (): Verdict | null => this.#verdict;
    const proposed = (): CrawlEnd | null => this.#proposed;
    const leads = (): boolean => this.#lead === own && own.isAlive;
    return {
      ...this.#leadOf(own, leads),
      open: async (member) => open(member),
      get leads() {
        return leads();
      },
      get verdict() {
        return verdict();
      },
      get proposed() {
        return proposed();
      },
      get isDismissed() {
        return own.isDismissed;
      },
      stop: own.stop.signal,
      released: (host, restMs) => this.#hosts.released(own, host, restMs),
      holds: () => true,
      rests: (host, restMs) => this.#hosts.rests(host, restMs),
      drained: (host) => this.#hosts.drained(own, host),
      borrow: (turn) => this.#hosts.borrow(turn),
      borrowed: (host, restMs) => this.#hosts.borrowed(host, restMs),
      spentMs: () => this.#options.clock.now() - this.#began,
      reserve: (kind, wanted, purpose) => this.#budgets.reserve(own, kind, wanted, purpose),
      giveBack: (kind, count) => this.#budgets.giveBack(own, kind, count),
      counted: async () => {
        const { items, done, failed } = this.#counts;
        return { items, done, failed };
      },
      answers: (window) => {
        own.window = window;
        return this.#others(own).map((other) => other.window);
      },
      found: async (sitemaps) => {
        this.#found.push(...sitemaps);
        this.#changed();
      },
      propose: (end) => {
        if (!own.isAlive) return;
        this.#proposed ??= end;
        this.#changed();
      },
      leave: (end, owed) => this.#leave(own, end, owed ?? new Map()),
    };
  }

  #leadOf(own: Member, leads: () => boolean): Omit<ShareLead, 'proposed'> {
    const { ledger } = this.#options;
    return {
      recordOnce: async (events) => {
        if (!leads()) return;
        const fresh = events.filter(({ kind, message }) => !this.#recorded.has(`${kind} ${message}`));
        for (const { kind, message } of fresh) this.#recorded.add(`${kind} ${message}`);
        await ledger.record(fresh);
      },
      isIdle: async () => {
        if (!this.#counts.isIdle) return false;
        const { queued, active } = await ledger.counters();
        return queued + active === 0;
      },
      // Processes of one computer set no host aside.
      standstill: async () => null,
      waitingSeeds: async () => this.#counts.waitingSeeds,
      foundSitemaps: async (after) => this.#found.slice(after),
      conclude: async (verdict) => {
        if (!leads() || (this.#verdict !== null && !this.#verdict.finishesFiles)) return;
        this.#verdict = { ...verdict, end: this.#verdict?.end ?? verdict.end };
        if (verdict.end.kind === 'stopped') for (const { stop } of this.#members) stop.abort();
        this.#changed();
      },
      othersLeft: async () => {
        while (this.#others(own).length > 0) await new Promise<void>((resolve) => this.#waiting.add(resolve));
      },
    };
  }

  async #leave(
    own: Member,
    end: CrawlEnd | null,
    owed: ReadonlyMap<string, number>,
  ): Promise<CrawlEnd | null> {
    if (end !== null && this.#verdict === null && own.isAlive && this.#others(own).length === 0) {
      // It records the end of the run before it leaves.
      this.#verdict = { end, finishesFiles: false };
      this.#lead = own;
      return end;
    }
    await this.#end(own, (host) => owed.get(host) ?? 0, false);
    return null;
  }

  #die(own: Member): Promise<void> {
    return this.#end(own, () => this.#options.lossRestMs, true);
  }

  /** A session is no longer there. Its hosts and units are free once its requests are queued again. */
  async #end(own: Member, restOf: (host: string) => number, died: boolean): Promise<void> {
    if (!own.isAlive) return;
    own.isAlive = false;
    await own.atRest();
    const left = [...own.inHand.keys()];
    own.inHand.clear();
    if (left.length > 0) await this.#options.ledger.release(left, died);
    Object.assign(own.held, { items: 0, pages: 0 });
    for (const host of own.owned) this.#hosts.free(host, restOf(host));
    this.#chooseLead();
    this.#hosts.changed();
    this.#changed();
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #others(own: Member): Member[] {
    return this.#members.filter((other) => other !== own && other.isAlive);
  }

  #chooseLead(): void {
    if (this.#lead !== null && this.#lead.isAlive && !this.#lead.isDismissed) return;
    this.#lead = this.#members.find(({ isAlive, isDismissed }) => isAlive && !isDismissed) ?? null;
    this.#changed();
  }

  #tellLead(): void {
    this.#lead?.tell((told) => told.changed());
  }

  #changed(): void {
    for (const member of this.#members) member.tell((told) => told.changed());
  }
}
