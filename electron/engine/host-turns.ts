import { waitUntil, type Clock } from './clock.ts';
import type { Origin, Origins, SlotReservation } from './origins.ts';
import type { SharedHosts, TurnAnswer } from './ports/shared-hosts.ts';

/** The hosts of a run that other sessions of it contact. */
export interface ForeignHosts {
  isForeign(host: string): boolean;
  /** Asks for a turn at an origin of a foreign host. @returns milliseconds until it may be used; null: not now */
  borrow(origin: Origin): Promise<number | null>;
  /** The turn is used only now. */
  sent(origin: Origin): void;
}

/** Milliseconds after which a turn at a foreign host is asked for again. */
const askAgainMs = 1000;

/** What turns are given by. */
export interface TurnsDependencies {
  origins: Pick<
    Origins,
    | 'started'
    | 'startedAmongOthers'
    | 'passedAmongOthers'
    | 'reserve'
    | 'defer'
    | 'cancelReservation'
    | 'postpone'
    | 'stateOf'
    | 'jitter'
    | 'listen'
  >;
  /** The other runs of the workspace; null: there are none. */
  hosts: SharedHosts | null;
  clock: Clock;
  /** Left out or null: the session has its run to itself. */
  foreign?: ForeignHosts | null;
  /** Called with a sentence if this run can no longer know about the others. */
  onLost(problem: string): void;
}

/** The right to send one request to a host now, and one of its slots. */
export interface Turn {
  /** Frees the slot: the request is over, as far as the host is concerned. Further calls do nothing. */
  free(): void;
  /** The turn is used so many milliseconds later than it was given: the host rests from then. */
  late(ms: number): void;
  /** Frees the slot, and the host need not rest, because it was not contacted. */
  giveBack(): void;
}

/** Gives this run its turns at hosts: by its own clocks, and by those of the other runs that are there. */
export class HostTurns {
  readonly #deps: TurnsDependencies;

  constructor(deps: TurnsDependencies) {
    this.#deps = deps;
    const { origins, hosts, clock } = deps;
    if (hosts === null) return;
    hosts.open({
      state: (host) => origins.stateOf(host, clock.now()),
      lost: (problem) => deps.onLost(problem),
    });
    origins.listen({
      onRest: (host, until) => hosts.rest(host, until - clock.now()),
      onTerms: (host) => hosts.changed(host),
    });
  }

  /**
   * Returns turns at an origin that is ready by this run's own clocks.
   * @param most maximum number of turns
   * @returns none if it is the turn of another run: the origin is then ready later
   */
  async take(origin: Origin, most: number): Promise<Turn[]> {
    const turns: Turn[] = [];
    const answer = await this.#ask(origin, 'request', most, (count, nextAt, now) => {
      const { origins } = this.#deps;
      for (let n = 0; n < count; n += 1) {
        const reservation =
          nextAt === null ? origins.started(origin, now) : origins.startedAmongOthers(origin, now, nextAt);
        turns.push(this.#turn(origin, reservation));
      }
    });
    if (!answer.granted) this.#deps.origins.defer(origin, this.#deps.clock.now() + answer.againInMs);
    return turns;
  }

  /** Waits for a turn at an origin. @returns null if the signal was aborted before */
  async wait(origin: Origin, signal: AbortSignal): Promise<Turn | null> {
    while (!signal.aborted) {
      const [turn] = await this.take(origin, 1);
      if (turn !== undefined) return turn;
      await waitUntil(this.#deps.clock, origin.nextAt, signal);
    }
    return null;
  }

  /**
   * Waits until a redirect to the origin may be followed, by a request that is in flight; or until the signal is aborted.
   * @param isPatient whether to wait as well until another session of the run has a turn to give
   * @returns false: another session has none to give now
   */
  async pass(origin: Origin, signal: AbortSignal, isPatient = true): Promise<boolean> {
    const { origins, clock, foreign = null } = this.#deps;
    if (foreign?.isForeign(origin.host) === true) return this.#borrow(foreign, origin, signal, isPatient);
    for (let isGranted = false; !isGranted && !signal.aborted;) {
      let at = 0;
      const answer = await this.#ask(origin, 'redirect', 1, (_count, nextAt, now) => {
        if (nextAt === null) at = origins.reserve(origin, now);
        else origins.passedAmongOthers(origin, now, nextAt);
      });
      isGranted = answer.granted;
      await waitUntil(clock, answer.granted ? at : clock.now() + answer.againInMs, signal);
    }
    return true;
  }

  async #borrow(
    foreign: ForeignHosts,
    origin: Origin,
    signal: AbortSignal,
    isPatient: boolean,
  ): Promise<boolean> {
    const { clock } = this.#deps;
    while (!signal.aborted) {
      const inMs = await foreign.borrow(origin);
      if (inMs === null && !isPatient) return false;
      await waitUntil(clock, clock.now() + (inMs ?? askAgainMs), signal);
      if (inMs !== null) return true;
    }
    return true;
  }

  /** Ends the turns of this run. */
  leave(): void {
    this.#deps.hosts?.leave();
  }

  #ask(
    { host }: Origin,
    kind: 'request' | 'redirect',
    most: number,
    granted: (count: number, nextAt: number | null, now: number) => void,
  ): Promise<TurnAnswer> {
    const { hosts, origins, clock } = this.#deps;
    if (hosts === null) {
      granted(most, null, clock.now());
      return alone;
    }
    return hosts.take({
      host,
      kind,
      most,
      jitter: origins.jitter(),
      granted(count, nextInMs) {
        const now = clock.now();
        granted(count, nextInMs === null ? null : now + nextInMs, now);
      },
    });
  }

  #turn(origin: Origin, given: SlotReservation): Turn {
    const { origins, hosts } = this.#deps;
    let reservation = given;
    let isFree = false;
    const free = (): void => {
      if (isFree) return;
      isFree = true;
      origin.active -= 1;
      hosts?.freed(origin.host);
    };
    return {
      free,
      late: (ms) => (reservation = origins.postpone(origin, reservation, ms)),
      giveBack() {
        free();
        origins.cancelReservation(origin, reservation);
        hosts?.unused(origin.host);
      },
    };
  }
}

const alone: Promise<TurnAnswer> = Promise.resolve({ granted: true });
