import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, type ErrorCode } from '../../clients/typescript/src/errors.ts';
import { mayRetry, retryAfterOf, waitBefore } from '../../clients/typescript/src/retry.ts';

const failure = (status: number, code: ErrorCode): ApiError =>
  new ApiError({ status, code, detail: 'It failed.' });

describe('a request', () => {
  it.each<[string, unknown, { repeatable: boolean; asked: boolean }, boolean]>([
    ['a cut', new ConnectionError(), { repeatable: true, asked: false }, true],
    ['a cut of a change', new ConnectionError(), { repeatable: false, asked: false }, false],
    ['a limit', failure(429, 'too-many-requests'), { repeatable: false, asked: true }, true],
    ['a proxy without a server', failure(502, 'unexpected-answer'), { repeatable: true, asked: false }, true],
    ['that for a change', failure(502, 'unexpected-answer'), { repeatable: false, asked: false }, false],
    [
      'a page that could not be fetched',
      failure(502, 'fetch-failed'),
      { repeatable: true, asked: false },
      false,
    ],
    ['a page that took too long', failure(504, 'timed-out'), { repeatable: true, asked: false }, false],
    ['its own first attempt under way', failure(409, 'key-in-use'), { repeatable: true, asked: false }, true],
    ['a full disk', failure(503, 'disk-full'), { repeatable: true, asked: false }, false],
    ['a server that names a time', failure(503, 'io'), { repeatable: true, asked: true }, true],
    ['a bug of the server', failure(500, 'internal'), { repeatable: true, asked: false }, false],
    ['wrong arguments', failure(400, 'bad-arguments'), { repeatable: true, asked: false }, false],
    ['a bug of the program', new TypeError('x'), { repeatable: true, asked: false }, false],
  ])('after %s', (_, error, { repeatable, asked }, expected) => {
    expect(mayRetry(error, repeatable, asked)).toBe(expected);
  });

  const options = { retries: 4, backoffMs: 100, longestWaitMs: 60_000 };

  it('waits longer from time to time, at random, and not beyond half a minute', () => {
    for (const [attempt, most] of [
      [0, 100],
      [3, 800],
      [30, 30_000],
    ] as const) {
      const waits = Array.from({ length: 200 }, () => waitBefore(attempt, null, options) ?? Number.NaN);
      expect(Math.max(...waits)).toBeLessThanOrEqual(most);
      expect(Math.max(...waits)).toBeGreaterThan(most / 2);
      expect(Math.min(...waits)).toBeLessThan(most / 2);
    }
  });

  it('waits as long as the server says, or not at all where that is too long', () => {
    const wait = waitBefore(0, 5000, options);
    expect(wait).toBeGreaterThanOrEqual(5000);
    expect(wait).toBeLessThanOrEqual(5100);
    expect(waitBefore(0, 60_001, options)).toBeNull();
  });

  const now = Date.parse('2026-11-28T10:00:00Z');
  it.each([
    [null, null],
    ['3', 3000],
    [' 0 ', 0],
    ['Sat, 28 Nov 2026 10:00:07 GMT', 7000],
    ['Sat, 28 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
  ])('reads the Retry-After %j', (header, expected) => {
    expect(retryAfterOf(header, now)).toBe(expected);
  });
});
