import { expect, it } from 'vitest';
import { isoTime } from '../../../../electron/store/database/rows.ts';

it.each([
  0, 1_700_000_000_123, 86_399_999, 86_400_000, -1, -86_400_001, 1_700_000_000_123.9, -62_167_219_200_001,
  253_402_300_800_000, 951_782_400_000,
])('the moment %d is written as by Date, whatever was asked before', (moment) => {
  for (const before of [moment, moment - 86_400_000, 0, moment + 1]) {
    isoTime(before);
    expect(isoTime(moment)).toBe(new Date(moment).toISOString());
  }
});

it('what is no moment is an error', () => {
  expect(() => isoTime(Number.NaN)).toThrow(RangeError);
});
