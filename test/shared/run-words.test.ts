import { expect, it } from 'vitest';
import { generationWords, runIs, standsForCrawl } from '../../shared/run-words.ts';

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

const crawl = { state: 'completed', source: null, acceptedAt: null, replacedBy: null };
const again = { ...crawl, source: '12' };
const acceptedAt = '2026-11-23T12:00:00.000Z';

it.each([
  ['a crawl', crawl, '', true],
  ['a crawl whose items were extracted again', { ...crawl, replacedBy: '14' }, 'Replaced by run 14.', false],
  ['one under way', { ...again, state: 'running' }, 'Extracted again from run 12.', false],
  ['one that failed', { ...again, state: 'failed' }, 'Extracted again from run 12.', false],
  ['one to decide on', again, 'Extracted again from run 12, waits for a decision.', false],
  ['an accepted one', { ...again, acceptedAt }, 'Extracted again from run 12, accepted.', true],
  ['a former one', { ...again, replacedBy: '14' }, 'Extracted again from run 12, replaced by run 14.', false],
])('where the items of %s come from', (_what, run, words, stands) => {
  expect(generationWords(run)).toBe(words);
  expect(standsForCrawl(run)).toBe(stands);
});
