import type { CallArgs, CallName, CallValue } from '../../../shared/contract/index.ts';
import type { CallContext } from '../data/call-context.ts';
import { HostError } from '../errors.ts';

type BackupCall = Extract<CallName, 'backups.create' | 'backups.verify' | 'backups.restore'>;
type BackupHandlers = {
  readonly [N in BackupCall]: (args: CallArgs<N>, context: CallContext) => Promise<CallValue<N>>;
};

/** Handlers of the calls about backups. They throw `not-here` where the caller may not use the path. */
export function createBackupHandlers(dataDir: string): BackupHandlers {
  return {
    'backups.create': async ({ file, replace }, { takePath }) => {
      requireChosen(file, takePath);
      const { createBackup } = await import('../work/backup/backup.ts');
      return createBackup(dataDir, file, { force: replace });
    },
    'backups.verify': async ({ file }, { takePath }) => {
      requireChosen(file, takePath);
      const { verifyBackup } = await import('../work/backup/backup.ts');
      return verifyBackup(file);
    },
    'backups.restore': async ({ file, replace }, { takePath }) => {
      requireChosen(file, takePath);
      const { restoreBackup } = await import('../work/backup/restore.ts');
      return restoreBackup(dataDir, file, { force: replace });
    },
  };
}

function requireChosen(file: string, takePath: CallContext['takePath']): void {
  if (takePath?.(file) === true) return;
  throw new HostError('not-here', 'Backups are made and restored where files can be named.', null);
}
