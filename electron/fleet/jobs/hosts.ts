import type { ClaimCounts, HostClass } from '../../store/fleet/claim-rows.ts';
import type { Claim, Claims } from './claims.ts';

/** Slices that end within this time are given back together. */
const togetherMs = 20;

/** A host for a slice of time: nobody else has it, in any run of the workspace. */
export interface HostSlice {
  readonly host: string;
  readonly class: HostClass;
  /** Grows with each slice of the host: what is written with an older one comes from somebody who has lost the host. */
  readonly epoch: number;
  /** How many workers have died of the host, or have lost it, since a slice of it last ended well. */
  readonly losses: number;
  /** Aborted when the slice is lost: nothing is to be sent to the host from then on. Signs of life are sent by the engine. */
  readonly lost: AbortSignal;
  /** Whether it is held still, which also a process knows that was stopped for a while. */
  readonly isHeld: boolean;
  /**
   * Ends the slice.
   * @param next when the host is to be taken again; null: not until it is offered again. An offer during the slice counts, too.
   * @returns whether it was held until now
   */
  done(next: { againMs: number | null; class?: HostClass }): Promise<boolean>;
}

/** A host that is to be worked on. */
export interface HostOffer {
  host: string;
  /** What the requests of the host need; "browser" if one of them does. */
  class: HostClass;
  /** For which run it is taken. One of several takes the host first; the others wait for their turns. */
  run?: number;
  /** Not before this many milliseconds from now. An offer never makes a host wait longer than an earlier one. */
  delayMs?: number;
}

/** A host that is not offered any more, because worker after worker died of it. */
export interface DeadHost {
  host: string;
  since: Date;
  losses: number;
}

/** What hosts need of their claims. */
type HostClaims = Pick<Claims, 'offer' | 'take' | 'giveBack' | 'wanted' | 'listSetAside' | 'count'>;

/** A slice that has ended, until that is written. */
interface EndedSlice {
  claim: Claim;
  class: HostClass;
  againMs: number | null;
  tell: (was: boolean) => void;
  fail: (error: unknown) => void;
}

/** Hosts of all runs, each of which one worker has at a time. */
export class HostSlices {
  readonly #claims: HostClaims;
  readonly #draining: AbortSignal;
  readonly #ended: EndedSlice[] = [];

  /** @param draining once aborted, nothing more is taken */
  constructor(claims: HostClaims, draining: AbortSignal) {
    this.#claims = claims;
    this.#draining = draining;
  }

  /** Sees to it that there is a slice of each host, waiting or under way. May be called as often as one likes. */
  offer(hosts: readonly HostOffer[]): Promise<void> {
    return this.#claims.offer(
      hosts.map(({ host, delayMs = 0, run = 0, ...rest }) => ({ ...rest, key: host, delayMs, run })),
    );
  }

  /** Takes slices of hosts of one class for a run, at most as many as asked for: the hosts that have waited longest. */
  async take(count: number, needs: HostClass, run = 0): Promise<HostSlice[]> {
    if (this.#draining.aborted || count < 1) return [];
    const priority = priorityOf(needs, run);
    const claims = await this.#claims.take(count, { minPriority: priority, maxPriority: priority });
    return claims.map((claim) => this.#slice(claim, needs));
  }

  /** Which of the hosts other runs want, too. */
  wanted(hosts: readonly string[]): Promise<string[]> {
    return hosts.length === 0 ? Promise.resolve([]) : this.#claims.wanted(hosts);
  }

  /** Hosts that are set aside. One that is revived, by the port of the fleet in the store, is taken again. */
  async dead(): Promise<DeadHost[]> {
    const rows = await this.#claims.listSetAside();
    return rows.map(({ key, ...rest }) => ({ host: key, ...rest }));
  }

  /** How many hosts there are of each class. */
  count(): Promise<ClaimCounts[]> {
    return this.#claims.count();
  }

  #slice(claim: Claim, needs: HostClass): HostSlice {
    return {
      host: claim.key,
      class: needs,
      epoch: claim.epoch,
      losses: claim.losses,
      lost: claim.lost,
      get isHeld() {
        return claim.isHeld;
      },
      done: ({ againMs, class: nextClass = needs }) =>
        new Promise((tell, fail) => {
          this.#ended.push({ claim, class: nextClass, againMs, tell, fail });
          if (this.#ended.length === 1) setTimeout(() => void this.#giveBack(), togetherMs);
        }),
    };
  }

  /** Writes what has ended. Whoever waits for one of them is told, also where it fails. */
  async #giveBack(): Promise<void> {
    const ended = this.#ended.splice(0);
    try {
      const given = await this.#claims.giveBack(ended);
      for (const { claim, tell } of ended) tell(given.has(claim));
    } catch (error) {
      for (const { fail } of ended) fail(error);
    }
  }
}

/** Of which priority jobs of a class and a run are, so that a worker asks for those of one class and run only. */
export function priorityOf(needs: HostClass, run: number): number {
  return 2 * run + (needs === 'http' ? 1 : 0);
}
