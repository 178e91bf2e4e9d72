import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import { HostPool, usualGraceMs } from '../../threads/host-pool.ts';
import { repairByItself } from './repair-by-itself.ts';

/** Finds the selectors of spiders again in a worker thread, which starts with the first question. */
export interface Repairs {
  propose(args: CallArgs<'repair.propose'>, signal: AbortSignal): Promise<CallValue<'repair.propose'>>;
  byItself(run: string, signal: AbortSignal): Promise<CallValue<'repair.byItself'>>;
  close(): Promise<void>;
}

/** Options of `createRepairs`. */
export interface RepairsOptions {
  /** The data folder, which is opened for reading. */
  dataDir: string;
  /** Saves repairs that are made without a person. */
  database: Pick<DatabaseWorkers, 'call'>;
}

/** Time limit in milliseconds: pages of two runs are parsed and searched. */
const timeLimitMs = 180_000;
/** Heap limit of the thread in megabytes: the trees of some dozen large pages. */
const heapMb = 2048;

/** Creates it; no thread is started yet. */
export function createRepairs({ dataDir, database }: RepairsOptions): Repairs {
  const thread = new HostPool({
    entry: new URL('./repair-worker.ts', import.meta.url),
    data: { dataDir },
    threads: 1,
    keepIdle: false,
    timeLimitMs,
    graceMs: usualGraceMs,
    heapMb,
  });
  const propose: Repairs['propose'] = (args, signal) => thread.run('propose', args, { signal });
  return {
    propose,
    byItself: (run, signal) => repairByItself({ database, propose }, run, signal),
    close: () => thread.close({ wait: false }),
  };
}
