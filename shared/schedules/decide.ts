import { counted } from '../counted.ts';
import { wallText } from './civil.ts';
import { readCron } from './cron.ts';
import { countMoments, latestMoment, nextMoments } from './moments.ts';
import type { MissedPolicy } from './policies.ts';
import { openZone } from './zone.ts';

/**
 * How late a moment may be decided and still be on time, in milliseconds: 5 minutes, about what a machine needs to restart. One that is
 * decided later was missed.
 */
export const missedAfter = 5 * 60_000;

/** How far the clock can be behind the last decision until it is believed to have been wrong before, in milliseconds: 25 hours. */
export const distrustedAfter = 25 * 3_600_000;

/** Moments that are counted one by one where many were missed. */
const countedMoments = 1000;

/** A schedule, as far as time has to do with it. */
export interface TimedSchedule {
  readonly cron: string;
  readonly zone: string;
  readonly missed: MissedPolicy;
  /** All moments up to this one are decided; milliseconds since 1970. */
  readonly decidedUntil: number;
}

/** What was decided about a moment of a schedule. */
export interface DecidedMoment {
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly outcome: 'queued' | 'skipped';
  /** Why it was skipped, or that it is late; null: on time. */
  readonly reason: string | null;
}

/** What is to be recorded. */
export interface Decision {
  readonly decidedUntil: number;
  /** Ascending; at most two, of which at most the last one is queued. */
  readonly moments: readonly DecidedMoment[];
}

/**
 * Decides all moments of a schedule that are due and undecided. Of several, only the newest can be queued; the others were missed and
 * are recorded as one. null: nothing is to be recorded.
 * @param now milliseconds since 1970
 * @param busy why the newest moment cannot be queued, because the crawl of an earlier one has not ended; null: it has
 */
export function decide(schedule: TimedSchedule, now: number, busy: () => string | null): Decision | null {
  const { decidedUntil, missed } = schedule;
  // A clock that was wrong by days has moved the schedule into the future: it goes on from the present. What has been queued stays so.
  if (decidedUntil > now + distrustedAfter) return { decidedUntil: now, moments: [] };
  const cron = readCron(schedule.cron);
  const zone = openZone(schedule.zone);
  const newest = latestMoment(cron, zone, decidedUntil, now);
  if (newest === null) return null;
  const dueAt = newest.at;
  const isLate = now - dueAt > missedAfter;
  const others = olderMoments(schedule, dueAt);
  const moments: DecidedMoment[] = others === null ? [] : [others];
  const hindrance = busy();
  if (hindrance !== null) moments.push({ dueAt, outcome: 'skipped', reason: hindrance });
  else if (isLate && missed === 'skip') moments.push({ dueAt, outcome: 'skipped', reason: missedReason });
  else moments.push({ dueAt, outcome: 'queued', reason: isLate ? lateReason(now, dueAt) : null });
  return { decidedUntil: dueAt, moments };
}

const missedReason = 'Missed: nothing carried out schedules at that time.';

function lateReason(now: number, dueAt: number): string {
  const minutes = Math.round((now - dueAt) / 60_000);
  const hours = Math.round(minutes / 60);
  const days = Math.round(hours / 24);
  const late =
    minutes < 120 ? counted(minutes, 'minute') : hours < 48 ? counted(hours, 'hour') : counted(days, 'day');
  return `Late by ${late}: nothing carried out schedules at its time.`;
}

/** The undecided moments before the newest one, as one that stands for all; null: there is none. */
function olderMoments(
  { cron: text, zone: name, decidedUntil }: TimedSchedule,
  newest: number,
): DecidedMoment | null {
  const cron = readCron(text);
  const zone = openZone(name);
  const until = newest - 1;
  const last = latestMoment(cron, zone, decidedUntil, until);
  if (last === null) return null;
  const before = countMoments(cron, zone, { after: decidedUntil, until: last.at - 1, most: countedMoments });
  const [first] = nextMoments(cron, zone, decidedUntil, 1);
  if (before === 0 || first === undefined)
    return { dueAt: last.at, outcome: 'skipped', reason: missedReason };
  const many = before >= countedMoments ? `more than ${countedMoments}` : String(before);
  const since = `${wallText(zone.wallAt(first.at))} (${zone.name})`;
  return {
    dueAt: last.at,
    outcome: 'skipped',
    reason: `Missed, with ${many} before it since ${since}: nothing carried out schedules at that time.`,
  };
}

/** The next moment of a schedule that is neither decided nor past. @returns milliseconds since 1970; null: there is none */
export function nextDue({ cron, zone, decidedUntil }: TimedSchedule, now: number): number | null {
  const [next] = nextMoments(readCron(cron), openZone(zone), Math.max(decidedUntil, now), 1);
  return next?.at ?? null;
}
