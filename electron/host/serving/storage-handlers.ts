import { listed } from '../../../shared/spider/wording.ts';
import type { CallName, TopicEvent } from '../../../shared/contract/index.ts';
import { freeBytesOf } from '../../system/disk-room.ts';
import type { CallContext, Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { StorageMeasures } from '../work/storage/storage-measures.ts';

type StorageCall = Extract<
  CallName,
  | 'storage.report'
  | 'storage.runs'
  | 'storage.compact'
  | 'storage.clearCache'
  | 'storage.check'
  | 'storage.repair'
>;
type StorageHandlers = { readonly [N in StorageCall]: Handler<N> };

type Report = (
  operation: string | undefined,
  stage: TopicEvent<'progress'>['stage'],
  percent?: number | null,
) => void;

/** Handlers of the calls about what takes the room of the data folder. */
export function createStorageHandlers(
  {
    dataDir,
    database,
    storage,
  }: { dataDir: string; database: Pick<DatabaseWorkers, 'ask'>; storage: StorageMeasures },
  report: Report,
): StorageHandlers {
  const watching = (
    { signal, onTransfer }: CallContext,
    operation?: string,
    stage: 'measuring' | 'checking' = 'measuring',
  ) => ({
    signal,
    onPercent(percent: number) {
      onTransfer?.(percent);
      report(operation, stage, percent);
    },
  });

  return {
    'storage.report': ({ fresh = false, operation }, context) =>
      storage.report({ fresh }, watching(context, operation)),
    'storage.runs': (args, context) => storage.runs(args, watching(context)),
    'storage.check': async ({ operation }, context) => {
      const inspected = await storage.check({}, watching(context, operation, 'checking'));
      return { sound: inspected.every(({ problems }) => problems.length === 0), inspected };
    },
    'storage.repair': async (_, context) => {
      // Whoever has windows open uses the data folder.
      if (context.window !== null)
        throw new HostError(
          'not-here',
          'A database is repaired while no window of the data folder is open.',
          {
            hint: null,
            action: { action: 'repair-database' },
          },
        );
      return storage.repair({}, watching(context));
    },
    'storage.compact': async ({ operation }, { signal }) => {
      const { way, bytes, freeBytes } = await database.ask('quick', 'compaction', null);
      if (way === 'steps') {
        report(operation, 'compacting', 0);
        for (let left = freeBytes; left > 0 && !signal.aborted;) {
          left = await database.ask('write', 'compactStep', null);
          report(operation, 'compacting', Math.round((1 - left / freeBytes) * 100));
        }
      } else {
        requireIdle(await database.ask('quick', 'runsUnderWay', null));
        requireRoom(dataDir, 2 * (bytes - freeBytes));
        report(operation, 'compacting');
        await database.ask('write', 'compactWhole', null);
      }
      const { bytes: afterBytes } = await database.ask('quick', 'compaction', null);
      return { beforeBytes: bytes, afterBytes };
    },
    'storage.clearCache': async ({ operation }, { signal }) => {
      report(operation, 'removing');
      let answers = 0;
      for (let deleted = 1; deleted > 0 && !signal.aborted;) {
        deleted = await database.ask('write', 'clearCacheStep', null);
        answers += deleted;
      }
      return { answers };
    },
  };
}

/** @throws HostError `conflict` while runs are carried out, which would wait too long for the database */
function requireIdle(runs: readonly string[]): void {
  if (runs.length === 0) return;
  const [which, are] = runs.length === 1 ? ['Run', 'is'] : ['Runs', 'are'];
  throw new HostError(
    'conflict',
    `${which} ${listed(runs, 5)} ${are} under way, and this database can only be compacted as a whole.`,
    'Pause what runs, or wait for its end, and try again. After this time it is done in steps, at any time.',
  );
}

/** @throws HostError `disk-full` */
function requireRoom(dataDir: string, needed: number): void {
  const free = freeBytesOf(dataDir);
  if (free === null || free >= needed) return;
  throw new HostError(
    'disk-full',
    `Compacting needs ${megabytes(needed)} of free room at "${dataDir}", and there are ${megabytes(free)}.`,
    'Free some space on that disk first. Nothing was changed.',
  );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
