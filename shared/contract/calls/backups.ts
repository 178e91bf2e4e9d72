import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { Count, Time, nullable, strictObject } from '../shapes.ts';

const BackupFile = Type.String({ minLength: 1, maxLength: 4000 });
const Replace = Type.Boolean({ description: 'Whether what is there may be replaced.' });

const Contents = { projects: Count, spiders: Count, runs: Count, items: Count, proxies: Count };

export const BackupSchema = strictObject({
  file: Type.String(),
  bytes: Count,
  createdAt: Time,
  appVersion: Type.String({ description: 'The version of Spider Studio that made it.' }),
  schema: Type.Integer({ description: 'The schema of its database.' }),
  ...Contents,
});

export const backupCalls = {
  'backups.create': command('Writes the whole workspace to one file, as it is at this moment.', {
    executor: 'work',
    path: '/api/backups',
    args: strictObject({ file: BackupFile, replace: Replace }),
    result: strictObject({
      ...BackupSchema.properties,
      interrupted: Type.Integer({
        minimum: 0,
        description: 'Runs that were under way; in the backup they are interrupted.',
      }),
    }),
    errors: ['not-here', 'missing', 'exists', 'is-a-folder', 'bad-name', 'in-use', 'file-in-use'],
  }),
  'backups.verify': query('Checks a backup from its first byte to its last.', {
    executor: 'work',
    path: '/api/backups/verify',
    args: strictObject({ file: BackupFile }),
    result: BackupSchema,
    errors: ['not-here', 'not-found', 'no-backup', 'damaged-backup', 'newer'],
  }),
  'backups.restore': command(
    'Puts the workspace of a backup into the data folder, which nobody may be using.',
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
          description: 'The folder that has the workspace which was there; null: there was none.',
        }),
      }),
      errors: ['not-here', 'exists', 'in-use', 'not-found', 'no-backup', 'damaged-backup', 'newer'],
    },
  ),
} as const;
