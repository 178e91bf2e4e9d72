import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import { HostPool, usualGraceMs } from '../../threads/host-pool.ts';

/** Finds the selectors of spiders again in a worker thread, which starts with the first question. */
export interface Repairs {
  propose(args: CallArgs<'repair.propose'>, signal: AbortSignal): Promise<CallValue<'repair.propose'>>;
  close(): Promise<void>;
}

/** Time limit in milliseconds: pages of two runs are parsed and searched. */
const timeLimitMs = 180_000;
/** Heap limit of the thread in megabytes: the trees of some dozen large pages. */
const heapMb = 2048;

/** @param dataDir data folder, which is opened for reading */
export function createRepairs(dataDir: string): Repairs {
  const thread = new HostPool({
    entry: new URL('./repair-worker.ts', import.meta.url),
    data: { dataDir },
    threads: 1,
    keepIdle: false,
    timeLimitMs,
    graceMs: usualGraceMs,
    heapMb,
  });
  return {
    propose: (args, signal) => thread.run('propose', args, { signal }),
    close: () => thread.close({ wait: false }),
  };
}
