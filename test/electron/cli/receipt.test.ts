import { describe, expect, it } from 'vitest';
import { describeReceipt } from '../../../electron/cli/receipt.ts';

const receipt = {
  done: 120,
  requeued: 4,
  fetchedAgain: 4,
  fetchedAgainInAll: 4,
  givenUp: 0,
  itemsLost: 0,
  itemsDuplicated: 0,
};

describe('the receipt of a resumed run', () => {
  it.each([
    [{}, 'Receipt: 120 pages done, 4 re-queued, 4 fetched again, 0 items lost, 0 items duplicated.'],
    [
      { fetchedAgainInAll: 9, itemsLost: 1 },
      'Receipt: 120 pages done, 4 re-queued, 4 fetched again (9 since the run began), 1 item lost, 0 items duplicated.',
    ],
    [
      { givenUp: 1 },
      'Receipt: 120 pages done, 4 re-queued, 4 fetched again, 1 page given up because the run ended abnormally while it processed them, 0 items lost, 0 items duplicated.',
    ],
  ])('%j', (changes, text) => {
    expect(describeReceipt({ ...receipt, ...changes })).toBe(text);
  });
});
