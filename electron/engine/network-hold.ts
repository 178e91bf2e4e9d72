import type { FetchProblem, FetchResult } from '../fetch/types.ts';
import type { Network } from '../system/network.ts';
import { Sleeper, type Clock } from './clock.ts';

type Failure = Extract<FetchResult, { ok: false }>;

/** What a network hold needs from the crawl. */
export interface NetworkHoldDependencies {
  network: Network;
  clock: Clock;
  /** Calls back repeatedly at an interval until the returned function is called. */
  every: (milliseconds: number, look: () => void) => () => void;
  /** Closes all connections; requests in progress end as `aborted`. */
  reconnect: () => void;
  /** If aborted, requests in flight are dropped, and the network is not checked. */
  stop: AbortSignal;
  /** Called when the run starts to wait; `reason` is a sentence. */
  begun: (reason: string) => Promise<void>;
  /** Called when the run continues. */
  over: (waitedMs: number) => Promise<void>;
}

/** Number of recent hosts that answered and are checked. */
const maxWitnesses = 3;
/** How long an answer, or a check, proves that the network is up, in milliseconds. */
const trustMs = 1000;
/** Interval between checks whether the network is back, doubled from the first to the longest, in milliseconds. */
const firstWaitMs = 1000;
const longestWaitMs = 30_000;
/** If there is a route but no known host answers, pages are tried again after this time, in milliseconds. */
const graceMs = 30_000;
/** A run pauses itself after it had a route but no answer for this long, in milliseconds. */
const longestWithoutAnswerMs = 24 * 60 * 60_000;
/**
 * Interval between checks of the clock and the addresses, and the delay of one that shows that the machine was suspended.
 * Milliseconds.
 */
const lookEveryMs = 5000;
const sleptMs = 10_000;

/** Problems that this machine's network may cause as well as a site. */
const suspicious: ReadonlySet<FetchProblem['code']> = new Set(['dns', 'connection', 'timeout', 'proxy']);

type Evidence = 'answers' | 'silent' | 'unclear';

/**
 * Distinguishes a network failure from failing hosts, and holds the run during the former: failed requests return to the queue as
 * if never sent, and nothing is sent until the network is back (decision 0278). A run without failures only pays for two reads of
 * a clock.
 *
 * The network counts as down if this machine has no route to the failed host, nor to those that answered before; or if none of
 * these can be reached any more, given several hosts or a name that no longer resolves.
 */
export class NetworkHold {
  readonly #deps: NetworkHoldDependencies;
  readonly #endLooking: () => void;
  readonly #sleeper: Sleeper;
  /** Origins that answered, the most recent last. */
  readonly #witnesses = new Set<string>();
  #lastWitness = '';
  #trustedUntil = -Infinity;
  #asking: Promise<Evidence> | null = null;
  #heldSince: number | null = null;
  #heldMs = 0;
  /** Pending report of the current hold. */
  #reporting: Promise<void> = Promise.resolve();
  /** Since when there has been a route but no answer; null if that is not the case. */
  #silentSince: number | null = null;
  #reason = '';
  /** How often connections were lost: the machine was suspended, lost an address, or had no network. */
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

  /** Whether nothing may be sent. */
  get isOn(): boolean {
    return this.#heldSince !== null;
  }

  /** Total time that the run was held so far, in milliseconds. */
  get heldMs(): number {
    return this.#heldMs + (this.#heldSince === null ? 0 : this.#deps.clock.now() - this.#heldSince);
  }

  /** Returns why the network does not seem to come back, as a sentence, or null. */
  stuck(): string | null {
    const since = this.#silentSince;
    const isTooLong = since !== null && this.#deps.clock.now() - since >= longestWithoutAnswerMs;
    return this.isOn && isTooLong ? this.#reason : null;
  }

  /** @param wake called when the network is back */
  whenOver(wake: () => void): void {
    this.#wake = wake;
  }

  /**
   * Carries out a fetch or a rendering unless the network is down. A failure caused by the network is returned as `offline`.
   * @param peer URL of the connected host: the site, or a proxy
   * @param isWhole false: the result may silently lack parts that could not be fetched
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

  /** Ends all checks and waits. */
  close(): void {
    this.#isClosed = true;
    this.#endLooking();
    this.#sleeper.wake();
  }

  #unsent(): Failure {
    const retry = { afterMs: 0, always: true, wholeOrigin: false, unsent: true };
    const message = `The network is not available. ${this.#reason}`.trim();
    return { ok: false, problem: { code: 'offline', message, transient: true, retry }, hops: [] };
  }

  #answered(peer: string): void {
    this.#trustedUntil = this.#deps.clock.now() + trustMs;
    if (peer.startsWith(this.#lastWitness) && this.#lastWitness !== '') return;
    const { origin, host, protocol } = new URL(peer);
    // The URL of a proxy may have the scheme socks5, which has no origin.
    const witness = origin === 'null' ? `${protocol}//${host}` : origin;
    this.#lastWitness = `${witness}/`;
    this.#witnesses.delete(witness);
    this.#witnesses.add(witness);
    const [oldest] = this.#witnesses;
    if (this.#witnesses.size > maxWitnesses && oldest !== undefined) this.#witnesses.delete(oldest);
  }

  /** Returns why a failure is caused by the network; null if it is caused by the peer. */
  async #whyAway({ hostname }: URL, { problem, hops }: Failure): Promise<string | null> {
    // After a redirect the failed host may be another one; a name that was not resolved has no address.
    const isKnown = hops.length === 0 && problem.code !== 'dns';
    if (!(await this.#hasRoute(isKnown ? hostname : null))) return 'This computer has no network connection.';
    if (this.#witnesses.size === 0 || this.#deps.clock.now() < this.#trustedUntil) return null;
    if ((await this.#ask()) !== 'silent') return null;
    const hosts = [...this.#hosts()].join(', ');
    return `Hosts that answered before cannot be reached any more (${hosts}).`;
  }

  async #hasRoute(host: string | null): Promise<boolean> {
    const { network } = this.#deps;
    for (const each of [host, ...this.#hosts()]) if (await network.hasRoute(each)) return true;
    return false;
  }

  #hosts(): Set<string> {
    return new Set([...this.#witnesses].map((witness) => new URL(witness).hostname));
  }

  /** Checks whether known hosts can be reached; concurrent callers share one check. */
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
    // A single host may be down itself, but then its name still resolves.
    return this.#hosts().size > 1 || reached.includes('nameless') ? 'silent' : 'unclear';
  }

  /** Holds the run until the network is back. Callers that come while it is held wait only until that is recorded. */
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

  /** At the start of a run no host has answered yet, so the failed one is checked. */
  async #evidence(peer: string): Promise<Evidence> {
    if (this.#witnesses.size > 0) return this.#ask();
    return (await this.#deps.network.reach(new URL(peer))) === 'reached' ? 'answers' : 'unclear';
  }

  async #goOn(): Promise<void> {
    const { clock, over, reconnect } = this.#deps;
    const waitedMs = clock.now() - (this.#heldSince ?? clock.now());
    // Connections that were open are dead, even if no error was reported yet.
    this.#losses += 1;
    reconnect();
    try {
      await this.#reporting;
      await over(waitedMs);
    } catch {
      // A failing ledger reports the error to the crawl itself.
    }
    this.#heldMs = this.heldMs;
    this.#heldSince = null;
    this.#silentSince = null;
    this.#wake();
  }

  /** Returns the result, or null if the run is stopped first. */
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

  /** Detects lost connections: a machine that was suspended, or changed its network, reports nothing. */
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
