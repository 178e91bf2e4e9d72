import type { BarrenState } from '../../../../electron/engine/barren-pages.ts';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import type { HttpCache } from '../../../../electron/engine/ports/http-cache.ts';
import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import type {
  ClaimedRequest,
  CompletedPage,
  Counters,
  Ledger,
  NewEvent,
  NewItem,
  NewRequest,
  RequestState,
  SettledPage,
  UnfinishedPage,
} from '../../../../electron/engine/ports/ledger.ts';
import type { MeasuredState } from '../../../../electron/engine/ports/measured-run.ts';
import type { RunControl, SessionRequest } from '../../../../electron/engine/ports/run-control.ts';
import type { EscalationState } from '../../../../electron/engine/proxy-state.ts';

interface Entry extends NewRequest {
  id: string;
  state: RequestState;
  tries: number;
  notBefore: number;
  /** Who has it in hand, and until when. */
  holder: number;
  leasedUntil: number;
  recovered: number;
  /** How often a session died that had it in hand. */
  deaths: number;
  items: NewItem[];
}

/** One of several sessions that carry the run out together. */
export interface MemoryMember {
  isAlive(): boolean;
  owns(origin: string): boolean;
}

/** After so many deaths, a request is fetched alone. */
const deathsOfSuspects = 3;

/** A second implementation of the ports: a made-up shared store, with a lease on each request. It knows nothing of history. */
export class MemoryStore {
  readonly leaseMs = 30_000;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  /** Fingerprints, those of redirects too, and the id of the request that stands for each. */
  readonly #standing = new Map<string, string>();
  readonly #cache = new Map<string, NonNullable<Awaited<ReturnType<HttpCache['get']>>>>();
  readonly events: NewEvent[] = [];
  /** Patterns of what is taken out of the run. */
  readonly exclusions: string[] = [];
  #barren: BarrenState | null = null;
  #measured: MeasuredState | null = null;
  #routes: EscalationState | null = null;
  #request: 'pause' | 'stop' | null = null;
  #holder = 0;
  #isEnded = true;
  #members = 0;
  state = 'queued';
  reason: string | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  get requests(): { url: string; state: RequestState; tries: number }[] {
    return [...this.#entries.values()].map(({ url, state, tries }) => ({ url, state, tries }));
  }

  get items(): NewItem[] {
    return [...this.#entries.values()].flatMap(({ items }) => items);
  }

  get recovered(): number {
    return [...this.#entries.values()].reduce((sum, { recovered }) => sum + recovered, 0);
  }

  ask(request: 'pause' | 'stop'): void {
    this.#request = request;
  }

  /** Begins the run for sessions that carry it out together. */
  beginTogether(): void {
    Object.assign(this, { state: 'running', reason: null });
    this.#isEnded = false;
    this.#request = null;
  }

  /** Queues again what a member has in hand at hosts. @returns their number */
  takeBack(member: number, isThere: (origin: string) => boolean, hasDied: boolean): number {
    let taken = 0;
    for (const entry of this.#entries.values()) {
      if (entry.state !== 'active' || entry.holder !== member || !isThere(entry.origin)) continue;
      Object.assign(entry, { state: 'queued', recovered: entry.recovered + 1 });
      if (hasDied) entry.deaths += 1;
      taken += 1;
    }
    return taken;
  }

  /** Queued requests, in the order in which they are handed out. */
  get queue(): readonly (NewRequest & { id: string; notBefore: number; isSuspect: boolean })[] {
    return this.#queued().map((entry) => ({ ...entry, isSuspect: entry.deaths >= deathsOfSuspects }));
  }

  /**
   * What one session says and is told, without anything on the way.
   * @param member left out: the session has the run to itself
   */
  session(member: MemoryMember | null = null): Omit<CrawlPorts, 'close'> & { holder: number } {
    this.#members += 1;
    let holder = member === null ? -1 : -1 - this.#members;
    const isHeld = (): boolean =>
      !this.#isEnded && (member === null ? holder === this.#holder : member.isAlive());
    const require = (): void => {
      if (!isHeld()) throw new LeaseLostError('1');
    };
    const held = (work: () => void): boolean => {
      if (!isHeld()) return false;
      work();
      return true;
    };
    const inHand = (id: string): Entry | null => {
      const entry = this.#entries.get(id);
      const isMine = entry?.state === 'active' && entry.holder === holder && entry.leasedUntil > this.#now();
      return isHeld() && isMine ? (entry ?? null) : null;
    };
    const end = (page: UnfinishedPage | CompletedPage, state: RequestState): SettledPage | null => {
      const entry = inHand(page.id);
      if (entry === null) return null;
      entry.state = state;
      if ('items' in page) entry.items.push(...page.items);
      this.events.push(...page.events);
      const items = 'items' in page ? page.items.length : 0;
      return { admitted: this.#admit(page.links), unchanged: false, items };
    };
    const handOut = (entry: Entry): ClaimedRequest => {
      Object.assign(entry, { state: 'active', holder, leasedUntil: this.#now() + this.leaseMs });
      const { id, url, fingerprint, origin, priority, depth, rule, callback, follow, parent, tries } = entry;
      const sent = entry.message === undefined ? {} : { message: entry.message };
      return {
        id,
        url,
        fingerprint,
        origin,
        priority,
        depth,
        rule,
        callback,
        follow,
        parent,
        tries,
        ...sent,
      };
    };
    const ledger: Ledger = {
      leaseMs: this.leaseMs,
      admit: async (requests) => {
        require();
        return this.#admit(requests);
      },
      lastSeed: async () => {
        const seeds = [...this.#entries.values()].filter(
          ({ parent, depth }) => parent === null && depth === 0,
        );
        const last = seeds.at(-1);
        if (last === undefined) return null;
        return { url: last.url, ...(last.message === undefined ? {} : { message: last.message }) };
      },
      boundDelays: async (latest) => {
        if (!isHeld()) return;
        for (const entry of this.#entries.values()) entry.notBefore = Math.min(entry.notBefore, latest);
      },
      origins: async () => {
        const names = new Set(this.#queued().map(({ origin }) => origin));
        return [...names].map((origin) => {
          const queued = this.#queued().filter((entry) => entry.origin === origin);
          const [first] = queued;
          const { priority = 0, depth = 0 } = first ?? {};
          const notBefore = Math.min(...queued.map((entry) => entry.notBefore));
          return { origin, queued: queued.length, priority, depth, notBefore };
        });
      },
      claim: async (origin, limit, now) => {
        require();
        if (member !== null && !member.owns(origin)) return [];
        const due = this.#queued().filter(
          (entry) => entry.origin === origin && entry.notBefore <= now && entry.deaths < deathsOfSuspects,
        );
        return due.slice(0, limit).map(handOut);
      },
      renew: async (ids) => {
        const lost = ids.filter((id) => inHand(id) === null);
        for (const id of ids) {
          const entry = inHand(id);
          if (entry !== null) entry.leasedUntil = this.#now() + this.leaseMs;
        }
        return lost;
      },
      suspects: async () =>
        this.#queued()
          .filter(({ deaths }) => deaths >= deathsOfSuspects)
          .map(({ id, origin, priority, depth, notBefore }) => ({ id, origin, priority, depth, notBefore })),
      claimAlone: async (id) => {
        require();
        const entry = this.#queued().find((each) => each.id === id);
        if (entry === undefined || (member !== null && !member.owns(entry.origin))) return null;
        return handOut(entry);
      },
      takeRedirect: async (id, fingerprint) => {
        require();
        const standing = this.#standing.get(fingerprint) ?? id;
        if (this.#entries.get(standing)?.state !== 'failed' && standing !== id) return false;
        this.#standing.set(fingerprint, id);
        return true;
      },
      alreadyExtracted: async () => null,
      storedPage: async () => null,
      keepChunk: async (id) => inHand(id) !== null,
      complete: async (page) => end(page, 'done'),
      fail: async (page) => end(page, 'failed'),
      skip: async (page) => end(page, 'skipped') !== null,
      retry: async (page, notBefore) => {
        const entry = inHand(page.id);
        if (entry === null) return false;
        Object.assign(entry, { state: 'queued', tries: entry.tries + 1, notBefore });
        this.events.push(...page.events);
        return true;
      },
      release: async (ids) => {
        for (const id of ids) {
          const entry = inHand(id);
          if (entry !== null) Object.assign(entry, { state: 'queued', recovered: entry.recovered + 1 });
        }
      },
      record: async (events) => void held(() => this.events.push(...events)),
      barrenPages: async () => this.#barren,
      keepBarrenPages: async (state) => void held(() => (this.#barren = state)),
      counters: async () => this.counters(),
      flush: async () => undefined,
    };
    const control: RunControl = {
      begin: async () => {
        this.#holder += 1;
        holder = this.#holder;
        this.#isEnded = false;
        this.#request = null;
        Object.assign(this, { state: 'running', reason: null });
        for (const entry of this.#entries.values()) {
          if (entry.state === 'active')
            Object.assign(entry, { state: 'queued', recovered: entry.recovered + 1 });
        }
        return { spentMs: 0 };
      },
      requested: async (): Promise<SessionRequest | null> => (isHeld() ? this.#request : 'replaced'),
      exclusions: async () => [...this.exclusions],
      beat: async () => isHeld(),
      waiting: async (reason) => held(() => (this.reason = reason)),
      pausing: async (reason) => held(() => Object.assign(this, { state: 'pausing', reason })),
      end: async (state, reason) =>
        held(() => {
          Object.assign(this, { state, reason });
          this.#isEnded = true;
        }),
      progress: async () => this.counters(),
      summary: async () => {
        const counters = this.counters();
        return {
          counters,
          pagesFetched: counters.done,
          extractionRequests: counters.seen,
          failedExtractions: counters.failed,
          extractedBefore: 0,
          itemsWithValues: counters.items,
          commonReason: null,
          onlyRefused: false,
          unreadSitemap: null,
          scriptMade: null,
          noRows: null,
          loginWall: null,
          otherKind: null,
          loginTaken: null,
        };
      },
    };
    return {
      holder,
      ledger,
      control,
      hosts: null,
      routes: {
        load: async () => this.#routes,
        keep: async (state) => void held(() => (this.#routes = structuredClone(state))),
      },
      measured: {
        items: async (after) =>
          after === null ? { items: this.items, last: '1' } : { items: [], last: null },
        load: async () => this.#measured,
        keep: async (state) => void held(() => (this.#measured = structuredClone(state))),
      },
      cache: {
        get: async (fingerprint) => this.#cache.get(fingerprint) ?? null,
        put: async (fingerprint, response) =>
          void this.#cache.set(fingerprint, { response, storedAt: this.#now() }),
        remove: async (fingerprint) => void this.#cache.delete(fingerprint),
      },
    };
  }

  counters(): Counters {
    const counters = { queued: 0, active: 0, done: 0, failed: 0, skipped: 0, seen: 0, items: 0 };
    for (const { state, items } of this.#entries.values()) {
      counters[state] += 1;
      counters.seen += 1;
      counters.items += items.length;
    }
    return counters;
  }

  /** In the order in which they are handed out. What nobody has renewed is queued again. */
  #queued(): Entry[] {
    for (const entry of this.#entries.values()) {
      if (entry.state === 'active' && entry.leasedUntil <= this.#now()) {
        Object.assign(entry, { state: 'queued', recovered: entry.recovered + 1 });
      }
    }
    const queued = [...this.#entries.values()].filter(({ state }) => state === 'queued');
    return queued.sort((a, b) => b.priority - a.priority || a.depth - b.depth || Number(a.id) - Number(b.id));
  }

  #admit(requests: readonly NewRequest[]): number {
    const before = this.#entries.size;
    for (const request of requests) {
      const standing = this.#entries.get(this.#standing.get(request.fingerprint) ?? '');
      if (standing !== undefined) {
        if (standing.state === 'queued' && request.parent === null && request.depth === 0) {
          const { callback, rule, ...seed } = standing.depth === 0 ? standing : request;
          const other = standing.depth === 0 ? request : standing;
          const priority = Math.max(standing.priority, request.priority);
          const follow = standing.follow || request.follow;
          Object.assign(standing, { depth: 0, parent: seed.parent, rule, priority, follow });
          standing.callback = callback ?? other.callback;
        }
        continue;
      }
      const id = String(this.#entries.size + 1);
      const fresh = {
        state: 'queued',
        tries: 0,
        notBefore: 0,
        holder: 0,
        leasedUntil: 0,
        recovered: 0,
        deaths: 0,
      } as const;
      this.#entries.set(id, { ...request, ...fresh, id, items: [] });
      this.#standing.set(request.fingerprint, id);
    }
    return this.#entries.size - before;
  }
}
