import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import type { CallError } from '../../shared/contract/errors.ts';
import { getClient } from './client.ts';

/** Calls that try a spider on saved pages. */
export type TestCall = Extract<CallName, `tester.${string}` | 'tests.run' | 'tests.drift'>;

/** The state of a test. */
export interface TestState<T> {
  /** The last answer about this subject; it stays while a newer one is on its way. */
  readonly value: T | null;
  readonly error: CallError | null;
  readonly running: boolean;
  /** Whether it runs long enough to offer a way to cancel it. */
  readonly slow: boolean;
  /** Whether the user has cancelled it; it starts again after a change, or with `again`. */
  readonly cancelled: boolean;
}

/** The time after which a test counts as slow, and after which a newer one cancels it, in milliseconds. */
const slowMs = 400;
const patienceMs = 250;

const unasked: TestState<never> = {
  value: null,
  error: null,
  running: false,
  slow: false,
  cancelled: false,
};

/**
 * Asks the tester about something that changes with every letter that is typed. One question is under way at a time, and
 * the newest one follows it at once: nothing waits for a pause of typing, and nothing piles up. A question that takes long
 * is given up for a newer one.
 */
export class TestRunner<N extends TestCall> {
  readonly #name: N;
  readonly #listeners = new Set<() => void>();
  state: TestState<CallValue<N>> = unasked;
  #subject = '';
  #key: string | null = null;
  #wanted: CallArgs<N> | null = null;
  #inFlight: { abort: AbortController; timers: ReturnType<typeof setTimeout>[]; key: string | null } | null =
    null;

  constructor(name: N) {
    this.#name = name;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The state where it is about a subject; else that nothing was asked yet. */
  stateOf(subject: string): TestState<CallValue<N>> {
    return subject === this.#subject ? this.state : unasked;
  }

  /**
   * @param args what is asked now; null: nothing
   * @param subject what it is about: the answer to another subject is not shown while this one's is awaited
   */
  ask(args: CallArgs<N> | null, subject: string): void {
    const key = args === null ? null : JSON.stringify(args);
    if (key === this.#key && subject === this.#subject) return;
    this.#key = key;
    this.#wanted = args;
    if (subject !== this.#subject || args === null) {
      this.#subject = subject;
      this.#giveUp();
      this.#publish(unasked);
    }
    if (args === null) return;
    const { value, error } = this.state;
    this.#publish({ ...this.state, value, error, cancelled: false });
    if (this.#inFlight === null) void this.#start();
    else this.#inFlight.timers.push(setTimeout(() => this.#inFlight?.abort.abort(), patienceMs));
  }

  /** Repeats the last test. */
  again(): void {
    this.#giveUp();
    if (this.#wanted !== null) void this.#start();
  }

  /** Cancels the running test for the user. */
  cancel(): void {
    if (this.#inFlight === null) return;
    this.#giveUp();
    this.#publish({ ...this.state, running: false, slow: false, cancelled: true });
  }

  /** Cancels the running test when the component is unmounted. */
  close(): void {
    this.#giveUp();
    this.#key = null;
    this.#wanted = null;
  }

  #giveUp(): void {
    const before = this.#inFlight;
    this.#inFlight = null;
    if (before === null) return;
    for (const timer of before.timers) clearTimeout(timer);
    before.abort.abort();
  }

  async #start(): Promise<void> {
    const args = this.#wanted;
    if (args === null) return;
    const flight = {
      abort: new AbortController(),
      timers: [setTimeout(() => this.#publish({ ...this.state, slow: true }), slowMs)],
      key: this.#key,
    };
    this.#inFlight = flight;
    this.#publish({ ...this.state, running: true, slow: false, cancelled: false });
    const answer = await getClient().call(this.#name, args, { signal: flight.abort.signal });
    if (this.#inFlight !== flight) return;
    for (const timer of flight.timers) clearTimeout(timer);
    this.#inFlight = null;
    const isNewest = flight.key === this.#key;
    const rest = { running: !isNewest, slow: false, cancelled: false };
    if (answer.ok) this.#publish({ value: answer.value, error: null, ...rest });
    else if (isNewest) this.#publish({ value: null, error: answer.error, ...rest });
    if (!isNewest) void this.#start();
  }

  #publish(state: TestState<CallValue<N>>): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
