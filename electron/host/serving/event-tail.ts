import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { RunEvent } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';

/** Makes a call of the application. */
type Ask = <N extends 'runs.events' | 'runs.get'>(name: N, args: CallArgs<N>) => Promise<CallValue<N>>;

/** Which events are returned. */
export interface TailFilter {
  /** Only these kinds; all when empty. */
  kinds: readonly string[];
  /** Only events whose URL contains this text; null: all events. */
  url: string | null;
}

/** Events per query. */
const portion = 500;
/** Events become visible at commit, slightly after their time; this span is read again, in milliseconds. */
const lateness = 2000;

/**
 * Reads the events of a run as they happen, each exactly once. Events of the same moment may come in another order than in a later
 * query.
 */
export class EventTail {
  readonly #ask: Ask;
  readonly #run: string;
  readonly #filter: { kinds: string[]; url?: string };
  /** Time by id of the events returned within the span that is read again, oldest first. */
  readonly #returned = new Map<string, number>();
  #newest = 0;
  #floor = 0;

  constructor(ask: Ask, run: string, { kinds, url }: TailFilter) {
    this.#ask = ask;
    this.#run = run;
    this.#filter = { kinds: [...kinds], ...(url === null ? {} : { url }) };
  }

  /** Skips events before this time. @param time in milliseconds since 1970 */
  beginAt(time: number): void {
    this.#floor = time;
    this.#newest = Math.max(this.#newest, time);
  }

  /** Skips events so far, except for the last moments. */
  async beginNow(): Promise<void> {
    this.#newest = await this.#now();
  }

  /** Skips everything up to now. */
  async skip(): Promise<void> {
    this.beginAt((await this.#now()) + 1);
    this.#returned.clear();
  }

  /** Skips this event and those long before it. @param time in milliseconds since 1970 */
  remember(id: string, time: number): void {
    this.#newest = Math.max(this.#newest, time);
    this.#returned.set(id, time);
    for (const [old, when] of this.#returned) {
      if (when >= this.#newest - lateness) break;
      this.#returned.delete(old);
    }
  }

  /** Whether a process executes the run. Call it before `portions`, so that the last events are read. */
  async isUnderWay(): Promise<boolean> {
    return isUnderWay(await this.#ask('runs.get', { run: this.#run }));
  }

  /** New events in portions, oldest first. @throws HostError `unknown-run` */
  async *portions(): AsyncGenerator<RunEvent[]> {
    const since = Math.max(this.#floor, this.#newest - lateness);
    for (let place: { since: number } | { after: string } = { since }; ;) {
      const { events, more }: CallValue<'runs.events'> = await this.#ask('runs.events', {
        run: this.#run,
        ...this.#filter,
        ...place,
        limit: portion,
      });
      const fresh = events.filter(({ id }) => !this.#returned.has(id));
      for (const { id, at } of fresh) this.remember(id, Date.parse(at));
      yield fresh;
      const last = events.at(-1);
      if (last === undefined || !more) return;
      place = { after: last.id };
    }
  }

  /** The current time, or that of the newest event where the clock was set back. */
  async #now(): Promise<number> {
    const { events } = await this.#ask('runs.events', { run: this.#run, limit: 1 });
    return Math.max(Date.now(), ...events.map(({ at }) => Date.parse(at)));
  }
}
