import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import { HostPool } from '../../threads/host-pool.ts';

/** Called with the share of a comparison that is done, from 0 to 1. */
export type OnShare = (share: number) => void;

/** Compares runs in a thread of its own. */
export interface Comparisons {
  compare(
    args: CallArgs<'runs.compare'>,
    options: { signal: AbortSignal; onShare: OnShare },
  ): Promise<CallValue<'runs.compare'>>;
  differences(
    args: CallArgs<'runs.differences'>,
    options: { signal: AbortSignal; onShare: OnShare },
  ): Promise<CallValue<'runs.differences'>>;
  close(): Promise<void>;
}

/** Heap limit of the thread in megabytes: several times what pages take that are read to tell a cause. */
const heapMb = 1024;
/** Time that a cancelled comparison has to end, in milliseconds. */
const graceMs = 3000;

/** The thread starts with the first comparison. */
export function createComparisons({ dataDir }: { dataDir: string }): Comparisons {
  const pool = new HostPool({
    entry: new URL('./compare-worker.ts', import.meta.url),
    data: { dataDir },
    threads: 1,
    keepIdle: true,
    timeLimitMs: null,
    graceMs,
    heapMb,
  });
  return {
    compare: (args, { signal, onShare }) => pool.run('compare', args, { signal, onNote: onShare }),
    differences: (args, { signal, onShare }) => pool.run('differences', args, { signal, onNote: onShare }),
    close: () => pool.close({ wait: false }),
  };
}
