import { describe, expect, it } from 'vitest';
import {
  isRetryableStatus,
  longestRetryAfterMs,
  retryAfterMs,
  retryDelayMs,
} from '../../../electron/fetch/retry.ts';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, serve } from './session.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('which answers are tried again', () => {
  it('are the ones of Scrapy', () => {
    const retried = Array.from({ length: 600 }, (_, code) => code).filter((code) => isRetryableStatus(code));
    expect(retried).toEqual([408, 429, 500, 502, 503, 504, 522, 524]);
  });

  it('or those of a list', () => {
    expect([
      isRetryableStatus(418, [418]),
      isRetryableStatus(503, [418]),
      isRetryableStatus(503, []),
    ]).toEqual([true, false, false]);
  });
});

describe('how long to wait', () => {
  const delay = (tries: number, random: number, status: number | null = 503, retryAfter?: string) =>
    retryDelayMs({
      tries,
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      now,
      random: () => random,
    });

  it('doubles with every try, between half and the whole, up to a minute', () => {
    expect([0, 1, 2, 3, 10, 2000].map((tries) => delay(tries, 0))).toEqual([
      500, 1000, 2000, 4000, 30_000, 30_000,
    ]);
    expect([0, 1, 2, 3, 10, 2000].map((tries) => delay(tries, 1))).toEqual([
      1000, 2000, 4000, 8000, 60_000, 60_000,
    ]);
  });

  it.each([
    ['3', 3000],
    ['Sat, 21 Nov 2026 12:00:09 GMT', 9000],
    ['0', 500],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 500],
    ['99999999', longestRetryAfterMs],
    ['soon', 500],
    ['-5', 500],
  ])('Retry-After %j: %i ms', (header, expected) => {
    expect(delay(0, 0, 429, header)).toBe(expected);
  });

  it('Retry-After never shortens the backoff, and says nothing without an answer', () => {
    expect([delay(3, 0, 429, '1'), delay(0, 0, null, '60')]).toEqual([4000, 500]);
  });
});

describe('Retry-After', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['1.5', 1500],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Saturday, 21-Nov-26 12:01:00 GMT', 60_000],
    ['Sat Nov 21 12:01:00 2026', 60_000],
    ['2026', 2_026_000],
    ['2026-11-21', null],
    ['never', null],
  ])('%j: %j', (header, expected) => {
    expect(retryAfterMs(header === undefined ? {} : { 'retry-after': header }, now)).toBe(expected);
  });

  it('with a date is read by the clock of the server, whatever ours says', () => {
    const busy = { date: 'Sat, 21 Nov 2026 12:00:50 GMT', 'retry-after': 'Sat, 21 Nov 2026 12:01:00 GMT' };
    expect(retryAfterMs(busy, now - 7_200_000)).toBe(10_000);
    expect(retryAfterMs({ ...busy, date: 'yesterday' }, now)).toBe(60_000);
  });

  it('arrives from a server under the name that is looked for', async () => {
    const server = await serve({ '/': routes.busyAtFirst(1, '7', 'page') });
    const session = client();
    const busy = pageOf(await session.fetch({ url: server.url('/') }));
    expect(busy.status).toBe(429);
    expect(retryDelayMs({ tries: 0, status: 429, headers: busy.headers, now, random: () => 0 })).toBe(7000);
    expect(pageOf(await session.fetch({ url: server.url('/') })).status).toBe(200);
  });
});
