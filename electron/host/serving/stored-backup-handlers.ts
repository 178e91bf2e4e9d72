import type { CallName, TopicEvent } from '../../../shared/contract/index.ts';
import type { StoredBackup as ShownBackup } from '../../../shared/contract/types.ts';
import type { CallContext, Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { StoredBackup } from '../work/backup/storage/manifest.ts';
import type { StoredBackups } from '../work/backup/storage/stored-backups.ts';

type StoredCall = Extract<
  CallName,
  | 'backups.store'
  | 'backups.stored'
  | 'backups.verifyStored'
  | 'backups.restoreStored'
  | 'backups.prune'
  | 'backups.storeItems'
>;
type StoredHandlers = { readonly [N in StoredCall]: Handler<N> };

type Report = (
  operation: string | undefined,
  stage: TopicEvent<'progress'>['stage'],
  percent: number | null,
) => void;

/** Handlers of the calls about backups in object storages. */
export function createStoredBackupHandlers(
  { database, storedBackups }: { database: Pick<DatabaseWorkers, 'call'>; storedBackups: StoredBackups },
  report: Report,
): StoredHandlers {
  const waiting = (
    { signal, onTransfer }: CallContext,
    operation?: string,
    stage: 'storing' | 'verifying' = 'storing',
  ) => ({
    signal,
    onPercent(percent: number) {
      onTransfer?.(percent);
      report(operation, stage, percent);
    },
  });

  return {
    'backups.store': async ({ target, fresh = false, operation }, context) => {
      requireAllowed(target, context);
      const { resumedBytes, ...stored } = await storedBackups.create(
        { target, fresh },
        waiting(context, operation),
      );
      return { ...shownStored(stored), resumedBytes };
    },
    'backups.stored': async ({ target }, context) => {
      requireAllowed(target, context);
      const { backups, unfinished } = await storedBackups.list({ target }, waiting(context));
      return { backups: backups.map(shownStored), unfinished };
    },
    'backups.verifyStored': async ({ target, operation }, context) => {
      requireAllowed(target, context);
      return shownStored(await storedBackups.verify({ target }, waiting(context, operation, 'verifying')));
    },
    'backups.restoreStored': async ({ target, replace }, context) => {
      // Whoever has windows open uses the data folder.
      if (context.takePath === null || context.window !== null)
        throw new HostError('not-here', 'A backup is restored while no window of the data folder is open.', {
          hint: null,
          action: { action: 'restore-backup' },
        });
      return storedBackups.restore({ target, force: replace }, waiting(context));
    },
    'backups.prune': async ({ target, keep, dryRun }, context) => {
      requireAllowed(target, context);
      const { kept, deleted } = await storedBackups.prune({ target, keep, dryRun }, waiting(context));
      return {
        kept: kept.map(({ backup, why }) => ({ backup: shownStored(backup), why })),
        deleted: deleted.map(shownStored),
      };
    },
    'backups.storeItems': async ({ run, target, removeRun }, context) => {
      requireAllowed(target, context);
      const { window } = context;
      const { file, items, bytes } = await storedBackups.items({ target, run }, waiting(context));
      if (removeRun) await database.call('runs.delete', { run, forGood: true }, { window });
      return { file, items, bytes, removedRun: removeRun };
    },
  };
}

/** The keys of the environment are for whoever may use paths; windows use places. @throws HostError `not-here` */
function requireAllowed(target: string, { takePath, window }: CallContext): void {
  if (target.startsWith('place:') || (takePath !== null && window === null)) return;
  throw new HostError('not-here', 'A window stores backups in places only.', 'Add a place first.');
}

function shownStored({
  id,
  createdAt,
  appVersion,
  schema,
  counts,
  proxies,
  interrupted,
  bytes,
  verifiedAt,
}: StoredBackup): ShownBackup {
  return { id, createdAt, appVersion, schema, ...counts, proxies, interrupted, bytes, verifiedAt };
}
