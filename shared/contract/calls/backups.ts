import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { Count, Time, nullable, strictObject } from '../shapes.ts';

const BackupFile = Type.String({ minLength: 1, maxLength: 4000 });
const Replace = Type.Boolean({ description: 'Whether an existing target may be replaced.' });

const Contents = { projects: Count, spiders: Count, runs: Count, items: Count, proxies: Count };

/** Schema of `Backup`, read from the backup file. */
export const BackupSchema = strictObject({
  file: Type.String(),
  bytes: Count,
  createdAt: Time,
  appVersion: Type.String({ description: 'The version of Spider Studio that created it.' }),
  schema: Type.Integer({ description: 'The schema version of its database.' }),
  ...Contents,
});

/** Calls that create, check and restore backups. All of them need a caller that may use paths. */
export const backupCalls = {
  'backups.create': command('Writes the whole workspace to one file, as it is at this moment.', {
    executor: 'work',
    path: '/api/backups',
    args: strictObject({ file: BackupFile, replace: Replace }),
    result: strictObject({
      ...BackupSchema.properties,
      interrupted: Type.Integer({
        minimum: 0,
        description: 'Runs that were in progress; in the backup they are interrupted.',
      }),
    }),
    errors: ['not-here', 'missing', 'exists', 'is-a-folder', 'bad-name', 'in-use', 'file-in-use'],
  }),
  'backups.verify': query('Checks every byte of a backup.', {
    executor: 'work',
    path: '/api/backups/verify',
    args: strictObject({ file: BackupFile }),
    result: BackupSchema,
    errors: ['not-here', 'not-found', 'no-backup', 'damaged-backup', 'newer'],
  }),
  'backups.restore': command(
    'Restores the workspace of a backup into the data folder, which must not be in use.',
    {
      executor: 'work',
      path: '/api/backups/restore',
      args: strictObject({ file: BackupFile, replace: Replace }),
      result: strictObject({
        file: Type.String(),
        dataDir: Type.String(),
        createdAt: Time,
        ...Contents,
        kept: nullable(Type.String(), {
          description: 'The folder that holds the previous workspace; null: there was none.',
        }),
      }),
      errors: ['not-here', 'exists', 'in-use', 'not-found', 'no-backup', 'damaged-backup', 'newer'],
    },
  ),
} as const;
