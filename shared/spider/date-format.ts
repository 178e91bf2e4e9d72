/** Writes dates, and reads them back, with those directives of Python's `strftime` that the URLs of archives use. */

const dayMs = 86_400_000;

const monthNames = [
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
] as const;
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const padded = (value: number, length: number): string => String(value).padStart(length, '0');
const dayOfYear = (date: Date): number =>
  (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs + 1;

/** Each directive with what it writes. Times of day are midnight. */
const directives: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => padded(date.getUTCFullYear(), 4),
  y: (date) => padded(date.getUTCFullYear() % 100, 2),
  m: (date) => padded(date.getUTCMonth() + 1, 2),
  '-m': (date) => String(date.getUTCMonth() + 1),
  d: (date) => padded(date.getUTCDate(), 2),
  '-d': (date) => String(date.getUTCDate()),
  j: (date) => padded(dayOfYear(date), 3),
  B: (date) => monthNames[date.getUTCMonth()] ?? '',
  b: (date) => (monthNames[date.getUTCMonth()] ?? '').slice(0, 3),
  A: (date) => dayNames[date.getUTCDay()] ?? '',
  a: (date) => (dayNames[date.getUTCDay()] ?? '').slice(0, 3),
  F: (date) => date.toISOString().slice(0, 10),
  H: () => '00',
  M: () => '00',
  S: () => '00',
  '%': () => '%',
};

const directive = /%(-?[^])?/g;

/** Why a format cannot be written with, in one sentence; null: it can. */
export function dateFormatProblem(format: string): string | null {
  for (const [written, letter = ''] of format.matchAll(directive)) {
    if (!Object.hasOwn(directives, letter)) {
      const known = Object.keys(directives).map((name) => `%${name}`);
      return `"${written}" is not known; allowed: ${known.join(' ')}`;
    }
  }
  return null;
}

/** Writes a day. @param day days since 1970-01-01, in UTC @param format one without `dateFormatProblem` */
export function formatDay(day: number, format: string): string {
  const date = new Date(day * dayMs);
  return format.replaceAll(directive, (written, letter: string) => directives[letter]?.(date) ?? written);
}

/**
 * Reads a day, written as `2026-11-23` or in the given format.
 * @returns days since 1970-01-01; null where it is no day of the years 1 to 9999
 */
export function readDay(text: string, format: string): number | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  return readWithFormat(text, format);
}

const readable: Readonly<Record<string, string>> = {
  Y: '(?<Y>\\d{4})',
  m: '(?<m>\\d{1,2})',
  '-m': '(?<m>\\d{1,2})',
  B: `(?<B>${monthNames.join('|')})`,
  b: `(?<B>${monthNames.map((name) => name.slice(0, 3)).join('|')})`,
  d: '(?<d>\\d{1,2})',
  '-d': '(?<d>\\d{1,2})',
};

/** Reads years, months and days; where one is missing or stands twice, nothing is read. */
function readWithFormat(text: string, format: string): number | null {
  const parts = format.split(/(%-?[^])/);
  const letters = parts.filter((_, index) => index % 2 === 1).map((part) => part.slice(1).replace('-', ''));
  if (new Set(letters).size < letters.length || letters.some((letter) => !Object.hasOwn(readable, letter))) {
    return null;
  }
  const pattern = parts.map((part, index) =>
    index % 2 === 1 ? (readable[part.slice(1)] ?? '') : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  );
  if (letters.includes('B') && letters.includes('b')) return null;
  const groups = new RegExp(`^${pattern.join('')}$`).exec(text)?.groups;
  if (groups === undefined) return null;
  const named = monthNames.findIndex((name) => name.startsWith(groups['B'] ?? '-')) + 1;
  const month = groups['m'] === undefined ? named : Number(groups['m']);
  return dayOf(Number(groups['Y']), month, Number(groups['d'] ?? 1));
}

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1 ? date.getTime() / dayMs : null;
}
