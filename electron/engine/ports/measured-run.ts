import type { ExpectationReport } from '../../../shared/spider/expectation-report.ts';
import type { NewItem } from './ledger.ts';

/** What a run keeps of its measurement. */
export interface MeasuredState {
  report: ExpectationReport;
  /** Names of the breaches that were told (`breachName`). */
  told: readonly string[];
}

/** The port to what a run is measured by: its stored items, and what is kept of their measurement. */
export interface MeasuredRun {
  /** The stored items that follow a place, at most some hundreds, and the place behind them. @param after null: from the first */
  items(after: string | null): Promise<{ items: NewItem[]; last: string | null }>;
  /** null: nothing was kept. */
  load(): Promise<MeasuredState | null>;
  /** Does nothing after the lease is lost. */
  keep(state: MeasuredState): Promise<void>;
}
