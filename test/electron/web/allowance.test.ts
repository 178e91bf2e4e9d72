import { describe, expect, it } from 'vitest';
import { createAllowance } from '../../../electron/web/allowance.ts';

describe('what a window may send', () => {
  it('is a number of frames at once, which fills again with time', () => {
    let now = 0;
    const allowance = createAllowance(() => now);
    const take = (count: number) =>
      Array.from({ length: count }, () => allowance.take(10)).filter(Boolean).length;
    expect(take(1500)).toBe(1000);
    now += 1000;
    expect(take(1)).toBe(0);
    now += 10_000;
    expect(take(1500)).toBe(1000);
  });

  it('is never used up by a window that works', () => {
    let now = 0;
    const allowance = createAllowance(() => now);
    for (let second = 0; second < 600; second += 1) {
      for (let frame = 0; frame < 100; frame += 1) expect(allowance.take(2000)).toBe(true);
      now += 1000;
    }
  });

  it('is a number of characters, too', () => {
    const allowance = createAllowance(() => 0);
    expect(allowance.take(60 * 1024 * 1024)).toBe(true);
    expect(allowance.take(10 * 1024 * 1024)).toBe(false);
  });
});
