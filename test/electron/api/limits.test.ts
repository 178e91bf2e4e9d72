import { describe, expect, it } from 'vitest';
import { createLimiter, limitHeaders } from '../../../electron/api/limits.ts';

const limits = { perMinute: 60, atOnce: 2 };

function limiter() {
  const clock = { ms: 0 };
  return { clock, ...createLimiter(limits, () => clock.ms) };
}

describe('what a key may ask for', () => {
  it('is a number of requests a minute, which come back evenly', () => {
    const { take, clock } = limiter();
    for (let i = 0; i < 60; i += 1) take('a').end();
    expect(() => take('a')).toThrow(
      expect.objectContaining({ code: 'too-many-requests', details: { retryAfter: 1 } }),
    );
    clock.ms += 999;
    expect(() => take('a')).toThrow('requests a minute');
    clock.ms += 1;
    expect(take('a')).toMatchObject({ remaining: 0, resetSeconds: 60 });
  });

  it('is counted for each key by itself', () => {
    const { take } = limiter();
    for (let i = 0; i < 60; i += 1) take('a').end();
    expect(take('b')).toMatchObject({ remaining: 59 });
  });

  it('is also a number of requests under way', () => {
    const { take } = limiter();
    const first = take('a');
    take('a');
    expect(() => take('a')).toThrow(expect.objectContaining({ code: 'too-busy' }));
    first.end();
    first.end();
    take('a');
    expect(() => take('a')).toThrow(expect.objectContaining({ code: 'too-busy' }));
  });

  it('is told in the headers of the draft', () => {
    expect(limitHeaders(limits, { remaining: 12, resetSeconds: 48 })).toEqual({
      'RateLimit-Policy': '"key";q=60;w=60',
      RateLimit: '"key";r=12;t=48',
    });
  });
});
