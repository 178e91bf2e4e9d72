import type { Ledger } from './ledger.ts';
import type { HttpCache } from './http-cache.ts';
import type { RouteMemory } from './route-memory.ts';
import type { RunControl } from './run-control.ts';

/** All that one session of a run needs of whatever remembers: a database on this machine, or one that is shared. */
export interface CrawlPorts {
  ledger: Ledger;
  control: RunControl;
  routes: RouteMemory;
  cache: HttpCache;
  /** The session is over, however it ended. */
  close(): void;
}
