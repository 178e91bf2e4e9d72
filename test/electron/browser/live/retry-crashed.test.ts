import { expect, it } from 'vitest';
import { retryCrashed } from '../../../../electron/browser/live/retry-crashed.ts';

/** Opens pages of which the first ones crash while they open. */
function crashing(times: number, message = 'browserContext.newPage: Target crashed ') {
  let tries = 0;
  const open = async (): Promise<string> => {
    tries += 1;
    if (tries <= times) throw new Error(message);
    return `page ${tries}`;
  };
  return { open, tries: () => tries };
}

it.each([
  [0, 'page 1'],
  [1, 'page 2'],
  [3, 'page 4'],
  [4, null],
])('opens a page after %i that have crashed', async (crashes, page) => {
  const { open, tries } = crashing(crashes);
  expect(await retryCrashed(open)).toBe(page);
  expect(tries()).toBe(Math.min(crashes + 1, 4));
});

it('tries nothing again that fails for another reason', async () => {
  const { open, tries } = crashing(
    1,
    'browserContext.newPage: Target page, context or browser has been closed',
  );
  await expect(retryCrashed(open)).rejects.toThrow('has been closed');
  expect(tries()).toBe(1);
});
