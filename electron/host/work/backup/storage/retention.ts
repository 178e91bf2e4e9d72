import type { StoredBackup } from './manifest.ts';

/** How many backups are kept: the newest, and the newest of each of so many days, weeks and months that have one. */
export interface Keep {
  newest: number;
  daily: number;
  weekly: number;
  monthly: number;
}

/** Which backups stay. */
export interface Retention<B> {
  kept: { backup: B; why: 'newest' | 'daily' | 'weekly' | 'monthly' | 'unverified' }[];
  deleted: B[];
}

type Aged = Pick<StoredBackup, 'id' | 'createdAt' | 'verifiedAt'>;

const msPerDay = 86_400_000;
/** Monday, 5 January 1970. */
const firstMonday = 4;

const periods: readonly (readonly ['daily' | 'weekly' | 'monthly', (at: number) => number])[] = [
  ['daily', (at) => Math.floor(at / msPerDay)],
  ['weekly', (at) => Math.floor((at / msPerDay - firstMonday) / 7)],
  ['monthly', (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth()],
];

/**
 * Decides which backups stay. Only those that were verified count; days, weeks from Monday and months are those of UTC. One that was
 * not verified stays until a verified one that is newer stays. Where none was verified, or nothing is to be kept, all stay.
 * @param backups the newest first
 */
export function retain<B extends Aged>(backups: readonly B[], keep: Keep): Retention<B> {
  const verified = backups.filter(({ verifiedAt }) => verifiedAt !== null);
  const why = new Map<B, Retention<B>['kept'][number]['why']>();
  for (const backup of verified.slice(0, keep.newest)) why.set(backup, 'newest');
  for (const [rule, periodOf] of periods) {
    const seen = new Set<number>();
    for (const backup of verified) {
      if (seen.size >= keep[rule]) break;
      const period = periodOf(Date.parse(backup.createdAt));
      if (seen.has(period)) continue;
      seen.add(period);
      if (!why.has(backup)) why.set(backup, rule);
    }
  }
  const newestKept = verified.find((backup) => why.has(backup));
  const kept: Retention<B>['kept'] = [];
  const deleted: B[] = [];
  for (const backup of backups) {
    const reason = why.get(backup);
    if (reason !== undefined) kept.push({ backup, why: reason });
    else if (newestKept === undefined)
      kept.push({ backup, why: backup.verifiedAt === null ? 'unverified' : 'newest' });
    else if (backup.verifiedAt === null && backup.createdAt >= newestKept.createdAt)
      kept.push({ backup, why: 'unverified' });
    else deleted.push(backup);
  }
  return { kept, deleted };
}
