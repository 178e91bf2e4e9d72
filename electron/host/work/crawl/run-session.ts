import type { FleetWork } from '../../../fleet/share/fleet-work.ts';
import type { Counters } from '../../../engine/ports/ledger.ts';
import type { EntryLease } from '../../../store/queue/entry-lease.ts';
import type { Receipt } from '../../../store/runs/run-queries.ts';
import type { RunObserver } from '../../data/call-context.ts';
import type { TierTotals } from '../../data/run-tiers.ts';
import type { Conclusion } from './conclusion.ts';

/** How a session of a run is observed, controlled and connected. */
export interface ExecutionOptions extends RunObserver {
  /** Called with the id of the run once it has started. */
  onStart?: (run: string) => void;
  /** Channel for asking the system for proxies; left out: environment variables are used. */
  proxyChannel?: string | null;
  /** The attempt of a queue entry that it is for; left out: none. */
  entry?: EntryLease | undefined;
  /** Number of processes of this computer that carry the run out; left out: as it was started with. */
  workers?: number | undefined;
  /** The part of this process in a fleet; left out: it has one for each run that it carries out. */
  fleet?: FleetWork | undefined;
}

/** How a run ended in this process. */
export interface RunOutcome {
  run: string;
  state: Conclusion['state'];
  reason: string;
  cause: Conclusion['cause'];
  counters: Counters;
  exitCode: 0 | 1;
  /** Requests by proxy tier, for a run with proxies. */
  tiers?: TierTotals;
  /** Receipt from the ledger, for a resumed run. */
  receipt?: Receipt;
}
