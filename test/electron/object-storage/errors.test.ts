import { describe, expect, it } from 'vitest';
import { refusalError, type Refusal } from '../../../electron/object-storage/errors.ts';

const refusal = (status: number, code: string, more: Partial<Refusal> = {}): Refusal => ({
  status,
  code,
  message: '',
  region: null,
  serverTime: null,
  ...more,
});

describe('every refusal says what, where and what to do', () => {
  it.each([
    [refusal(403, 'InvalidAccessKeyId'), 'wrong-key', 's3://b (h) does not know the access key.'],
    [refusal(403, 'SignatureDoesNotMatch'), 'wrong-key', 'the secret key does not belong to the access key'],
    [refusal(400, 'ExpiredToken'), 'wrong-key', 'session token'],
    [refusal(403, 'AccessDenied'), 'access-denied', 's3://b (h) denies access to "k".'],
    [refusal(403, ''), 'access-denied', 'denies access'],
    [refusal(404, 'NoSuchBucket'), 'no-bucket', 'there is no such bucket'],
    [refusal(404, 'NoSuchKey'), 'not-found', '"k" does not exist'],
    [refusal(301, ''), 'wrong-place', 'another region'],
    [refusal(400, 'AuthorizationHeaderMalformed', { region: 'eu-1' }), 'wrong-place', 'in the region eu-1'],
    [refusal(403, 'RequestTimeTooSkewed', { serverTime: 3_600_000 }), 'clock', 'is 60 minutes behind'],
    [refusal(403, 'RequestTimeTooSkewed', { serverTime: -60_000 }), 'clock', 'is 1 minute ahead'],
    [refusal(412, 'PreconditionFailed'), 'exists', 'was not replaced'],
    [refusal(503, 'SlowDown'), 'busy', 'is busy'],
    [refusal(507, ''), 'full', 'has no room'],
    [refusal(418, 'Teapot', { message: 'I am\na teapot.' }), 'failed', 'status 418 (Teapot: I am a teapot)'],
  ])('%j', (given, reason, words) => {
    const error = refusalError(given, 's3://b (h)', '"k"', 0);
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(words);
  });
});
