import { civilDate, dayNumber, daysInMonth, startOfDay, weekdayOf, type WallTime } from './civil.ts';
import type { Cron } from './cron.ts';
import type { Zone } from './zone.ts';

/** A moment at which a schedule is due. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * What a change of the clocks has to do with it. `moved`: clocks do not show its time on that day, so it is the first moment
   * after the gap. `first`, `second`: clocks show its time twice.
   */
  readonly change: 'moved' | 'first' | 'second' | null;
  /** The wall time that the expression names: of a moved moment, the one that clocks do not show. */
  readonly wall: WallTime;
}

/**
 * Days that are searched for the next moment: a 29 February that has to be a certain weekday comes after 40 years at most, around
 * a century without a leap year.
 */
const searchedDays = 41 * 366;

/** Whether a cron expression matches a day. */
function matchesDay(cron: Cron, day: number): boolean {
  const date = civilDate(day);
  if (!cron.months.includes(date.month)) return false;
  const weekday = weekdayOf(day);
  const inMonth = cron.days.includes(date.day) || (cron.lastDay && date.day === daysInMonth(date));
  const inWeek =
    cron.weekdays.includes(weekday) ||
    cron.nthWeekdays.some(
      (one) =>
        one.weekday === weekday &&
        (one.nth === 0 ? date.day + 7 > daysInMonth(date) : Math.ceil(date.day / 7) === one.nth),
    );
  return cron.bothDays ? inMonth && inWeek : inMonth || inWeek;
}

/**
 * The moments that the expression names on one day of the calendar, ascending, each once.
 *
 * Where clocks change, the hour field decides. `*` follows what clocks show: nothing in the hour that is left out, and both of an
 * hour that is repeated. Every n hours (`*` with a step): both of a repeated hour, and what lies in a gap is due right after it. Fixed
 * hours: the first of a repeated hour, and what lies in a gap is due right after it.
 */
function momentsOfDay(cron: Cron, zone: Zone, day: number): Moment[] {
  if (!matchesDay(cron, day)) return [];
  const walls = wallTimes(cron, startOfDay(day));
  const offset = zone.steadyOffset(startOfDay(day), startOfDay(day + 1));
  if (offset !== null) return walls.map((wall) => ({ at: wall - offset, change: null, wall }));
  const moments = new Map<number, Moment>();
  /** What is due anyway goes before what was moved there. */
  const add = (moment: Moment): void => {
    const there = moments.get(moment.at);
    if (there === undefined || there.change === 'moved') moments.set(moment.at, moment);
  };
  for (const wall of walls) {
    const shown = zone.momentsOf(wall);
    if ('after' in shown) {
      if (cron.hourKind !== 'every') add({ at: shown.after, change: 'moved', wall });
      continue;
    }
    const [first, second] = shown.at;
    add({ at: first, change: second === undefined ? null : 'first', wall });
    if (second !== undefined && cron.hourKind !== 'fixed') add({ at: second, change: 'second', wall });
  }
  return [...moments.values()].sort((a, b) => a.at - b.at);
}

/** The wall times of an expression on a day that it matches, ascending. */
const wallTimes = ({ hours, minutes }: Cron, start: WallTime): WallTime[] =>
  hours.flatMap((hour) => minutes.map((minute) => start + (hour * 60 + minute) * 60_000));

/**
 * The moments after a time, ascending, each once, without an end.
 * @param after milliseconds since 1970; a moment at this very time is not among them
 */
export function* momentsAfter(cron: Cron, zone: Zone, after: number): Generator<Moment, void> {
  const from = dayNumber(zone.wallAt(after)) - 1;
  let last = after;
  let day = from;
  let idle = 0;
  // Moments of two days can interleave where clocks are set back over midnight, so two are always looked at together.
  let today = momentsOfDay(cron, zone, day);
  while (idle < searchedDays) {
    const tomorrow = momentsOfDay(cron, zone, day + 1);
    const nextStart = tomorrow[0]?.at ?? Infinity;
    const interleaved = (today.at(-1)?.at ?? -Infinity) >= nextStart;
    const both = interleaved ? [...today, ...tomorrow].sort((a, b) => a.at - b.at) : today;
    idle += 1;
    for (const moment of both) {
      if (moment.at <= last) continue;
      yield moment;
      last = moment.at;
      idle = 0;
    }
    today = interleaved ? [] : tomorrow;
    day += 1;
  }
}

/** The next moments after a time, as many as asked for. @param after milliseconds since 1970 */
export function nextMoments(cron: Cron, zone: Zone, after: number, most: number): Moment[] {
  const found: Moment[] = [];
  if (most < 1) return found;
  for (const moment of momentsAfter(cron, zone, after)) {
    found.push(moment);
    if (found.length >= most) break;
  }
  return found;
}

/** The newest moment of a period. @returns null: there is none; both bounds in milliseconds since 1970 @param until is part of it */
export function latestMoment(cron: Cron, zone: Zone, after: number, until: number): Moment | null {
  if (until <= after) return null;
  const firstDay = dayNumber(zone.wallAt(after)) - 1;
  const lastDay = dayNumber(zone.wallAt(until)) + 1;
  let later = momentsOfDay(cron, zone, lastDay);
  for (let day = lastDay; day >= firstDay; day--) {
    // A gap or a repetition can put a moment of the day before behind one of this day.
    const earlier = momentsOfDay(cron, zone, day - 1);
    const found = newestWithin(later, after, until);
    const before = found === null ? null : newestWithin(earlier, found.at, until);
    if (found !== null) return before ?? found;
    later = earlier;
  }
  return null;
}

const newestWithin = (moments: readonly Moment[], after: number, until: number): Moment | null =>
  moments.findLast(({ at }) => at <= until && at > after) ?? null;

/** Counts the moments of a period, to a bound. @param until is part of it @returns at most `most` */
export function countMoments(
  cron: Cron,
  zone: Zone,
  { after, until, most }: { after: number; until: number; most: number },
): number {
  let count = 0;
  for (const { at } of momentsAfter(cron, zone, after)) {
    if (at > until || count >= most) break;
    count += 1;
  }
  return count;
}
