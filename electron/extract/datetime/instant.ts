/** A local date and time, with its UTC offset if known. */
export interface Instant {
  year: number;
  /** 1..12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  microsecond: number;
  /** Seconds east of UTC; null: unknown. */
  offset: number | null;
}

/** Returns the number of days of a month (1 to 12) in the Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether all parts of an instant are within their ranges. */
export function isValid(instant: Instant): boolean {
  const { year, month, day, hour, minute, second, offset } = instant;
  return (
    year >= 1 &&
    year <= 9999 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    (offset === null || Math.abs(offset) < 86_400)
  );
}

/** Expands a two-digit year like POSIX: 69 to 99 mean 19xx, 00 to 68 mean 20xx. */
export function fullYear(twoDigits: number): number {
  return twoDigits + (twoDigits <= 68 ? 2000 : 1900);
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

function formatOffset(offset: number): string {
  const size = Math.abs(offset);
  const seconds = size % 60;
  const base = `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 3600))}:${pad(Math.floor(size / 60) % 60)}`;
  return seconds === 0 ? base : `${base}:${pad(seconds)}`;
}

/** Formats an instant in ISO 8601 like Python's `isoformat()`: the fraction (six digits) and the offset only if present. */
export function formatInstant(instant: Instant): string {
  const { year, month, day, hour, minute, second, microsecond, offset } = instant;
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  const time = `${pad(hour)}:${pad(minute)}:${pad(second)}${microsecond === 0 ? '' : `.${pad(microsecond, 6)}`}`;
  return `${date}T${time}${offset === null ? '' : formatOffset(offset)}`;
}
