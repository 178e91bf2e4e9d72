import type { ActiveTime } from '../runs/active-time.ts';
import type { Connection } from './connection.ts';
import type { Owners } from './owner.ts';

/** What every repository is made from. */
export interface StoreContext {
  readonly connection: Connection;
  /** The clock of the machine, in milliseconds since 1970. */
  readonly now: () => number;
  /** A clock that nobody can set, in milliseconds since any time. */
  readonly monotonic: () => number;
  readonly activeTime: ActiveTime;
  /** Who carries runs out. */
  readonly owners: Owners;
}
