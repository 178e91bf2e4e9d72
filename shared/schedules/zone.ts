import { nearestHint } from '../spider/known-names.ts';
import type { WallTime } from './civil.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A time zone: what its clocks show at a moment. */
export interface Zone {
  readonly name: string;
  /** What its clocks show at a moment. @param at milliseconds since 1970 */
  wallAt(at: number): WallTime;
  /** What its clocks are ahead of UTC during a whole stretch of wall time, in milliseconds; null: they change in it or near it. */
  steadyOffset(from: WallTime, until: WallTime): number | null;
  /** Which moments show a wall time on its clocks; see `Shown`. */
  momentsOf(wall: WallTime): Shown;
}

/**
 * The moments at which clocks show a wall time: one as a rule, two (the earlier first) where clocks were set back over it, none
 * where they were set forward over it. `after` is then the first moment after the gap.
 */
export type Shown =
  { readonly at: readonly [number] | readonly [number, number] } | { readonly after: number };

/** A time zone that is not known. */
export class ZoneError extends Error {
  readonly hint: string;

  constructor(name: string) {
    super(`The time zone "${name}" is not known.`);
    this.name = 'ZoneError';
    const known = Intl.supportedValuesOf('timeZone');
    this.hint = `Time zones are called by continent and city, such as Europe/Berlin, or UTC.${nearestHint(name, known)}`;
  }
}

/** The time zone of this machine. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const zones = new Map<string, Zone>();

/** Opens a time zone of the IANA database by its name, in any case. @throws ZoneError */
export function openZone(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = createZone(properName(name));
  zones.set(name, zone);
  return zone;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function properName(name: string): string {
  // Offsets such as "+02:00" are accepted by some systems: they know no summer time, and are no places.
  if (!/^[a-z]/i.test(name) || name.length > 64) throw new ZoneError(name);
  if (!isZone(name)) throw new ZoneError(name);
  const lower = name.toLowerCase();
  if (lower === 'utc') return 'UTC';
  return Intl.supportedValuesOf('timeZone').find((one) => one.toLowerCase() === lower) ?? name;
}

/** Offsets lie between -12 and +14 hours; so a wall time is shown within these bounds or not at all. */
const west = 12 * hour;
const east = 14 * hour;

function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  /** Offsets at whole hours, which are asked for again and again. */
  const known = new Map<number, number>();

  function readOffset(at: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
    const { year = 1970, month = 1, day = 1, hour: hours = 0, minute: minutes = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hours, minutes, second) - Math.floor(at / 1000) * 1000;
  }

  /** What clocks are ahead of UTC at a moment, in milliseconds. */
  function offsetAt(at: number): number {
    if (at % hour !== 0) return readOffset(at);
    const found = known.get(at) ?? readOffset(at);
    if (known.size >= 1000) known.clear();
    known.set(at, found);
    return found;
  }

  /** Changes of the clocks, by where they were searched from. */
  const changes = new Map<number, number>();

  /** The moment of the change between two moments with different offsets. */
  function changeBetween(from: number, until: number, before: number): number {
    const found = changes.get(from);
    if (found !== undefined) return found;
    let [low, high] = [from, until];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    if (changes.size >= 1000) changes.clear();
    changes.set(from, high);
    return high;
  }

  const floorHour = (at: number): number => Math.floor(at / hour) * hour;

  return {
    name,
    wallAt: (at) => at + offsetAt(at),
    steadyOffset(from, until) {
      const offset = offsetAt(floorHour(from - east));
      return offset === offsetAt(floorHour(until + west) + hour) ? offset : null;
    },
    momentsOf(wall) {
      const from = floorHour(wall - east);
      const until = floorHour(wall + west) + hour;
      const [before, after] = [offsetAt(from), offsetAt(until)];
      if (before === after) return { at: [wall - before] };
      const change = changeBetween(from, until, before);
      const first = wall - before;
      const second = wall - after;
      if (first < change) return second >= change ? { at: [first, second] } : { at: [first] };
      return second >= change ? { at: [second] } : { after: change };
    },
  };
}
