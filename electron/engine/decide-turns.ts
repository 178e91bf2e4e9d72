import type { HostTerms } from './ports/shared-hosts.ts';

/** A run at a host that several runs share. */
export interface Contender {
  terms: HostTerms;
  /** Number of its requests in flight. */
  active: number;
  /** Whether it was refused since its last turn, so that it will ask again. */
  isWaiting: boolean;
  /** Sequence number of its last turn; 0: it has had none. */
  served: number;
  /** Whether it does not know of the others yet, and may be sending requests by its own clocks. */
  isApart: boolean;
}

/** A host that several runs share. Times in milliseconds, by a clock that all of them have. */
export interface HostTimes {
  /** Earliest time of the next request. */
  nextAt: number;
  /** When a slot became free. */
  freedAt: number;
}

/** A request for turns; see `TurnRequest`. */
export interface Turns {
  kind: 'request' | 'redirect';
  most: number;
  jitter: number;
  now: number;
}

/** Turns granted, and the host's next time; or the time after which to ask again, and what for. */
export type Decision =
  { count: number; nextAt: number } | { againInMs: number; waitsFor: 'others' | 'delay' | 'slot' | 'turn' };

/** How often a run asks that waits for others to free a slot or to answer, in milliseconds. */
export const pollMs = 5;
/**
 * How long a turn is kept for the run that has waited longest, in milliseconds. Only a run that is busy otherwise comes later
 * than a timer is wrong: up to 16 ms on Windows.
 */
export const courtesyMs = 50;
/** Rounding of times that are converted between clocks, in milliseconds. */
const roundingMs = 0.01;

/**
 * Decides whether a run may send requests to a host that it shares: after the longest delay and within the smallest number of
 * slots of all runs that are there. Runs that wait take turns.
 */
export function decideTurns(
  host: HostTimes,
  own: Contender,
  others: readonly Contender[],
  { kind, most, jitter, now }: Turns,
): Decision {
  if (others.some(({ isApart }) => isApart)) return { againInMs: pollMs, waitsFor: 'others' };
  const all = [own, ...others];
  const gap = all.reduce((longest, { terms }) => Math.max(longest, gapOf(terms, jitter)), 0);
  const rest = host.nextAt - now;
  if (rest > roundingMs) return { againInMs: rest, waitsFor: 'delay' };
  const nextAt = now + gap;
  if (kind === 'redirect') return { count: 1, nextAt };
  const slots = all.reduce((least, { terms }) => Math.min(least, terms.slots), Infinity);
  const free = slots - all.reduce((sum, { active }) => sum + active, 0);
  if (free <= 0) return { againInMs: pollMs, waitsFor: 'slot' };
  const waiting = others.filter(({ isWaiting }) => isWaiting);
  const courtesy = Math.max(host.nextAt, host.freedAt) + courtesyMs - now;
  if (courtesy > 0 && waiting.some(({ served }) => served < own.served)) {
    return { againInMs: Math.min(pollMs, courtesy), waitsFor: 'turn' };
  }
  const share = Math.ceil(free / (waiting.length + 1));
  return { count: gap > 0 ? 1 : Math.min(most, share), nextAt };
}

/** Milliseconds between two requests by the terms of one run. @param jitter factor of a delay that varies */
export function gapOf({ delayMs, randomize, crawlDelayMs }: HostTerms, jitter: number): number {
  return Math.max(randomize ? delayMs * jitter : delayMs, crawlDelayMs);
}
