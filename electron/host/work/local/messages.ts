import type { RunOutcome } from '../crawl/run-session.ts';

/** What a process is told that takes part in a run. */
export interface LocalPart {
  dataDir: string;
  run: string;
  /** See `ExecutionOptions`; for a process of its own it is null. */
  proxyChannel: string | null;
}

/** How its part has ended. `outcome`: that of the run, if it has recorded it. */
export type PartEnd = { kind: 'over'; outcome: RunOutcome | null } | { kind: 'failed'; message: string };
