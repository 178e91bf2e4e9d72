import type { ValidateFunction } from 'ajv';
import { Type } from 'typebox';
import type { BackupPlan } from '../../../shared/contract/types.ts';
import { CronError, readCron } from '../../../shared/schedules/cron.ts';
import { nextDue } from '../../../shared/schedules/decide.ts';
import { openZone, ownZone, ZoneError } from '../../../shared/schedules/zone.ts';
import { ownChecks } from '../../schemas/checker.ts';
import { takeLock } from '../../system/file-lock.ts';
import { HostError } from '../errors.ts';
import type { DataHandlers } from './data-context.ts';
import { requirePlace } from './places.ts';
import { readJsonFile, writePrivateJson } from './private-json.ts';
import { dataPath } from '../data-folder-entries.ts';

const Many = Type.Integer({ minimum: 0 });

const StoredPlanSchema = Type.Object({
  place: Type.String({ minLength: 1 }),
  cron: Type.String(),
  zone: Type.String(),
  /** Whether each backup is read, restored into a scratch folder and compared. */
  verify: Type.Boolean(),
  /** null: all are kept. */
  keep: Type.Union([Type.Object({ newest: Many, daily: Many, weekly: Many, monthly: Many }), Type.Null()]),
  /** All moments up to this one are decided; milliseconds since 1970. */
  decidedUntil: Type.Integer(),
  /** How the last backup ended; null: there was none. */
  last: Type.Union([
    Type.Object({
      at: Type.String(),
      backup: Type.Union([Type.String(), Type.Null()]),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Null(),
  ]),
});

/** Schema of `backup-plan.json`. */
export const BackupPlanFileSchema = Type.Object({
  version: Type.Literal(1),
  plans: Type.Array(StoredPlanSchema),
});

/** When backups go to a place, and how the last one ended. */
export type StoredPlan = Type.Static<typeof StoredPlanSchema>;

let check: ValidateFunction<Type.Static<typeof BackupPlanFileSchema>> | null = null;
const fileCheck = () =>
  (check ??= ownChecks().compile<Type.Static<typeof BackupPlanFileSchema>>(BackupPlanFileSchema));

const fileOf = (dataDir: string): string => dataPath(dataDir, 'backup-plan.json');

/** Reads `backup-plan.json`; a missing file means no plans. @throws HostError `damaged-places` */
export function readPlans(dataDir: string): StoredPlan[] {
  const file = fileOf(dataDir);
  const value = readJsonFile(file);
  if (value === null) return [];
  const isPlanFile = fileCheck();
  if (isPlanFile(value)) return value.plans;
  throw new HostError(
    'damaged-places',
    `The file "${file}" is damaged.`,
    'Delete it and plan the backups again.',
  );
}

/** Writes plans to a data folder that nobody else uses yet. @throws HostError */
export function writePlans(dataDir: string, plans: readonly StoredPlan[]): void {
  writePrivateJson(fileOf(dataDir), { version: 1, plans });
}

/** Changes the plans while nobody else does. @throws HostError `damaged-places` */
export function changePlans(dataDir: string, change: (plans: StoredPlan[]) => StoredPlan[]): void {
  const lock = takeLock(dataPath(dataDir, 'backup-plan.lock'));
  try {
    writePlans(dataDir, change(readPlans(dataDir)));
  } finally {
    lock.release();
  }
}

/** Handlers of the calls about plans of backups. */
export const backupPlanHandlers: DataHandlers<'backups'> = {
  'backups.plans': (_, { workspace: { dataDir } }) => {
    const now = Date.now();
    return readPlans(dataDir).map((plan) => shownPlan(plan, now));
  },
  'backups.plan': ({ place, cron, zone = ownZone(), verify, keep }, { workspace: { dataDir } }) => {
    requirePlace(dataDir, place);
    requireClock(cron, zone);
    const now = Date.now();
    const before = readPlans(dataDir).find((plan) => plan.place === place);
    const plan: StoredPlan = {
      place,
      cron,
      zone,
      verify,
      keep,
      decidedUntil: now,
      last: before?.last ?? null,
    };
    changePlans(dataDir, (plans) => [...plans.filter((one) => one.place !== place), plan]);
    return shownPlan(plan, now);
  },
  'backups.unplan': ({ place }, { workspace: { dataDir } }) => {
    const plan = readPlans(dataDir).find((one) => one.place === place);
    if (plan === undefined)
      throw new HostError('unknown-place', `No backups are planned for "${place}".`, 'Nothing was changed.');
    changePlans(dataDir, (plans) => plans.filter((one) => one.place !== place));
    return shownPlan(plan, Date.now());
  },
};

/** @throws HostError `bad-cron`, `unknown-zone` */
function requireClock(cron: string, zone: string): void {
  try {
    readCron(cron);
    openZone(zone);
  } catch (error) {
    if (error instanceof CronError) throw new HostError('bad-cron', error.message, error.hint);
    if (error instanceof ZoneError) throw new HostError('unknown-zone', error.message, error.hint);
    throw error;
  }
}

function shownPlan({ decidedUntil, ...plan }: StoredPlan, now: number): BackupPlan {
  const next = nextDue({ ...plan, missed: 'once', decidedUntil }, now);
  return { ...plan, nextAt: next === null ? null : new Date(next).toISOString() };
}
