import { queryClasses, type QueryClass } from '../../../shared/contract/define.ts';
import type { CallArgs, CallValue, DataCallName } from '../../../shared/contract/index.ts';
import type { Published } from '../data/call-context.ts';
import { HostPool, usualGraceMs } from '../threads/host-pool.ts';
import type { Internal, InternalName } from '../data/internal.ts';
import type { DatabaseJob, DatabaseWorkerData } from './jobs.ts';
import { queryClassOf } from './query-class.ts';

export interface DatabaseOptions {
  dataDir: string;
  /** Hears of the events that came of work at the database. */
  onPublished: (published: Published<never>) => void;
}

/**
 * The database, from a thread that must never wait for it: all work is done in threads of its own. Nothing that answers
 * people opens the database itself.
 */
export interface DatabaseWorkers {
  /** @throws HostError */
  call<N extends DataCallName>(
    name: N,
    args: CallArgs<N>,
    context: { window: string | null; signal?: AbortSignal },
  ): Promise<CallValue<N>>;
  /** The same for what the host itself needs. */
  ask<N extends InternalName>(
    queryClass: QueryClass,
    name: N,
    args: Parameters<Internal[N]>[0],
  ): Promise<Awaited<ReturnType<Internal[N]>>>;
  /** What is being written is finished, the rest given up. */
  close(): Promise<void>;
}

/** Memory of a thread's heap, in megabytes: the order of some million rows, and JSON of the largest items. */
const heapMb = 1024;

export function openDatabaseWorkers({ dataDir, onPublished }: DatabaseOptions): DatabaseWorkers {
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
  for (const queryClass of queryClasses) threads[queryClass].warmUp();

  return {
    call(name, args, { window, signal }) {
      const job: DatabaseJob = { window, args };
      return threads[queryClassOf(name, args)].run(name, job, { signal });
    },
    ask(queryClass, name, args) {
      const job: DatabaseJob = { window: null, args };
      return threads[queryClass].run(name, job);
    },
    async close() {
      const reading = queryClasses.filter((queryClass) => queryClass !== 'write');
      await Promise.all(reading.map((queryClass) => threads[queryClass].close({ wait: false })));
      // The last connection that closes moves the log into the database; one that only reads cannot.
      await threads.write.close({ wait: true });
    },
  };
}
