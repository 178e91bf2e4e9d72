import { expect, it } from 'vitest';
import { newPage } from '../../../../electron/browser/live/new-page.ts';

/** A context whose pages crash while they open, a number of times. */
function crashing(times: number, message = 'browserContext.newPage: Target crashed ') {
  let tries = 0;
  const context = {
    newPage: async () => {
      tries += 1;
      if (tries <= times) throw new Error(message);
      return `page ${tries}`;
    },
  };
  return { context, tries: () => tries };
}

it.each([
  [0, 'page 1'],
  [1, 'page 2'],
  [3, 'page 4'],
  [4, null],
])('opens a page after %i that have crashed', async (crashes, page) => {
  const { context, tries } = crashing(crashes);
  expect(await newPage(context)).toBe(page);
  expect(tries()).toBe(Math.min(crashes + 1, 4));
});

it('tries nothing again that fails for another reason', async () => {
  const { context, tries } = crashing(
    1,
    'browserContext.newPage: Target page, context or browser has been closed',
  );
  await expect(newPage(context)).rejects.toThrow('has been closed');
  expect(tries()).toBe(1);
});
