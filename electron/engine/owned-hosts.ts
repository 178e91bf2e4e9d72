import type { Clock } from './clock.ts';
import { hostOf, type Origins } from './origins.ts';
import type { HostGrant, ShareHosts } from './ports/run-share.ts';
import type { Suspects } from './suspects.ts';

export interface OwnedHostsDependencies {
  share: ShareHosts;
  origins: Origins;
  suspects: Pick<Suspects, 'add' | 'leave' | 'areAt'>;
  clock: Pick<Clock, 'now'>;
}

/** Longer rests are told when they begin, in milliseconds: a session that dies without a word is noticed later than shorter ones end. */
const longRestMs = 5000;

/** A host of this session. */
interface OwnedHost {
  isLeaving: boolean;
  /** Whether the share knows that nothing is left to do here. */
  isToldDrained: boolean;
}

/** The hosts of a shared run that belong to this session. Only at these, requests begin. */
export class OwnedHosts {
  readonly #deps: OwnedHostsDependencies;
  readonly #hosts = new Map<string, OwnedHost>();
  /** Number of tasks in flight by host, which may have gone since. */
  readonly #inHand = new Map<string, number>();

  constructor(deps: OwnedHostsDependencies) {
    this.#deps = deps;
    deps.origins.serveOnly((host) => this.isOpen(host));
  }

  /** Whether a host belongs to this session, even if it is to go. */
  has(host: string): boolean {
    return this.#hosts.has(host);
  }

  /** Whether requests may begin at a host. */
  isOpen(host: string): boolean {
    return this.#hosts.get(host)?.isLeaving === false;
  }

  /** See `ShareMember` for this and the next four. */
  came({ host, restMs, queues, suspects: alone }: HostGrant): void {
    const { origins, suspects, clock } = this.#deps;
    // What is queued at a host that is to go is for its next owner.
    if (this.#hosts.get(host)?.isLeaving === true) return;
    this.#hosts.set(host, { isLeaving: false, isToldDrained: false });
    origins.deferHost(host, clock.now() + restMs);
    for (const { origin, priority, depth, notBefore } of queues) {
      origins.markPending(origin, priority, depth, notBefore);
    }
    suspects.add(alone);
    this.#tellDrained(host);
  }

  letGo(host: string): void {
    const known = this.#hosts.get(host);
    if (known === undefined || known.isLeaving) return;
    known.isLeaving = true;
    this.#leave(host);
    this.#release(host);
  }

  /** Gives up all hosts at once, as nothing is in flight. @returns milliseconds until the next owner may contact each */
  giveUp(): Map<string, number> {
    const owed = new Map([...this.#hosts.keys()].map((host) => [host, this.#restOf(host)] as const));
    for (const host of owed.keys()) this.lost(host);
    return owed;
  }

  lost(host: string): void {
    if (!this.#hosts.delete(host)) return;
    this.#leave(host);
  }

  lend(name: string): number | null {
    const { origins, clock } = this.#deps;
    if (!this.#hosts.has(hostOf(name))) return null;
    const now = clock.now();
    return origins.reserve(origins.get(name), now) - now;
  }

  lent(host: string, restMs: number): void {
    const { origins, clock } = this.#deps;
    origins.deferHost(host, clock.now() + restMs);
  }

  /** Something is begun at a host. */
  begin(host: string): void {
    this.#inHand.set(host, (this.#inHand.get(host) ?? 0) + 1);
    const known = this.#hosts.get(host);
    if (known !== undefined) known.isToldDrained = false;
  }

  /** A request is about to be sent to a host, which rests afterwards. */
  sends(host: string): void {
    const restMs = this.#restOf(host);
    if (restMs > longRestMs) this.#deps.share.rests(host, restMs);
  }

  /** It has ended, and what came of it is written. */
  end(host: string): void {
    const left = (this.#inHand.get(host) ?? 0) - 1;
    if (left > 0) this.#inHand.set(host, left);
    else this.#inHand.delete(host);
    this.#release(host);
    this.#tellDrained(host);
  }

  #leave(host: string): void {
    this.#deps.origins.leave(host);
    this.#deps.suspects.leave(host);
  }

  /** Gives a host up that is to go, once nothing is in flight there. */
  #release(host: string): void {
    if (this.#hosts.get(host)?.isLeaving !== true || this.#inHand.has(host)) return;
    this.#hosts.delete(host);
    this.#deps.share.released(host, this.#restOf(host));
  }

  #restOf(host: string): number {
    const { origins, clock } = this.#deps;
    return Math.max(0, origins.stateOf(host, clock.now()).nextInMs);
  }

  #tellDrained(host: string): void {
    const known = this.#hosts.get(host);
    if (known === undefined || known.isLeaving || this.#inHand.has(host)) return;
    const { origins, suspects, share } = this.#deps;
    if (known.isToldDrained || origins.isWaiting(host) || suspects.areAt(host)) return;
    known.isToldDrained = true;
    share.drained(host);
  }
}
