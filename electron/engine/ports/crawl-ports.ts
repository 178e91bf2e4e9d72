import type { Ledger } from './ledger.ts';
import type { HttpCache } from './http-cache.ts';
import type { MeasuredRun } from './measured-run.ts';
import type { RouteMemory } from './route-memory.ts';
import type { RunControl } from './run-control.ts';
import type { SharedHosts } from './shared-hosts.ts';

/** The ports of one session of a run. An implementation may use a local database or a shared one. */
export interface CrawlPorts {
  ledger: Ledger;
  control: RunControl;
  routes: RouteMemory;
  cache: HttpCache;
  measured: MeasuredRun;
  /** null: no other run can contact the same hosts. */
  hosts: SharedHosts | null;
  /** Ends the session, whatever its result. */
  close(): void;
}
