import type { FetchProblem, FetchResult } from '../fetch/types.ts';
import type { Network } from '../system/network.ts';
import { Sleeper, type Clock } from './clock.ts';

type Failure = Extract<FetchResult, { ok: false }>;

export interface NetworkHoldDependencies {
  network: Network;
  clock: Clock;
  /** Calls back again and again, after so many milliseconds each, until what it returns is called. */
  every: (milliseconds: number, look: () => void) => () => void;
  /** Gives up all connections: what is under way ends as `aborted`. */
  reconnect: () => void;
  /** Aborted: what is in flight is dropped, so nobody waits for a look at the network. */
  stop: AbortSignal;
  /** The run waits from now on; `reason` is a sentence. */
  begun: (reason: string) => Promise<void>;
  /** It goes on, after so many milliseconds. */
  over: (waitedMs: number) => Promise<void>;
}

/** Hosts that have answered, of which one is asked for: the last ones. */
const maxWitnesses = 3;
/** How long an answer, or a look at the witnesses, tells that the network is there, in milliseconds. */
const trustMs = 1000;
/** Between two looks whether the network is back: doubled from the first to the longest, in milliseconds. */
const firstWaitMs = 1000;
const longestWaitMs = 30_000;
/** With a way out again, but nobody who has answered before: pages are tried again after so long, whatever comes of it. */
const graceMs = 30_000;
/** A run pauses itself that has had a way out for so long, and no answer. */
const longestWithoutAnswerMs = 24 * 60 * 60_000;
/** Between two looks at the clock and the addresses, and how late one is when the machine has slept. Milliseconds. */
const lookEveryMs = 5000;
const sleptMs = 10_000;

/** Problems that may come from the network of this machine as well as from a site. */
const suspicious: ReadonlySet<FetchProblem['code']> = new Set(['dns', 'connection', 'timeout', 'proxy']);

type Evidence = 'answers' | 'silent' | 'unclear';

/**
 * Tells a network that is away from hosts that are down, and holds the run while it is: what fails then goes back to the queue
 * as if it had never been sent, and nothing else is sent until the network is back (decision 0278). A run without a failure
 * pays for two looks at a clock.
 *
 * The network is away when this machine has no way to the host that failed, nor to those that have answered before; or when none
 * of these can be reached any more, if they are several hosts or their name has gone.
 */
export class NetworkHold {
  readonly #deps: NetworkHoldDependencies;
  readonly #endLooking: () => void;
  readonly #sleeper: Sleeper;
  /** Origins that have answered, the last one at the end. */
  readonly #witnesses = new Set<string>();
  #lastWitness = '';
  #trustedUntil = -Infinity;
  #asking: Promise<Evidence> | null = null;
  #heldSince: number | null = null;
  #heldMs = 0;
  /** Pending report of the current hold. */
  #reporting: Promise<void> = Promise.resolve();
  /** Since when there has been a way out without an answer; null: there is none. */
  #silentSince: number | null = null;
  #reason = '';
  /** How often connections were lost: the machine has slept, has lost an address, or was without a network. */
  #losses = 0;
  #lookedAt: number;
  #addresses: readonly string[];
  #wake: () => void = () => undefined;
  #isClosed = false;

  constructor(deps: NetworkHoldDependencies) {
    this.#deps = deps;
    this.#sleeper = new Sleeper(deps.clock);
    this.#lookedAt = deps.clock.date();
    this.#addresses = deps.network.addresses();
    this.#endLooking = deps.every(lookEveryMs, () => this.#look());
  }

  /** Whether nothing is to be sent. */
  get isOn(): boolean {
    return this.#heldSince !== null;
  }

  /** Milliseconds that the run has been held in all, up to now. */
  get heldMs(): number {
    return this.#heldMs + (this.#heldSince === null ? 0 : this.#deps.clock.now() - this.#heldSince);
  }

  /** Why the network does not seem to come back, a sentence; null: it may. */
  stuck(): string | null {
    const since = this.#silentSince;
    const isTooLong = since !== null && this.#deps.clock.now() - since >= longestWithoutAnswerMs;
    return this.isOn && isTooLong ? this.#reason : null;
  }

  /** @param wake is called when the network is back */
  whenOver(wake: () => void): void {
    this.#wake = wake;
  }

  /**
   * Fetches or shows something, unless the network is away. What has failed because of it, and not of the site, comes back as
   * `offline`.
   * @param peer URL of who is connected to: the site, or a proxy
   * @param isWhole false: what came may lack parts that could not be fetched, without saying so
   */
  async attempt<R extends { ok: true } | Failure>(
    peer: string,
    work: () => Promise<R>,
    isWhole = true,
  ): Promise<R | Failure> {
    if (this.isOn) return this.#unsent();
    const losses = this.#losses;
    const result = await work();
    if (!result.ok || !isWhole) {
      this.#look();
      if (this.isOn || this.#losses !== losses) return this.#unsent();
    }
    if (result.ok) {
      this.#answered(peer);
      return result;
    }
    if (!suspicious.has(result.problem.code)) return result;
    const reason = await this.#unlessStopped(this.#whyAway(new URL(peer), result));
    return reason === null ? result : this.#hold(reason, peer);
  }

  /** The run is over. */
  close(): void {
    this.#isClosed = true;
    this.#endLooking();
    this.#sleeper.wake();
  }

  #unsent(): Failure {
    const retry = { afterMs: 0, always: true, wholeOrigin: false, unsent: true };
    const message = `The network is away. ${this.#reason}`.trim();
    return { ok: false, problem: { code: 'offline', message, transient: true, retry }, hops: [] };
  }

  #answered(peer: string): void {
    this.#trustedUntil = this.#deps.clock.now() + trustMs;
    if (peer.startsWith(this.#lastWitness) && this.#lastWitness !== '') return;
    const { origin, host, protocol } = new URL(peer);
    // A proxy may speak socks5, of which URLs know no origin.
    const witness = origin === 'null' ? `${protocol}//${host}` : origin;
    this.#lastWitness = `${witness}/`;
    this.#witnesses.delete(witness);
    this.#witnesses.add(witness);
    const [oldest] = this.#witnesses;
    if (this.#witnesses.size > maxWitnesses && oldest !== undefined) this.#witnesses.delete(oldest);
  }

  /** Why the failure is one of the network and not of the peer; null: it is of the peer. */
  async #whyAway({ hostname }: URL, { problem, hops }: Failure): Promise<string | null> {
    // After a redirect it may be another host; of one whose name was not found there is no address.
    const isKnown = hops.length === 0 && problem.code !== 'dns';
    if (!(await this.#hasRoute(isKnown ? hostname : null))) return 'This computer has no network connection.';
    if (this.#witnesses.size === 0 || this.#deps.clock.now() < this.#trustedUntil) return null;
    if ((await this.#ask()) !== 'silent') return null;
    const hosts = [...this.#hosts()].join(', ');
    return `What has answered before cannot be reached any more (${hosts}).`;
  }

  async #hasRoute(host: string | null): Promise<boolean> {
    const { network } = this.#deps;
    for (const each of [host, ...this.#hosts()]) if (await network.hasRoute(each)) return true;
    return false;
  }

  #hosts(): Set<string> {
    return new Set([...this.#witnesses].map((witness) => new URL(witness).hostname));
  }

  /** Looks whether the witnesses can be reached; who asks at the same time shares one look. */
  #ask(): Promise<Evidence> {
    this.#asking ??= this.#askWitnesses([...this.#witnesses]).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #askWitnesses(witnesses: readonly string[]): Promise<Evidence> {
    const { network, clock } = this.#deps;
    const reached = await Promise.all(witnesses.map((witness) => network.reach(new URL(witness))));
    this.#trustedUntil = clock.now() + trustMs;
    if (reached.includes('reached')) return 'answers';
    // One host alone may be down. Its name does not go with it.
    return this.#hosts().size > 1 || reached.includes('nameless') ? 'silent' : 'unclear';
  }

  /** Holds the run until the network is back; who comes while it is held waits only until that is written down. */
  async #hold(reason: string, peer: string): Promise<Failure> {
    if (!this.isOn && !this.#isOver) {
      this.#heldSince = this.#deps.clock.now();
      this.#reason = reason;
      this.#reporting = this.#deps.begun(reason);
      void this.#wait(peer);
    }
    await this.#reporting;
    return this.#unsent();
  }

  async #wait(peer: string): Promise<void> {
    const { clock } = this.#deps;
    const { hostname } = new URL(peer);
    let waitMs = firstWaitMs;
    for (;;) {
      if (this.#isOver) return;
      await this.#sleeper.until(clock.now() + waitMs);
      waitMs = Math.min(2 * waitMs, longestWaitMs);
      if (!(await this.#hasRoute(hostname))) {
        this.#silentSince = null;
        continue;
      }
      if (this.#silentSince === null) waitMs = firstWaitMs;
      this.#silentSince ??= clock.now();
      const evidence = await this.#evidence(peer);
      if (evidence === 'answers') break;
      if (evidence === 'unclear' && clock.now() - this.#silentSince >= graceMs) break;
      if (this.stuck() !== null) return this.#wake();
    }
    if (!this.#isOver) await this.#goOn();
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#deps.stop.aborted;
  }

  /** At the beginning of a run nobody has answered yet: then it is who failed that is asked. */
  async #evidence(peer: string): Promise<Evidence> {
    if (this.#witnesses.size > 0) return this.#ask();
    return (await this.#deps.network.reach(new URL(peer))) === 'reached' ? 'answers' : 'unclear';
  }

  async #goOn(): Promise<void> {
    const { clock, over, reconnect } = this.#deps;
    const waitedMs = clock.now() - (this.#heldSince ?? clock.now());
    // What was open before has died with the network, though nobody has said so yet.
    this.#losses += 1;
    reconnect();
    try {
      await this.#reporting;
      await over(waitedMs);
    } catch {
      // A ledger that cannot take it says so again to the crawl.
    }
    this.#heldMs = this.heldMs;
    this.#heldSince = null;
    this.#silentSince = null;
    this.#wake();
  }

  /** What is found out, or null when the run is stopped before it is. */
  async #unlessStopped<T>(finding: Promise<T>): Promise<T | null> {
    const { stop } = this.#deps;
    if (stop.aborted) return null;
    const { promise: stopped, resolve } = Promise.withResolvers<null>();
    const give = (): void => resolve(null);
    stop.addEventListener('abort', give);
    try {
      return await Promise.race([finding, stopped]);
    } finally {
      stop.removeEventListener('abort', give);
    }
  }

  /** Whether connections were lost since the last look: a machine that sleeps, or changes its network, tells nobody. */
  #look(): void {
    const { clock, network, reconnect } = this.#deps;
    const date = clock.date();
    const hasSlept = date - this.#lookedAt > lookEveryMs + sleptMs;
    this.#lookedAt = date;
    const before = this.#addresses;
    this.#addresses = network.addresses();
    const isLost = before.some((address) => !this.#addresses.includes(address));
    const isNew = this.#addresses.some((address) => !before.includes(address));
    if (isNew || hasSlept) this.#sleeper.wake();
    if (!isLost && !hasSlept) return;
    this.#losses += 1;
    reconnect();
  }
}
