import { expect, it } from 'vitest';
import { isUnexpected } from '../../../shared/contract/run-states.ts';

it.each([
  ['completed', 0, false],
  ['completed', 2, true],
  ['stopped', 1, true],
  ['failed', 1, false],
  ['paused', 1, false],
  ['running', 1, false],
] as const)('a run that is %s with %i breaches: %s', (state, breaches, told) => {
  expect(isUnexpected({ state, breaches })).toBe(told);
});
