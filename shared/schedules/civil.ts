const msPerDay = 86_400_000;

/** A day of the calendar, without a zone. */
export interface CivilDate {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
}

/** What a clock on a wall shows, as the milliseconds since 1970 at which a clock in UTC shows the same. */
export type WallTime = number;

/** The number of a day: 1970-01-01 is 0. */
export const dayNumber = (wall: WallTime): number => Math.floor(wall / msPerDay);

/** The start of a day on the wall. */
export const startOfDay = (day: number): WallTime => day * msPerDay;

/** The date of a day number. */
export function civilDate(day: number): CivilDate {
  const date = new Date(startOfDay(day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The weekday of a day number, from 0, Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The number of days of a month. */
export const daysInMonth = ({ year, month }: Pick<CivilDate, 'year' | 'month'>): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

const two = (value: number): string => String(value).padStart(2, '0');

/** A time of day: "02:30". */
export const clockText = (hour: number, minute: number): string => `${two(hour)}:${two(minute)}`;

/** A wall time for people: "2026-03-29 03:00". */
export const wallText = (wall: WallTime): string =>
  new Date(wall).toISOString().slice(0, 16).replace('T', ' ');
