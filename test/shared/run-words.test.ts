import { expect, it } from 'vitest';
import { runIs } from '../../shared/run-words.ts';

it.each([
  ['queued', 'is queued'],
  ['running', 'is running'],
  ['pausing', 'is pausing'],
  ['paused', 'is paused'],
  ['interrupted', 'is interrupted'],
  ['completed', 'has completed'],
  ['stopped', 'was stopped'],
  ['failed', 'has failed'],
])('a run that is %s %s', (state, words) => {
  expect(runIs(state)).toBe(words);
});
