import { describe, expect, it } from 'vitest';
import { challengeOf } from '../../../electron/api/tokens/resource-metadata.ts';

const issuer = { issuer: 'https://id.example', audience: 'spider-studio' };

describe('the challenge of a refusal', () => {
  it.each([
    [
      '127.0.0.1:8321',
      'Bearer resource_metadata="http://127.0.0.1:8321/.well-known/oauth-protected-resource"',
    ],
    ['', 'Bearer'],
    ['a b"', 'Bearer'],
    ['[', 'Bearer'],
  ])('under the host %j is %s', (host, challenge) => {
    expect(challengeOf(issuer as never, host, 'no-key')).toBe(challenge);
    expect(challengeOf(null, host, 'no-key')).toBe('Bearer');
  });
});
