import { decideTurns, type Contender, type HostTimes } from '../../../../electron/engine/decide-turns.ts';
import type {
  OwnHosts,
  SharedHosts,
  TurnAnswer,
  TurnRequest,
} from '../../../../electron/engine/ports/shared-hosts.ts';

/** A second implementation of shared hosts: all runs are in one process, so that the state of each is known at once. */
export class MemoryHosts {
  readonly #now: () => number;
  readonly #times = new Map<string, HostTimes>();
  /** The members of each host, with what they said of it. */
  readonly #members = new Map<string, Map<object, { own: OwnHosts; isWaiting: boolean; served: number }>>();
  #turn = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The port of one run, which is also its name here. */
  session(): SharedHosts {
    const session: SharedHosts = {
      open: (given) => {
        own = given;
      },
      take: async (request) => this.#take(session, own, request),
      freed: (host) => {
        this.#timesOf(host).freedAt = this.#now();
      },
      unused: () => undefined,
      rest: (host, forMs) => {
        const times = this.#timesOf(host);
        times.nextAt = Math.max(times.nextAt, this.#now() + forMs);
      },
      changed: () => undefined,
      attend: () => undefined,
      leave: () => this.remove(session),
    };
    let own: OwnHosts | null = null;
    return session;
  }

  /** A run is no longer there. */
  remove(session: SharedHosts): void {
    for (const members of this.#members.values()) members.delete(session);
  }

  #timesOf(host: string): HostTimes {
    const times = this.#times.get(host) ?? { nextAt: 0, freedAt: 0 };
    this.#times.set(host, times);
    return times;
  }

  #take(session: SharedHosts, own: OwnHosts | null, request: TurnRequest): TurnAnswer {
    if (own === null) throw new Error('The run has not opened its shared hosts.');
    const { host, kind, most, jitter } = request;
    const members = this.#members.get(host) ?? new Map<object, never>();
    this.#members.set(host, members);
    const member = members.get(session) ?? { own, isWaiting: false, served: 0 };
    members.set(session, member);
    const times = this.#timesOf(host);
    const others: Contender[] = [];
    for (const [other, { own: its, isWaiting, served }] of members) {
      if (other !== session) others.push({ ...its.state(host), isWaiting, served, isApart: false });
    }
    const now = this.#now();
    const self = { ...own.state(host), ...member, isApart: false };
    const decision = decideTurns(times, self, others, { kind, most, jitter, now });
    if ('waitsFor' in decision) {
      if (kind === 'request') member.isWaiting = true;
      return { granted: false, againInMs: decision.againInMs };
    }
    times.nextAt = decision.nextAt;
    if (kind === 'request') {
      for (const other of members.values()) if (other.served < member.served) other.isWaiting = false;
      this.#turn += 1;
      Object.assign(member, { isWaiting: false, served: this.#turn });
    }
    request.granted(decision.count, decision.nextAt - now);
    return { granted: true };
  }
}
