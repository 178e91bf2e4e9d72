import { clockText } from './civil.ts';
import type { Cron } from './cron.ts';

/** The months in English, from January. */
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** The weekdays in English, from Sunday. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const nths = ['last', 'first', 'second', 'third', 'fourth', 'fifth'];

/** The most times of a day that are listed. */
const listedTimes = 4;

/**
 * A cron expression in words: "Every weekday at 02:30", "Every 15 minutes", "On the 1st of each month at 06:00". What has no short
 * words is the expression itself.
 */
export function cronWords(cron: Cron): string {
  return frequencyWords(cron) ?? timedWords(cron) ?? cron.text;
}

/** "Every 15 minutes", of what happens several times on every day. */
function frequencyWords(cron: Cron): string | null {
  if (!isEveryDay(cron)) return null;
  const minuteStep = stepOf(cron.minutes, 60);
  if (cron.hours.length === 24 && minuteStep !== null && minuteStep < 60) {
    return minuteStep === 1 ? 'Every minute' : `Every ${minuteStep} minutes`;
  }
  const [minute, ...more] = cron.minutes;
  const hourStep = stepOf(cron.hours, 24);
  if (minute === undefined || more.length > 0 || hourStep === null || hourStep === 24) return null;
  const past = minute === 0 ? '' : ` at minute ${minute}`;
  return hourStep === 1 ? `Every hour${past}` : `Every ${hourStep} hours${past}`;
}

function timedWords(cron: Cron): string | null {
  const times = cron.hours.flatMap((hour) => cron.minutes.map((minute) => clockText(hour, minute)));
  const days = dayWords(cron);
  return days === null || times.length > listedTimes ? null : `${days} at ${listed(times)}`;
}

function dayWords(cron: Cron): string | null {
  const anyMonth = cron.months.length === 12;
  if (!cron.bothDays) return null;
  if (isEveryMonthday(cron)) {
    if (!anyMonth) return null;
    if (cron.nthWeekdays.length > 0) return nthWords(cron);
    return weekWords(cron.weekdays);
  }
  if (cron.weekdays.length < 7) return null;
  const dates = [...cron.days.map(ordinal), ...(cron.lastDay ? ['last day'] : [])];
  if (dates.length > listedTimes) return null;
  if (anyMonth) return `On the ${listed(dates)} of each month`;
  const [month, ...more] = cron.months;
  const [day, ...others] = cron.days;
  if (month === undefined || day === undefined || more.length + others.length > 0 || cron.lastDay)
    return null;
  return `Every year on ${day} ${months[month - 1] ?? ''}`;
}

function nthWords({ nthWeekdays, weekdays: others }: Cron): string | null {
  if (others.length > 0 || nthWeekdays.length > listedTimes) return null;
  return `On the ${listed(nthWeekdays.map(({ weekday, nth }) => `${nths[nth]} ${weekdays[weekday]}`))} of each month`;
}

function weekWords(days: readonly number[]): string {
  const set = days.join('');
  if (set === '0123456') return 'Every day';
  if (set === '12345') return 'Every weekday';
  // A week begins on Monday.
  const inOrder = [...days].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  return `Every ${listed(inOrder.map((day) => weekdays[day] ?? ''))}`;
}

const isEveryMonthday = ({ days }: Cron): boolean => days.length === 31;

const isEveryDay = (cron: Cron): boolean =>
  isEveryMonthday(cron) && cron.months.length === 12 && cron.weekdays.length === 7;

/** The step of values that divide a whole evenly from 0 on; of 0 alone the whole; null: they do not. */
function stepOf(values: readonly number[], whole: number): number | null {
  if (values[0] !== 0 || whole % values.length !== 0) return null;
  const step = whole / values.length;
  return values.every((value, index) => value === index * step) ? step : null;
}

/** "1st", "2nd", "3rd", "4th". */
function ordinal(day: number): string {
  const last = day % 10;
  const suffix = day >= 11 && day <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${day}${suffix}`;
}

/** "a", "a and b", "a, b and c". */
function listed(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} and ${last}`;
}
