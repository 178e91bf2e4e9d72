import { describe, expect, it } from 'vitest';
import { retryTime } from '../../../../../electron/host/work/webhooks/retry-time.ts';

const now = Date.UTC(2026, 0, 1);
const middle = (): number => 0.5;
const failed = { status: 500, retryAfter: null };
const seconds = (at: number | null): number | null => (at === null ? null : (at - now) / 1000);

describe('when an event that did not arrive is sent again', () => {
  it.each([
    [1, 5],
    [2, 300],
    [3, 1800],
    [6, 36_000],
    [9, 86_400],
    [10, null],
  ])('after attempt %i: %s seconds', (attempts, wait) => {
    expect(seconds(retryTime(failed, attempts, now, middle))).toBe(wait);
  });

  it('is a whole number of milliseconds, which the database takes', () => {
    expect(retryTime(failed, 1, now, () => 0.123_456)).toSatisfy(Number.isInteger);
  });

  it('varies by a fifth', () => {
    expect(seconds(retryTime(failed, 2, now, () => 0))).toBe(240);
    expect(seconds(retryTime(failed, 2, now, () => 1))).toBe(360);
  });

  it.each<[string, number | null, string, number]>([
    ['a Retry-After in seconds', 429, '120', 120],
    ['a Retry-After as a date', 503, new Date(now + 90_000).toUTCString(), 90],
    ['no less than usual', 429, '1', 5],
    ['no more than a day', 503, '999999', 86_400],
    ['not of other answers', 500, '120', 5],
    ['not what cannot be read', 429, 'soon', 5],
  ])('keeps %s', (_, status, retryAfter, wait) => {
    expect(seconds(retryTime({ status, retryAfter }, 1, now, middle))).toBe(wait);
  });
});
