import { expect, it } from 'vitest';
import { retain, type Keep } from '../../../../../electron/host/work/backup/storage/retention.ts';

/** Backups by their day; `-`: not verified. The newest first. */
const backups = (days: string[]) =>
  days.map((day) => {
    const date = day.replace(/-$/, '');
    return {
      id: date,
      createdAt: `2026-${date}T12:00:00.000Z`,
      verifiedAt: day.endsWith('-') ? null : `2026-${date}T13:00:00.000Z`,
    };
  });

const none: Keep = { newest: 0, daily: 0, weekly: 0, monthly: 0 };
const all = ['03.12', '03.11', '03.11', '03.09', '03.08', '02.28', '02.01', '01.15'].map((day) =>
  day.replace('.', '-'),
);

it.each([
  ['the newest', all, { newest: 2 }, ['03-12', '03-11']],
  ['the newest of each day', all, { daily: 3 }, ['03-12', '03-11', '03-09']],
  // 9 March 2026 is a Monday.
  ['the newest of each week', all, { weekly: 2 }, ['03-12', '03-08']],
  ['the newest of each month', all, { monthly: 9 }, ['03-12', '02-28', '01-15']],
  ['what any rule keeps', all, { newest: 1, monthly: 2 }, ['03-12', '02-28']],
  ['everything where no rule keeps anything', all, {}, all],
  ['everything where nothing was verified', ['03-12-', '03-11-'], { newest: 1 }, ['03-12', '03-11']],
  [
    'the only verified one, however old',
    ['03-12-', '03-11-', '01-01'],
    { newest: 1 },
    ['03-12', '03-11', '01-01'],
  ],
  ['what was not verified, until a newer one was', ['03-12', '03-11-', '01-01'], { newest: 1 }, ['03-12']],
  ['nothing where there is nothing', [], { newest: 1 }, []],
] as const)('keeps %s', (_, days, keep, expected) => {
  const given = backups([...days]);
  const { kept, deleted } = retain(given, { ...none, ...keep });
  expect(kept.map(({ backup }) => backup.id)).toEqual(expected);
  expect(kept.length + deleted.length).toBe(given.length);
});
