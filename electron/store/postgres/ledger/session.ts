import { LeaseLostError } from '../../../engine/ports/lease.ts';
import type { FleetDatabase } from './fleet-database.ts';

/** How a session takes part in a run. */
export interface FleetSessionOptions {
  /** Name of the worker, for people. */
  owner: string;
  /** The clock of a test, in milliseconds since 1970. Left out or null: that of the database. */
  now?: (() => number) | null;
}

/** One session of a run that several carry out. */
export class FleetSession {
  readonly database: FleetDatabase;
  readonly run: number;
  readonly owner: string;
  readonly #now: (() => number) | null;
  #id: number | null = null;
  #isLost = false;

  constructor(database: FleetDatabase, run: number, { owner, now = null }: FleetSessionOptions) {
    this.database = database;
    this.run = run;
    this.owner = owner;
    this.#now = now;
  }

  /** The time of a test; null: the database has the time. */
  time(): number | null {
    return this.#now === null ? null : Math.round(this.#now());
  }

  joined(id: number): void {
    this.#id = id;
    this.#isLost = false;
  }

  /** Number of the session; null: it has not begun, or is over. */
  get id(): number | null {
    return this.#isLost ? null : this.#id;
  }

  /** The database knows nothing of the session any more. */
  lose(): void {
    this.#isLost = true;
  }

  /** @throws LeaseLostError */
  require(): number {
    if (this.#id === null || this.#isLost) throw new LeaseLostError(String(this.run));
    return this.#id;
  }
}
