import { HostPool } from '../../threads/host-pool.ts';
import type { StorageWork } from './storage-work.ts';

/** Whoever waits for the thread. */
export interface Watching {
  signal: AbortSignal;
  /** Called with the percentage that is done. */
  onPercent: (percent: number) => void;
}

/** Measures what takes room in a thread of its own, which starts when it is needed. */
export type StorageMeasures = {
  [N in keyof StorageWork]: (
    args: Parameters<StorageWork[N]>[0],
    watching: Watching,
  ) => ReturnType<StorageWork[N]>;
} & { close(): Promise<void> };

/** Time that cancelled work has to end, in milliseconds. Its thread only reads: it may be ended in the middle of a table. */
const graceMs = 300;

/** One for a process. */
export function createStorageMeasures(data: { dataDir: string }): StorageMeasures {
  const pool = new HostPool({
    entry: new URL('./storage-worker.ts', import.meta.url),
    data,
    threads: 1,
    keepIdle: true,
    timeLimitMs: null,
    graceMs,
  });
  const run =
    (name: keyof StorageWork) =>
    (args: object, { signal, onPercent }: Watching): Promise<never> =>
      pool.run(name, args, { signal, onNote: onPercent });
  return {
    report: run('report'),
    runs: run('runs'),
    check: run('check'),
    repair: run('repair'),
    close: () => pool.close({ wait: false }),
  };
}
