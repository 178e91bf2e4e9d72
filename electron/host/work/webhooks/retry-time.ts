import type { Posted } from '../../../notices/post.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Waits before the attempts after the first, in milliseconds, as Standard Webhooks suggests: over three days. */
const waits: readonly number[] = [
  5000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** The part of a wait by which it varies, so that receivers are not asked by all at once. */
const spread = 0.2;

/**
 * When an event that did not arrive is sent again, in milliseconds since 1970; null: it is given up. A Retry-After of the receiver is
 * kept, up to a day.
 * @param attempts how many there were, from 1 @param random from 0 to 1
 */
export function retryTime(
  { status, retryAfter }: Pick<Posted, 'status' | 'retryAfter'>,
  attempts: number,
  now: number,
  random: () => number,
): number | null {
  const wait = waits[attempts - 1];
  if (wait === undefined) return null;
  const usual = Math.round(now + wait * (1 + spread * (random() - 0.5) * 2));
  const isAsked = (status === 429 || status === 503) && retryAfter !== null;
  const asked = isAsked ? readRetryAfter(retryAfter, now) : null;
  return asked === null ? usual : Math.min(now + 24 * hour, Math.max(usual, asked));
}

/** The time of a Retry-After, which is in seconds or a date; null: it is neither. */
function readRetryAfter(text: string, now: number): number | null {
  if (/^\d{1,9}$/.test(text)) return now + Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
