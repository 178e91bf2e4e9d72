import type { Ledger } from '../../engine/ports/ledger.ts';
import type { ShareMember } from '../../engine/ports/run-share.ts';
import type { HostClass } from '../../store/fleet/claim-rows.ts';
import type { RestRows } from '../../store/fleet/rest-rows.ts';
import type { ShareRows } from '../../store/fleet/share-rows.ts';
import type { FleetMembership } from '../../store/postgres/ledger/ports.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { RunState } from './run-state.ts';
import type { FleetSignals } from './signals.ts';

/** What the parts of one session share. */
export interface SessionParts {
  run: number;
  class: HostClass;
  /** How long a host rests at least whose last worker is lost, in milliseconds. */
  lossRestMs: number;
  jobs: JobEngine;
  rows: ShareRows;
  rests: RestRows;
  signals: FleetSignals;
  state: RunState;
  membership: FleetMembership;
  ledger: Pick<Ledger, 'suspects' | 'flush' | 'counters'>;
  /** null: the session is not open. */
  member: () => ShareMember | null;
  /** By how much the clock of the database is ahead of that of the engine, in milliseconds. */
  aheadMs: () => number;
  /** Most hosts that the session may have. */
  capacity: () => number;
  onError: (error: unknown) => void;
}
