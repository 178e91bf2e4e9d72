import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { maxCronLength } from '../../schedules/policies.ts';
import { Count, Id, emptyObject, OperationId, Time, nullable, strictObject, stringEnum } from '../shapes.ts';

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

const Target = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^(?:s3://|place:)',
  description:
    '`place:NAME`, or `s3://BUCKET/PREFIX` with the keys, the endpoint and the region of the environment (callers that may use paths only). For one backup its id follows as the last part; otherwise the newest is meant.',
});

/** Schema of `StoredBackup`: a backup in an S3-compatible service. */
export const StoredBackupSchema = strictObject({
  id: Type.String(),
  createdAt: Time,
  appVersion: Type.String({ description: 'The version of Spider Studio that created it.' }),
  schema: Type.Integer({ description: 'The schema version of its database.' }),
  ...Contents,
  interrupted: Count,
  bytes: Type.Integer({ minimum: 0, description: 'As stored, compressed.' }),
  verifiedAt: nullable(Time, {
    description: 'When it was restored into a scratch folder and compared; null: never.',
  }),
});

const Many = Type.Integer({ minimum: 0, maximum: 10_000 });

/** Schema of `BackupRetention`: how many verified backups are kept. */
export const BackupRetentionSchema = strictObject({
  newest: Many,
  daily: Many,
  weekly: Many,
  monthly: Many,
});

const wrongPlace = [
  'unknown-place',
  'damaged-places',
  'missing-secret',
  'bad-secret',
  'bad-place',
  'storage-refused',
  'storage-unreachable',
  'storage-failed',
] as const;

const Zone = Type.String({ minLength: 1, maxLength: 100 });
const PlanPlace = Type.String({ minLength: 1, maxLength: 64 });

/** Schema of `BackupPlan`: when backups go to a place. */
export const BackupPlanSchema = strictObject({
  place: PlanPlace,
  cron: Type.String(),
  zone: Type.String(),
  verify: Type.Boolean({
    description: 'Whether each backup is read, restored into a scratch folder and compared.',
  }),
  keep: nullable(BackupRetentionSchema, { description: 'null: all are kept.' }),
  nextAt: nullable(Time, { description: 'null: never.' }),
  last: nullable(
    strictObject({
      at: Time,
      backup: nullable(Type.String(), { description: 'Its id; null: none was stored.' }),
      problem: nullable(Type.String(), { description: 'What went wrong; null: nothing.' }),
    }),
    { description: 'How the last one ended; null: there was none.' },
  ),
});

/** Calls about backups by the clock. */
export const backupPlanCalls = {
  'backups.plans': query('The backups that are made by the clock, and how the last ones ended.', {
    executor: 'quick',
    path: '/api/backup-plans',
    args: emptyObject,
    result: Type.Array(BackupPlanSchema),
    errors: ['damaged-places'],
  }),
  'backups.plan': command('Plans backups to a place, in place of an earlier plan of that place.', {
    executor: 'write',
    path: '/api/backup-plans',
    args: strictObject({
      place: PlanPlace,
      cron: Type.String({ minLength: 1, maxLength: maxCronLength }),
      zone: Type.Optional(Zone),
      verify: Type.Boolean(),
      keep: nullable(BackupRetentionSchema),
    }),
    result: BackupPlanSchema,
    errors: ['unknown-place', 'damaged-places', 'bad-cron', 'unknown-zone'],
  }),
  'backups.unplan': command('Makes no more backups to a place by the clock.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/backup-plans/{place}',
    args: strictObject({ place: PlanPlace }),
    result: BackupPlanSchema,
    errors: ['unknown-place', 'damaged-places'],
  }),
} as const;

/** Calls about backups in S3-compatible services. */
export const storedBackupCalls = {
  'backups.store': command(
    'Stores the whole workspace, as it is at this moment, under a key that is never used again.',
    {
      executor: 'work',
      path: '/api/stored-backups',
      args: strictObject({
        target: Target,
        fresh: Type.Optional(
          Type.Boolean({
            description:
              'Whether the copy of an earlier try that was cut off within a day is dropped, not continued.',
          }),
        ),
        operation: Type.Optional(OperationId),
      }),
      result: strictObject({
        ...StoredBackupSchema.properties,
        resumedBytes: Type.Integer({ minimum: 0, description: 'Bytes that an earlier try had sent.' }),
      }),
      errors: [...wrongPlace, 'not-here', 'missing', 'in-use', 'exists', 'storage-full'],
      topics: ['progress'],
    },
  ),
  'backups.stored': query('The backups in a place, the newest first.', {
    executor: 'work',
    path: '/api/stored-backups',
    args: strictObject({ target: Target }),
    result: strictObject({
      backups: Type.Array(StoredBackupSchema),
      unfinished: Type.Integer({ minimum: 0, description: 'Backups that are being made or were given up.' }),
    }),
    errors: [...wrongPlace, 'not-here'],
  }),
  'backups.verifyStored': command(
    'Restores a stored backup into a scratch folder, compares all counts and every item, and marks it as verified.',
    {
      executor: 'work',
      path: '/api/stored-backups/verify',
      args: strictObject({ target: Target, operation: Type.Optional(OperationId) }),
      result: StoredBackupSchema,
      errors: [...wrongPlace, 'not-here', 'in-use', 'no-backup', 'damaged-backup', 'newer', 'storage-full'],
      topics: ['progress'],
    },
  ),
  'backups.restoreStored': command(
    'Restores a stored backup into the data folder, which must not be in use.',
    {
      executor: 'work',
      path: '/api/stored-backups/restore',
      args: strictObject({ target: Target, replace: Replace }),
      result: strictObject({
        file: Type.String({ description: 'The target with the id of the backup.' }),
        dataDir: Type.String(),
        createdAt: Time,
        ...Contents,
        kept: nullable(Type.String(), {
          description: 'The folder that holds the previous workspace; null: there was none.',
        }),
      }),
      errors: [...wrongPlace, 'not-here', 'exists', 'in-use', 'no-backup', 'damaged-backup', 'newer'],
    },
  ),
  'backups.prune': command(
    'Deletes the backups of a place that are not to be kept. Only verified ones count; where there is none, nothing is deleted.',
    {
      executor: 'work',
      path: '/api/stored-backups/prune',
      args: strictObject({
        target: Target,
        keep: BackupRetentionSchema,
        dryRun: Type.Boolean({ description: 'Only tell what would be deleted.' }),
      }),
      result: strictObject({
        kept: Type.Array(
          strictObject({
            backup: StoredBackupSchema,
            why: stringEnum(['newest', 'daily', 'weekly', 'monthly', 'unverified'], {
              description: 'The rule that keeps it; `unverified`: no verified backup is newer.',
            }),
          }),
        ),
        deleted: Type.Array(StoredBackupSchema),
      }),
      errors: [...wrongPlace, 'not-here'],
    },
  ),
  'backups.storeItems': command(
    'Stores the items of a run as JSON lines, compressed by gzip, reads them again and compares.',
    {
      executor: 'work',
      path: '/api/stored-backups/items',
      args: strictObject({
        run: Id,
        target: Target,
        removeRun: Type.Boolean({
          description: 'Whether the run is deleted here afterwards, once what was stored has been compared.',
        }),
      }),
      result: strictObject({
        file: Type.String({ description: 'The target with the rest of the key.' }),
        items: Count,
        bytes: Type.Integer({ minimum: 0, description: 'As stored, compressed.' }),
        removedRun: Type.Boolean(),
      }),
      errors: [...wrongPlace, 'not-here', 'unknown-run', 'conflict', 'exists', 'storage-full'],
    },
  ),
} as const;

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
