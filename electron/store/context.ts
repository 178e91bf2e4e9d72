import type { Connection } from './connection.ts';
import type { RunOwner } from './owner.ts';

/** What every repository is made from. */
export interface StoreContext {
  readonly connection: Connection;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the process that owns a run is still there. */
  readonly isAlive: (owner: RunOwner) => boolean;
}
