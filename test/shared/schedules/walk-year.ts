/** What clocks of a zone show at each minute of a period, found out by asking for them, and nothing else. */
export interface Walk {
  /** Milliseconds since 1970 of the first minute. */
  readonly start: number;
  /** For each minute what clocks show, as minutes since 1970 on a clock in UTC that shows the same. */
  readonly shown: readonly number[];
}

const minute = 60_000;
/** Clocks change at whole half hours of UTC. */
const block = 30;

/** Walks through a period minute by minute. Both bounds are in milliseconds since 1970, at whole hours. */
export function walk(zone: string, start: number, end: number): Walk {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const shown: number[] = [];
  for (let at = start; at < end; at += block * minute) {
    const first = Date.parse(`${format.format(at).replace(' ', 'T')}Z`) / minute;
    for (let n = 0; n < block; n++) shown.push(first + n);
  }
  return { start, shown };
}

/** What clocks show, in parts. */
export interface Shown {
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
  /** From 1. */
  readonly month: number;
  /** From 0, Sunday. */
  readonly weekday: number;
  /** Whether no day of the month follows. */
  readonly isLast: boolean;
}

/** The parts of days, which are the same for all of their minutes. */
const days = new Map<number, Omit<Shown, 'minute' | 'hour'>>();

function parts(shown: number): Shown {
  const number = Math.floor(shown / 1440);
  let day = days.get(number);
  if (day === undefined) {
    const date = new Date(number * 1440 * minute);
    const isLast = new Date((number + 1) * 1440 * minute).getUTCDate() === 1;
    day = { day: date.getUTCDate(), month: date.getUTCMonth() + 1, weekday: date.getUTCDay(), isLast };
    days.set(number, day);
  }
  const ofDay = shown - number * 1440;
  return { ...day, minute: ofDay % 60, hour: Math.floor(ofDay / 60) };
}

/** What an expression means, by the written rule, in code that shares nothing with what is tested. */
export interface Meaning {
  /** Whether it is due at times that clocks show twice once (the first time), or both times. */
  readonly repeats: boolean;
  /** Whether what lies in a gap is due right after it. */
  readonly catchesUp: boolean;
  matches(shown: Shown): boolean;
}

/** The moments of a walk at which an expression is due, in milliseconds since 1970. */
export function expectedMoments({ start, shown }: Walk, { repeats, catchesUp, matches }: Meaning): number[] {
  const due: number[] = [];
  let latest = (shown[0] ?? 0) - 1;
  for (const [index, now] of shown.entries()) {
    const isDue =
      (matches(parts(now)) && (repeats || now > latest)) || (catchesUp && skipsOne(latest + 1, now, matches));
    if (isDue) due.push(start + index * minute);
    latest = Math.max(latest, now);
  }
  return due;
}

/** Whether clocks skip a time that matches, from one that would come next until one that they show instead. */
function skipsOne(from: number, until: number, matches: Meaning['matches']): boolean {
  for (let skipped = from; skipped < until; skipped++) if (matches(parts(skipped))) return true;
  return false;
}
