import type { ActiveTime } from '../runs/active-time.ts';
import type { Connection } from './connection.ts';
import type { OutsideBodies } from '../postgres/outside-bodies.ts';
import type { Owners } from './owner.ts';

/** The shared parts of an open database, from which each aggregate is created. */
export interface StoreContext {
  readonly connection: Connection;
  /** The clock of the machine, in milliseconds since 1970. */
  readonly now: () => number;
  /** A clock that cannot be set, in milliseconds since an arbitrary time. */
  readonly monotonic: () => number;
  readonly activeTime: ActiveTime;
  /** The owners of runs. */
  readonly owners: Owners;
  /** Where bodies of pages and files are kept outside of the database; null: never. */
  readonly outside: OutsideBodies | null;
}
