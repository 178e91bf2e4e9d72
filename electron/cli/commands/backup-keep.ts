import type { BackupRetention } from '../../../shared/contract/types.ts';
import type { Options, OptionSpec } from '../command.ts';

/** Options that say which backups are kept. */
export const keepOptions: readonly OptionSpec[] = [
  { flags: '--keep-newest <n>', description: 'keep the newest verified backups' },
  { flags: '--keep-daily <n>', description: 'keep the newest verified backup of so many days' },
  { flags: '--keep-weekly <n>', description: 'of so many weeks' },
  { flags: '--keep-monthly <n>', description: 'of so many months' },
];

/** What is to be kept; null: no option says so. */
export function retention(options: Options): BackupRetention | null {
  const [newest, daily, weekly, monthly] = ['keepNewest', 'keepDaily', 'keepWeekly', 'keepMonthly'].map(
    (name) => options.count(name),
  );
  const keep = { newest: newest ?? 0, daily: daily ?? 0, weekly: weekly ?? 0, monthly: monthly ?? 0 };
  return Object.values(keep).every((many) => many === 0) ? null : keep;
}
