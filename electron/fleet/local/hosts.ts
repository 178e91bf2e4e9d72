import type { Clock } from '../../engine/clock.ts';
import { hostOf } from '../../engine/origins.ts';
import type { Ledger, NewRequest, OriginQueue, Suspect } from '../../engine/ports/ledger.ts';
import type { Member } from './member.ts';

/** How long hosts stay as they are before they are evened out again, in milliseconds. */
const settledMs = 1000;
/** How many hosts move at once at most. */
const mostMoves = 64;

/** A host of the run, and whose it is. */
interface Host {
  readonly name: string;
  owner: Member | null;
  /** Who had it last: when it moves, to somebody else. */
  last: Member | null;
  /** Whether its owner is to let go of it. */
  isLeaving: boolean;
  /** Whether its owner has claimed requests there: it knows the site by now, so others of its hosts move first. */
  isBegun: boolean;
  /** Until then it rests, by the clock of this process. */
  readyAt: number;
  /** What is queued there and nobody was told, by origin. */
  queues: Map<string, OriginQueue>;
  suspects: Suspect[];
}

export interface HostsOptions {
  ledger: Pick<Ledger, 'origins' | 'suspects'>;
  clock: Pick<Clock, 'now' | 'at'>;
  members: () => readonly Member[];
  /** Called when the ledger cannot be asked. */
  onError: (error: unknown) => void;
}

/** The hosts of a run. Each belongs to one session, and stays with it unless another one has much less to do. */
export class Hosts {
  readonly #options: HostsOptions;
  readonly #hosts = new Map<string, Host>();
  /** Hosts of nobody at which something is queued. */
  readonly #free = new Set<Host>();
  /** Hosts of which only the ledger knows what is queued there. */
  readonly #unknown = new Set<string>();
  #isLooking = false;
  #evenAt = -Infinity;
  #isEvening = false;
  /** The latest due time that was told. */
  #latest = 0;

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  /** Reads what is queued, at all hosts. */
  async open(): Promise<void> {
    const [queues, suspects] = await this.#read();
    this.#add(queues, suspects, () => true);
  }

  isOf(host: string, member: Member): boolean {
    return this.#hosts.get(host)?.owner === member;
  }

  ownerOf(host: string): Member | null {
    return this.#hosts.get(host)?.owner ?? null;
  }

  /** Requests were queued. @param by who knows of them; those at its own hosts need not be told */
  queued(by: Member, requests: readonly Pick<NewRequest, 'origin' | 'priority' | 'depth'>[]): void {
    const told = new Map<Host, Map<string, OriginQueue>>();
    for (const { origin, priority, depth } of requests) {
      const host = this.#get(hostOf(origin));
      if (host.owner === by) continue;
      const queues = host.owner === null ? host.queues : (told.get(host) ?? new Map<string, OriginQueue>());
      addQueue(queues, { origin, queued: 1, priority, depth, notBefore: 0 });
      if (host.owner === null) this.#free.add(host);
      else told.set(host, queues);
    }
    for (const [host, queues] of told) this.#tellCame(host, [...queues.values()], []);
    this.handOut();
  }

  /** Its owner has claimed requests at a host. */
  began(name: string): void {
    const host = this.#get(name);
    host.isBegun = true;
    host.owner?.busy.add(name);
  }

  /** See `ShareHosts.drained`. */
  drained(member: Member, name: string): void {
    if (!this.isOf(name, member)) return;
    member.busy.delete(name);
    this.#even();
  }

  /** See `ShareHosts.released`. */
  released(member: Member, name: string, restMs: number): void {
    if (this.isOf(name, member)) this.free(name, restMs);
  }

  /** A host has no owner any more, and what is queued there is read from the ledger. */
  free(name: string, restMs: number): void {
    const host = this.#get(name);
    host.owner?.owned.delete(name);
    host.owner?.busy.delete(name);
    Object.assign(host, { last: host.owner, owner: null, isLeaving: false, isBegun: false });
    host.readyAt = Math.max(host.readyAt, this.#options.clock.now() + restMs);
    this.unknown(name);
  }

  /** Something was queued at a host that nobody was told of. */
  unknown(name: string): void {
    this.#unknown.add(name);
    this.#look();
  }

  /** The owner of a host is to let go of it. */
  letGo(name: string): void {
    const host = this.#get(name);
    if (host.owner === null || host.isLeaving) return;
    host.isLeaving = true;
    host.owner.tell((told) => told.letGo(name));
  }

  /** Due times are at most this one from now on. */
  bound(latest: number): void {
    if (this.#latest <= latest) return;
    this.#latest = latest;
    for (const name of this.#hosts.keys()) this.#unknown.add(name);
    this.#look();
  }

  /** See `ShareHosts.borrow`. */
  async borrow(turn: { origin: string; host: string; gapMs: number }): Promise<number | null> {
    const host = this.#get(turn.host);
    if (host.owner !== null) return host.owner.ask((told) => told.lend(turn.origin));
    const now = this.#options.clock.now();
    const at = Math.max(now, host.readyAt);
    host.readyAt = at + turn.gapMs;
    return at - now;
  }

  /** See `ShareHosts.rests`. */
  rests(name: string, restMs: number): void {
    const host = this.#get(name);
    host.readyAt = Math.max(host.readyAt, this.#options.clock.now() + restMs);
  }

  /** See `ShareHosts.borrowed`. */
  borrowed(name: string, restMs: number): void {
    const host = this.#get(name);
    host.readyAt = Math.max(host.readyAt, this.#options.clock.now() + restMs);
    host.owner?.tell((told) => told.lent(name, restMs));
  }

  /** Gives hosts of nobody at which something is queued to the sessions that have least to do. */
  handOut(): void {
    if (this.#free.size === 0) return;
    const open = this.#options.members().filter(({ isOpen }) => isOpen);
    if (open.length === 0) return;
    for (const host of this.#free) {
      const others = open.length > 1 ? open.filter((member) => member !== host.last) : open;
      const owner = others.reduce((least, member) => (member.busy.size < least.busy.size ? member : least));
      Object.assign(host, { owner, isLeaving: false });
      owner.owned.add(host.name);
      const [queues, suspects] = [[...host.queues.values()], host.suspects];
      host.queues.clear();
      host.suspects = [];
      this.#tellCame(host, queues, suspects);
    }
    this.#free.clear();
  }

  /** Sessions have come or gone. */
  changed(): void {
    if (this.#unknown.size > 0) this.#look();
    this.handOut();
    this.#even();
  }

  #tellCame(host: Host, queues: readonly OriginQueue[], suspects: readonly Suspect[]): void {
    const { owner, name } = host;
    if (owner === null) return;
    owner.busy.add(name);
    const { clock } = this.#options;
    owner.tell((told) =>
      told.came({ host: name, restMs: Math.max(0, host.readyAt - clock.now()), queues, suspects }),
    );
  }

  #get(name: string): Host {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      const own = { owner: null, last: null, isLeaving: false, isBegun: false, readyAt: 0 };
      host = { name, ...own, queues: new Map(), suspects: [] };
      this.#hosts.set(name, host);
    }
    return host;
  }

  #read(): Promise<[OriginQueue[], Suspect[]]> {
    const { ledger } = this.#options;
    return Promise.all([ledger.origins(), ledger.suspects()]);
  }

  #add(
    queues: readonly OriginQueue[],
    suspects: readonly Suspect[],
    isWanted: (host: string) => boolean,
  ): void {
    const found = new Map<Host, { queues: OriginQueue[]; suspects: Suspect[] }>();
    const at = (origin: string): { queues: OriginQueue[]; suspects: Suspect[] } => {
      const host = this.#get(hostOf(origin));
      const there = found.get(host) ?? { queues: [], suspects: [] };
      found.set(host, there);
      return there;
    };
    for (const queue of queues) if (isWanted(hostOf(queue.origin))) at(queue.origin).queues.push(queue);
    for (const one of suspects) if (isWanted(hostOf(one.origin))) at(one.origin).suspects.push(one);
    for (const [host, there] of found) {
      for (const { notBefore } of there.queues) this.#latest = Math.max(this.#latest, notBefore);
      if (host.owner !== null) this.#tellCame(host, there.queues, there.suspects);
      else {
        for (const queue of there.queues) addQueue(host.queues, queue);
        host.suspects = there.suspects;
        this.#free.add(host);
      }
    }
  }

  /** Reads what is queued at hosts of which that is not known, for all of them at once. */
  #look(): void {
    if (!this.#options.members().some(({ isOpen }) => isOpen)) return;
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#lookNow()
      .catch(this.#options.onError)
      .finally(() => {
        this.#isLooking = false;
        if (this.#unknown.size > 0) this.#look();
      });
  }

  async #lookNow(): Promise<void> {
    await Promise.resolve();
    const wanted = new Set(this.#unknown);
    this.#unknown.clear();
    const [queues, suspects] = await this.#read();
    this.#add(queues, suspects, (host) => wanted.has(host));
    this.handOut();
  }

  /** Moves hosts from the session that has most to do to the one that has least, if they differ much. */
  #even(): void {
    const { clock, members } = this.#options;
    const open = members()
      .filter(({ isOpen }) => isOpen)
      .sort((a, b) => a.busy.size - b.busy.size);
    const [least, most] = [open[0], open.at(-1)];
    if (least === undefined || most === undefined || !differsMuch(least, most)) return;
    const now = clock.now();
    if (now < this.#evenAt) {
      if (this.#isEvening) return;
      this.#isEvening = true;
      clock.at(this.#evenAt, () => {
        this.#isEvening = false;
        this.#even();
      });
      return;
    }
    this.#evenAt = now + settledMs;
    const movable = [...most.busy].map((name) => this.#get(name)).filter(({ isLeaving }) => !isLeaving);
    const byUse = movable.sort((a, b) => Number(a.isBegun) - Number(b.isBegun));
    const count = Math.min(mostMoves, Math.floor((most.busy.size - least.busy.size) / 2));
    for (const { name } of byUse.slice(0, count)) this.letGo(name);
  }
}

const differsMuch = (least: Member, most: Member): boolean => most.busy.size >= 2 * least.busy.size + 2;

/** Adds to what is queued at an origin; what comes first there counts. */
function addQueue(queues: Map<string, OriginQueue>, queue: OriginQueue): void {
  const known = queues.get(queue.origin);
  if (known === undefined) {
    queues.set(queue.origin, { ...queue });
    return;
  }
  known.queued += queue.queued;
  known.notBefore = Math.min(known.notBefore, queue.notBefore);
  const isFirst =
    queue.priority > known.priority || (queue.priority === known.priority && queue.depth < known.depth);
  if (isFirst) Object.assign(known, { priority: queue.priority, depth: queue.depth });
}
