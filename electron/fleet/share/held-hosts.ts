import type { HostSlice } from '../jobs/hosts.ts';
import { fairShare, surplus } from './fair-share.ts';
import { shifted } from './session-ledger.ts';
import type { SessionParts } from './session-parts.ts';

/** For how long a host stays with a session while another run wants it, in milliseconds. */
const sliceMs = 2000;
/** For how long at most: less than the job engine allows. */
const longestMs = 600_000;
/** For how long at least, before it goes to a session that has fewer. */
const settledMs = 500;
/** For how long a session that gave up a host leaves those that wait to others, in milliseconds. */
const patienceMs = 250;
/** What drains within this time is looked at together. */
const togetherMs = 10;

/** A host that a session has. */
interface Held {
  slice: HostSlice;
  since: number;
  /** Whether the session was asked to let go of it. */
  isLeaving: boolean;
}

/** The hosts of one session: they are taken from the job engine, and given back to it. */
export class HeldHosts {
  readonly #parts: SessionParts;
  readonly #held = new Map<string, Held>();
  readonly #drained = new Set<string>();
  #patientUntil = 0;
  /** What is being given back. */
  readonly #leaving = new Set<Promise<unknown>>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#held.size;
  }

  has(host: string): boolean {
    return this.#held.has(host);
  }

  /** See `ShareHosts.holds`. */
  holds(host: string): boolean {
    return this.#held.get(host)?.slice.isHeld === true;
  }

  /** Takes hosts as long as there is room and some wait, and gives some up that others lack. */
  async look(): Promise<void> {
    const { state, capacity, member, membership, rows } = this.#parts;
    const { verdict } = state;
    const most = capacity();
    const { seen, isNews } = await state.look(Math.max(0, most - this.#held.size) + most);
    if (isNews) member()?.changed();
    if (verdict !== null || state.verdict !== null || member() === null) return;
    const session = membership.session();
    if (session === null) return;
    const { members, waiting } = seen;
    if (members.some((one) => one.session === session && one.capacity !== most))
      await rows.resize(session, most);
    this.#share(surplus(members, session, waiting.length));
    if (members.length > 1 && performance.now() < this.#patientUntil) return;
    const fair = fairShare(members, session, waiting.length);
    await this.#take(Math.min(fair, most - this.#held.size), waiting);
  }

  /** Lets go of hosts that other runs want, or that were here too long. */
  async passOn(): Promise<void> {
    const now = performance.now();
    const old = [...this.#held].filter(([, { since }]) => now - since > sliceMs);
    const wanted = await this.#parts.jobs.hosts.wanted(old.map(([host]) => host));
    for (const host of wanted) this.letGo(host);
    for (const [host, { since }] of old) if (now - since > longestMs) this.letGo(host);
  }

  /** Asks the session to let go of a host. */
  letGo(host: string): void {
    const held = this.#held.get(host);
    if (held === undefined || held.isLeaving) return;
    held.isLeaving = true;
    this.#parts.member()?.letGo(host);
  }

  letGoOfAll(): void {
    for (const host of this.#held.keys()) this.letGo(host);
  }

  /** See `ShareHosts.released`. */
  released(host: string, restMs: number): void {
    this.#giveBack(new Map([[host, restMs]]), false);
  }

  /** See `ShareHosts.drained`. */
  drained(host: string): void {
    if (!this.#held.has(host)) return;
    this.#drained.add(host);
    if (this.#drained.size === 1) setTimeout(() => this.#inBackground(this.#lookAtDrained()), togetherMs);
  }

  /** Gives back all hosts. @param owed milliseconds that each rests @param isOver whether nobody needs them in this run any more */
  async leave(owed: ReadonlyMap<string, number>, isOver: boolean): Promise<void> {
    const all = new Map([...this.#held.keys()].map((host) => [host, owed.get(host) ?? 0] as const));
    this.#giveBack(all, isOver);
    await Promise.allSettled(this.#leaving);
  }

  async #take(count: number, waiting: readonly string[]): Promise<void> {
    const { jobs, run, class: needs } = this.#parts;
    if (count < 1) return;
    const first = await jobs.hosts.take(count, needs, run);
    const offerMore = async (): Promise<void> => {
      if (first.length === count) return;
      await jobs.hosts.offer(waiting.slice(0, 2 * count).map((host) => ({ host, class: needs, run })));
      await this.#come(await jobs.hosts.take(count - first.length, needs, run));
    };
    await Promise.all([this.#come(first), offerMore()]);
  }

  /** Takes over hosts, or gives them back where the run cannot be reached or has gone on without this session. */
  async #come(slices: readonly HostSlice[]): Promise<void> {
    if (slices.length === 0) return;
    try {
      await this.#takeOver(slices);
    } catch (error) {
      const left = slices.filter((slice) => this.#held.get(slice.host)?.slice !== slice);
      this.#inBackground(Promise.all(left.map((slice) => slice.done({ againMs: 0 }))));
      throw error;
    }
  }

  async #takeOver(slices: readonly HostSlice[]): Promise<void> {
    const { membership, rests, ledger, member, lossRestMs, aheadMs } = this.#parts;
    const [lost, kept] = [
      slices.filter(({ losses }) => losses > 0),
      slices.filter(({ losses }) => losses === 0),
    ];
    const queues = [...(await this.#own(lost, true)), ...(await this.#own(kept, false))];
    const [owed, suspects] = await Promise.all([rests.of(slices.map(({ host }) => host)), ledger.suspects()]);
    for (const slice of slices) {
      const { host } = slice;
      const to = member();
      if (!slice.isHeld || to === null) {
        this.#inBackground(Promise.all([membership.letGo([host]), slice.done({ againMs: 0 })]));
        continue;
      }
      this.#held.set(host, { slice, since: performance.now(), isLeaving: false });
      slice.lost.addEventListener('abort', () => this.#lost(slice));
      const restMs = Math.max(owed.get(host) ?? 0, slice.losses > 0 ? lossRestMs : 0);
      const isAt = ({ origin }: { origin: string }): boolean => hostOf(origin) === host;
      to.came({
        host,
        restMs,
        queues: shifted(queues.filter(isAt), -aheadMs()),
        suspects: shifted(suspects.filter(isAt), -aheadMs()),
      });
    }
  }

  #own(slices: readonly HostSlice[], died: boolean): ReturnType<SessionParts['membership']['take']> {
    const hosts = slices.map(({ host }) => host);
    return hosts.length === 0 ? Promise.resolve([]) : this.#parts.membership.take(hosts, died);
  }

  /** Gives up some hosts that are here for a while, those that came last. */
  #share(count: number): void {
    const now = performance.now();
    const settled = [...this.#held].filter(
      ([, { since, isLeaving }]) => !isLeaving && now - since > settledMs,
    );
    for (const [host] of settled.slice(-count)) if (count > 0) this.letGo(host);
  }

  /** Gives back hosts at which nothing is left, and tells the session of what others have queued at the rest. */
  async #lookAtDrained(): Promise<void> {
    const { membership, member, signals, run, aheadMs } = this.#parts;
    const hosts = [...this.#drained];
    this.#drained.clear();
    const queues = shifted(await membership.queues(hosts), -aheadMs());
    for (const host of hosts) {
      const held = this.#held.get(host);
      if (held === undefined || held.isLeaving) continue;
      const own = queues.filter(({ origin }) => hostOf(origin) === host);
      if (own.length > 0) member()?.came({ host, restMs: 0, queues: own, suspects: [] });
      else this.letGo(host);
    }
    if (this.#held.size === 0) signals.hint({ kind: 'changed', run });
  }

  #giveBack(owed: ReadonlyMap<string, number>, isOver: boolean): void {
    const given = [...owed].flatMap(([host, restMs]) => {
      const held = this.#held.get(host);
      return held === undefined || !this.#held.delete(host) ? [] : [{ host, restMs, slice: held.slice }];
    });
    if (given.length > 0) this.#inBackground(this.#return(given, isOver));
  }

  async #return(
    given: readonly { host: string; restMs: number; slice: HostSlice }[],
    isOver: boolean,
  ): Promise<void> {
    const { membership, rests, signals, run } = this.#parts;
    const hosts = given.map(({ host }) => host);
    await rests.rest(new Map(given.map(({ host, restMs }) => [host, restMs])));
    const queued = await membership.letGo(hosts);
    const left = new Set((isOver ? [] : queued).map(({ origin }) => hostOf(origin)));
    await Promise.all(
      // The next owner is told how long it rests still.
      given.map(({ host, slice }) => slice.done({ againMs: left.has(host) ? 0 : null })),
    );
    if (left.size > 0) this.#patientUntil = performance.now() + patienceMs;
    signals.hint({ kind: left.size > 0 ? 'hosts' : 'changed', run });
  }

  /** The lease of a host ran out. */
  #lost(slice: HostSlice): void {
    const { host } = slice;
    if (this.#held.get(host)?.slice !== slice) return;
    this.#held.delete(host);
    this.#parts.member()?.lost(host);
    this.#inBackground(this.#parts.membership.letGo([host]));
  }

  #inBackground(work: Promise<unknown>): void {
    const own = work.catch(this.#parts.onError).finally(() => this.#leaving.delete(own));
    this.#leaving.add(own);
  }
}

const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2);
