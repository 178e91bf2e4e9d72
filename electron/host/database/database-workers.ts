import { queryClasses, type QueryClass } from '../../../shared/contract/define.ts';
import type { CallArgs, CallValue, DataCallName } from '../../../shared/contract/index.ts';
import type { Published } from '../data/call-context.ts';
import { HostPool, usualGraceMs } from '../threads/host-pool.ts';
import type { AskedDatabase } from '../data/internal.ts';
import { closeJob, type DatabaseJob, type DatabaseWorkerData } from './jobs.ts';
import { queryClassOf } from './query-class.ts';

/** Options of `openDatabaseWorkers`. */
export interface DatabaseOptions {
  dataDir: string;
  /** Called with each event that a handler publishes. */
  onPublished: (published: Published<never>) => void;
  /** Whether the threads start at once; otherwise each starts with its first call. */
  warm: boolean;
}

/**
 * Runs database calls in worker threads, one for each query class, so that the calling thread never waits for SQLite.
 */
export interface DatabaseWorkers extends AskedDatabase {
  /** Runs a database-only call. @throws HostError */
  call<N extends DataCallName>(
    name: N,
    args: CallArgs<N>,
    context: { window: string | null; client?: string; signal?: AbortSignal },
  ): Promise<CallValue<N>>;
  /** Finishes pending writes and cancels queries. */
  close(): Promise<void>;
}

/** The host itself, as the caller of a job. */
const nobody = { window: null, client: null };

/** Heap limit of a thread in megabytes, for the sort order of some million rows and the JSON of the largest items. */
const heapMb = 1024;

/** Creates the database threads. */
export function openDatabaseWorkers({ dataDir, onPublished, warm }: DatabaseOptions): DatabaseWorkers {
  const thread = (queryClass: QueryClass): HostPool => {
    const data: DatabaseWorkerData = { dataDir, readonly: queryClass !== 'write' };
    return new HostPool({
      entry: new URL('./database-worker.ts', import.meta.url),
      data,
      threads: 1,
      keepIdle: true,
      timeLimitMs: null,
      graceMs: queryClass === 'slow' || queryClass === 'count' ? usualGraceMs : null,
      heapMb,
      onNote: onPublished,
    });
  };
  const threads: Readonly<Record<QueryClass, HostPool>> = {
    quick: thread('quick'),
    slow: thread('slow'),
    count: thread('count'),
    write: thread('write'),
  };
  if (warm) for (const queryClass of queryClasses) threads[queryClass].warmUp();

  return {
    call(name, args, { window, client = null, signal }) {
      const job: DatabaseJob = { window, client, args };
      return threads[queryClassOf(name, args)].run(name, job, { signal });
    },
    ask(queryClass, name, args) {
      const job: DatabaseJob = { ...nobody, args };
      return threads[queryClass].run(name, job);
    },
    async close() {
      const reading = queryClasses.filter((queryClass) => queryClass !== 'write');
      await Promise.all(reading.map((queryClass) => threads[queryClass].close({ wait: false })));
      // The last connection to close checkpoints the write-ahead log, which a read-only one cannot. A thread that was lost has none.
      if (threads.write.hasThreads) await threads.write.run(closeJob, null).catch(() => undefined);
      await threads.write.close({ wait: true });
    },
  };
}
