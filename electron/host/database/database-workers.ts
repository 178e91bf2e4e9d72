import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { Published } from '../data/call-context.ts';
import { Thread } from '../threads/thread.ts';
import type { DeskCallName } from '../data/handlers.ts';
import type { Internal, InternalName } from '../data/internal.ts';
import type { DeskJob, DeskWorkerData } from './jobs.ts';
import { laneOf, lanes, type Lane } from './query-class.ts';

export interface DeskOptions {
  dataDir: string;
  /** Hears of the events that came of work at the database. */
  onPublished: (published: Published<never>) => void;
}

/**
 * The database, from a thread that must never wait for it: all work is done in threads of its own. Nothing that answers
 * people opens the database itself.
 */
export interface Desk {
  /** @throws HostError */
  call<N extends DeskCallName>(
    name: N,
    args: CallArgs<N>,
    context: { window: string | null; signal?: AbortSignal },
  ): Promise<CallValue<N>>;
  /** The same for what the host itself needs. */
  ask<N extends InternalName>(
    lane: Lane,
    name: N,
    args: Parameters<Internal[N]>[0],
  ): Promise<ReturnType<Internal[N]>>;
  /** What is being written is finished, the rest given up. */
  close(): Promise<void>;
}

/** Memory of a thread's heap, in megabytes: the order of some million rows, and JSON of the largest items. */
const heapMb = 1024;

export function openDesk({ dataDir, onPublished }: DeskOptions): Desk {
  const thread = (lane: Lane): Thread => {
    const data: DeskWorkerData = { dataDir, readonly: lane !== 'write' };
    return new Thread({
      entry: new URL('./database-worker.ts', import.meta.url),
      data,
      timeLimitMs: null,
      breakOnCancel: lane === 'slow' || lane === 'count',
      heapMb,
      onNote: onPublished,
    });
  };
  const threads: Readonly<Record<Lane, Thread>> = {
    quick: thread('quick'),
    slow: thread('slow'),
    count: thread('count'),
    write: thread('write'),
  };
  for (const lane of lanes) threads[lane].warmUp();

  return {
    call(name, args, { window, signal }) {
      const job: DeskJob = { window, args };
      return threads[laneOf(name, args)].run(name, job, { signal });
    },
    ask(lane, name, args) {
      const job: DeskJob = { window: null, args };
      return threads[lane].run(name, job);
    },
    async close() {
      const reading = lanes.filter((lane) => lane !== 'write');
      await Promise.all(reading.map((lane) => threads[lane].close({ wait: false })));
      // The last connection that closes moves the log into the database; one that only reads cannot.
      await threads.write.close({ wait: true });
    },
  };
}
