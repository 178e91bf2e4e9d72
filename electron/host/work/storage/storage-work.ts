import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { RunRoom, StorageReport } from '../../../../shared/contract/types.ts';
import { freeBytesOf } from '../../../system/disk-room.ts';
import { requireSpider } from '../../data/stored-spiders.ts';
import { HostError } from '../../errors.ts';
import { databaseFile, openWorkspaceOrReadOnly, type Workspace } from '../../workspace/workspace.ts';
import { inspectDatabase, type Inspected } from '../../../store/upkeep/inspect.ts';
import { repairWorkspace, type Repaired } from './repair-workspace.ts';
import { measureFolder } from './folder-parts.ts';
import { roomsOf, shownRoom, spiderKey, type Rooms } from './rooms.ts';

/** Whoever waits for a measurement. */
export interface Waiting {
  /** Asked between steps. */
  isCancelled: () => boolean;
  /** Called with the percentage that is done. */
  onPercent: (percent: number) => void;
}

/** Measures what takes room. All methods throw HostError and StoreError. */
export interface StorageWork {
  report(args: { fresh: boolean }, waiting: Waiting): Promise<StorageReport>;
  runs(args: CallArgs<'storage.runs'>, waiting: Waiting): Promise<CallValue<'storage.runs'>>;
  /** Looks at the whole database; it only reads. */
  check(args: object, waiting: Waiting): Promise<Inspected[]>;
  /** Brings all that can be read into a new database. Nothing else may use the data folder. */
  repair(args: object, waiting: Waiting): Promise<Repaired>;
}

interface Measured {
  report: StorageReport;
  rooms: Rooms;
}

/** Measures on the calling thread. What was measured last is kept. Not for a thread that others wait for. */
export function createStorageWork({ dataDir }: { dataDir: string }): StorageWork {
  let last: Measured | null = null;

  async function measured(waiting: Waiting, fresh: boolean): Promise<Measured> {
    if (last === null || fresh) last = await withWorkspace(dataDir, (open) => measureAll(open, waiting));
    return last;
  }

  return {
    check: async (_, { isCancelled, onPercent }) =>
      inspectDatabase(databaseFile(dataDir), (share) => {
        if (isCancelled()) throw new HostError('cancelled', 'It was cancelled.');
        onPercent(Math.round(share * 100));
      }),
    repair: async (_, { onPercent }) => repairWorkspace(dataDir, { onPercent }),
    report: async ({ fresh }, waiting) => (await measured(waiting, fresh)).report,
    async runs({ project, spider, offset, limit }, waiting) {
      const { rooms } = await measured(waiting, false);
      const known = rooms.spiders.get(spiderKey(project, spider))?.runs ?? new Map();
      return withWorkspace(dataDir, async (workspace) => {
        await requireSpider(workspace, project, spider);
        const all = await workspace.queries.runs.list({ project, spider });
        const rows = all
          .slice(offset, offset + limit)
          .map(({ id, kind, state, createdAt, counters }): RunRoom => ({
            run: id,
            kind,
            state,
            createdAt,
            items: counters.items,
            ...shownRoom(known.get(id) ?? new Map()),
          }));
        return { rows, total: all.length };
      });
    },
  };
}

async function measureAll(workspace: Workspace, { isCancelled, onPercent }: Waiting): Promise<Measured> {
  const { dataDir, upkeep } = workspace;
  const { bytes, parts } = upkeep.measure((share) => {
    if (isCancelled()) throw new HostError('cancelled', 'It was cancelled.');
    onPercent(Math.round(share * 95));
  });
  const rooms = roomsOf(parts);
  const { kinds, bytes: all } = shownRoom(new Map([...rooms.kinds, ...(await measureFolder(dataDir))]));
  const { way, freeBytes } = upkeep.compaction();
  const projects = [...rooms.projects].map(([project, room]) => ({ project, ...shownRoom(room) }));
  const spiders = [...rooms.spiders.values()].map(({ project, spider, all: room, runs }) => ({
    project,
    spider,
    runs: runs.size,
    ...shownRoom(room),
  }));
  const report: StorageReport = {
    measuredAt: new Date().toISOString(),
    dataFolder: dataDir,
    bytes: all,
    databaseBytes: bytes,
    kinds,
    projects: projects.sort(byBytes),
    spiders: spiders.sort(byBytes),
    diskFreeBytes: freeBytesOf(dataDir),
    // A copy, and the log by which it takes the place of the original.
    compaction: { bytes: freeBytes, way, neededBytes: way === 'steps' ? 0 : 2 * (bytes - freeBytes) },
  };
  return { report, rooms };
}

const byBytes = (a: { bytes: number }, b: { bytes: number }): number => b.bytes - a.bytes;

async function withWorkspace<T>(dataDir: string, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = openWorkspaceOrReadOnly(dataDir);
  try {
    return await work(workspace);
  } finally {
    workspace.close();
  }
}
