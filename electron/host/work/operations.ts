import type { QueueEntry } from '../../../shared/contract/types.ts';
import type { WorkerKind } from '../../store/queue/queue-queries.ts';
import type { WatchWrites, WriteWatch } from '../../store/outbox/write-watch.ts';
import type { AskedDatabase } from '../data/internal.ts';
import type { HostError } from '../errors.ts';
import { BackgroundJobs, type BackgroundJob } from './background-jobs.ts';
import type { Crawls } from './crawl/crawls.ts';
import { QueueWorker } from './queue/queue-worker.ts';

/** The most entries of the queue that run at once, whatever its settings say. */
const mostAtOnce = 32;

/** How long what others have done is gathered before it is looked at, in milliseconds: a fleet does much at once. */
const gatherMs = 100;

/** What a process does by itself for a workspace. */
export interface OperationsChoice {
  kind: WorkerKind;
  /** How many entries of the queue it carries out at once at most. Default: as many as the settings of the queue say. */
  concurrency?: number;
  /** Only the entries of this batch. Default: all. */
  batch?: string;
  /** Whether it ends when nothing is left to do. Default: it does not. */
  drains?: boolean;
  /** Called when an attempt of an entry has ended. */
  onEntry?: (entry: QueueEntry) => void;
}

/** Options of `createOperations`. */
export interface OperationsOptions extends OperationsChoice {
  database: AskedDatabase;
  crawls: Pick<Crawls, 'start' | 'resume' | 'whenOver'>;
  /** Work that only one process does at a time: the daemon if there is one, else one of those with windows. */
  jobs: readonly BackgroundJob[];
  /** Tells what others have added to the queue; null: nothing does, and it is looked at again and again. */
  watchWrites: WatchWrites | null;
  /** Called when others begin or cease to carry the queue out, as far as this process sees it. */
  onOthers: () => void;
  onFault: (what: string, error: unknown) => void;
}

/** What a process does by itself: it carries out the queue, and does what only one process does at a time. */
export interface Operations {
  /** Resolves when it has ended by itself or was closed. */
  readonly over: Promise<void>;
  /** Resolves when a newer version of the program has taken the database over. */
  readonly outdated: Promise<HostError>;
  /** Begins. @throws HostError `daemon-running` where it is a daemon and there is another one */
  start(): Promise<void>;
  /** Looks at once whether something is to be done. */
  wake(): void;
  /** Begins nothing more; what is under way goes on. */
  stop(): void;
  /** Waits for what is under way, and gives back what is unfinished. Runs are to be paused before. */
  close(): Promise<void>;
}

/** Creates what a process does by itself. Nothing is begun before `start`. */
export function createOperations({
  database,
  crawls,
  jobs,
  watchWrites,
  kind,
  concurrency = mostAtOnce,
  batch,
  drains = false,
  onEntry = () => undefined,
  onOthers,
  onFault,
}: OperationsOptions): Operations {
  let watch: WriteWatch | null = null;
  let gathering: NodeJS.Timeout | undefined;
  const gather = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      worker.wake();
    }, gatherMs);
  };
  const worker = new QueueWorker({
    database,
    crawls,
    kind,
    concurrency,
    drains,
    onEntry,
    onOthers,
    onFault,
    batch: batch ?? null,
    isTold: () => watch?.tellsAll === true,
    random: Math.random,
  });
  const background = new BackgroundJobs({ jobs, leads: () => worker.leads, now: Date.now, onFault });
  let isStarted = false;
  return {
    over: worker.over,
    outdated: worker.outdated,
    async start() {
      await worker.start();
      watch = watchWrites?.(gather) ?? null;
      isStarted = true;
      background.start();
    },
    wake() {
      worker.wake();
      background.wake();
    },
    stop() {
      watch?.end();
      watch = null;
      clearTimeout(gathering);
      worker.stop();
    },
    async close() {
      if (!isStarted) return;
      await background.close();
      await worker.close();
    },
  };
}
