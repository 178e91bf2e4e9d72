import { availableParallelism, hostname, totalmem } from 'node:os';
import { openFleetWork, type FleetWork } from '../../../fleet/share/fleet-work.ts';
import { databaseAddress } from '../../../postgres/chosen-database.ts';
import type { HostClass } from '../../../store/fleet/claim-rows.ts';
import { workerBeatMs, type WorkerNews } from '../../../store/fleet/fleet-queries.ts';
import { HostError } from '../../errors.ts';
import { logFault } from '../../log.ts';
import { version } from '../../version.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import { searchBrowser } from '../browser.ts';
import { workerName } from './execute-shared.ts';
import type { WorkCounts } from './counted-ledger.ts';
import { FleetWorker } from './fleet-worker.ts';

/** How a worker is started. */
export interface ServeFleetOptions {
  dataDir: string;
  /** Its name, for people; null: that of the computer and the number of the process. */
  name: string | null;
  /** Number of requests in flight at once; null: as many as suit the computer. */
  slots: number | null;
  /** What it can carry out; null: HTTP, and browsers where there is one. */
  classes: readonly HostClass[] | null;
  onNote: (message: string) => void;
  /** Told of the number of runs in which it takes part, whenever that changes. */
  onRuns: (runs: number) => void;
  /**
   * Called when it is to end.
   * @param because the tables are of a newer version; null: somebody asks for it, in the window or by `fleet drain`
   */
  onDrain: (because: HostError | null) => void;
}

/** A worker of the fleet of a workspace that is being served. */
export interface ServedFleet {
  readonly name: string;
  readonly slots: number;
  readonly classes: readonly HostClass[];
  readonly workspace: Workspace;
  readonly work: FleetWork;
  /** Whether it has reached the database lately. */
  isWell(): boolean;
  metrics(): ReturnType<FleetWork['metrics']>;
  /** Resolves when there was no run to carry out for some seconds. */
  whenIdle(): Promise<void>;
  /** Finishes the pages in flight and leaves the fleet. */
  close(): Promise<void>;
}

/** Requests in flight that a core can keep up with, and the memory that one takes at most. */
const slotsPerCore = 16;
const bytesPerSlot = 48 * 1024 * 1024;
const mostSlots = 256;

/** As many requests in flight as suit this computer. */
function usualSlots(cores = availableParallelism(), memory = totalmem()): number {
  return Math.max(1, Math.min(cores * slotsPerCore, Math.floor(memory / 2 / bytesPerSlot), mostSlots));
}

/** After this time without an answer of the database, a worker counts as unwell, in milliseconds. */
const wellMs = 5 * workerBeatMs;

/**
 * Serves the fleet of the workspace in the chosen database.
 * @throws HostError `usage` where the workspace is on this computer, `conflict` where a living worker has the name
 */
export async function serveFleet(options: ServeFleetOptions): Promise<ServedFleet> {
  const { dataDir, onNote } = options;
  const address = databaseAddress();
  if (address === null)
    throw new HostError(
      'usage',
      'A worker needs a workspace that several machines share.',
      'Name its PostgreSQL database; a workspace of this computer can be moved to one.',
    );
  const workspace = openWorkspace(dataDir);
  const name = options.name ?? workerName();
  const slots = options.slots ?? usualSlots();
  const classes = options.classes ?? usualClasses(dataDir);
  let worker: FleetWorker | null = null;
  const work = await openFleetWork({
    address,
    worker: name,
    slots,
    classes,
    onError: (error) => logFault(dataDir, 'The fleet', error),
    onRuns: () => worker?.wake(),
  }).catch((error: unknown) => {
    workspace.close();
    throw error;
  });
  const sign = createSign(
    workspace,
    { name, machine: hostname(), pid: process.pid, version, slots, classes },
    options,
    () => worker?.counts ?? { busy: 0, pages: 0, items: 0 },
  );
  try {
    await sign.register();
  } catch (error) {
    await work.close();
    workspace.close();
    throw error;
  }
  worker = new FleetWorker({ workspace, work, onNote, onRuns: options.onRuns });
  worker.start();
  const serving = worker;
  return {
    name,
    slots,
    classes,
    workspace,
    work,
    isWell: sign.isWell,
    metrics: () => work.metrics(),
    whenIdle: () => serving.whenIdle(),
    async close() {
      await serving.drain();
      await sign.leave();
      await work.close();
      workspace.close();
    },
  };
}

function usualClasses(dataDir: string): HostClass[] {
  return searchBrowser(dataDir).found === null ? ['http'] : ['http', 'browser'];
}

/** Shows that a worker is there, and hears what is asked of it. */
function createSign(
  { queries, dataDir }: Workspace,
  self: Parameters<Workspace['queries']['fleet']['register']>[0],
  { onDrain, onNote }: Pick<ServeFleetOptions, 'onDrain' | 'onNote'>,
  counts: () => WorkCounts,
) {
  let id: string | null = null;
  let heardAt = performance.now();
  let isBeating = false;
  let isOutdated = false;
  let timer: NodeJS.Timeout | undefined;

  async function register(): Promise<void> {
    id = await queries.fleet.register(self);
    if (id === null)
      throw new HostError(
        'conflict',
        `A worker with the name "${self.name}" is there already.`,
        'Give this one another name.',
      );
    timer ??= setInterval(() => void beat(), workerBeatMs).unref();
  }

  async function beat(): Promise<void> {
    if (isBeating || id === null) return;
    isBeating = true;
    try {
      const asked = await queries.fleet.beat(id, counts());
      heardAt = performance.now();
      if (asked === null) await register();
      else if (asked.newer !== null) outdated(asked.newer);
      else if (asked.drain) onDrain(null);
    } catch (error) {
      logFault(dataDir, 'A sign of life', error);
    } finally {
      isBeating = false;
    }
  }

  /** A newer program has changed the tables. What this one has begun still fits them. */
  function outdated({ found, known }: NonNullable<WorkerNews['newer']>): void {
    if (isOutdated) return;
    isOutdated = true;
    const because = new HostError(
      'newer',
      `The database was changed by a newer version of Spider Studio (schema ${found}, this one knows up to ${known}), so this worker has ended.`,
      'Update Spider Studio on this computer, and start the worker again.',
    );
    onNote('A newer version of Spider Studio has changed the database. Pages in flight are finished.');
    onDrain(because);
  }

  return {
    register,
    isWell: () => performance.now() - heardAt < wellMs,
    async leave(): Promise<void> {
      clearInterval(timer);
      if (id !== null) await queries.fleet.leave(id).catch(() => undefined);
    },
  };
}
