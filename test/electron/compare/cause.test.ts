import { expect, it } from 'vitest';
import { causeOf, combined, type Cause } from '../../../electron/compare/cause.ts';

/** What the later spider finds on the old page and the earlier one on the new page: the value before, after, or another one. */
type Found = 'before' | 'after' | 'other';
const check = (oldPage: Found, newPage: Found): Cause => {
  const as = (found: Found) => ({ asBefore: found === 'before', asAfter: found === 'after' });
  return causeOf({ oldPage: as(oldPage), newPage: as(newPage) });
};

it.each<[Found, Found, Cause]>([
  ['after', 'before', 'spider'],
  ['before', 'after', 'site'],
  ['before', 'before', 'both'],
  ['after', 'after', 'both'],
  ['other', 'other', 'both'],
  ['after', 'other', 'spider'],
  ['other', 'before', 'spider'],
  ['before', 'other', 'site'],
  ['other', 'after', 'site'],
])(
  'the later spider on the old page: %s; the earlier on the new page: %s → %s',
  (oldPage, newPage, cause) => {
    expect(check(oldPage, newPage)).toBe(cause);
  },
);

it.each<[Cause[], Cause]>([
  [[], 'unknown'],
  [['unknown'], 'unknown'],
  [['site', 'unknown'], 'site'],
  [['site', 'site'], 'site'],
  [['site', 'spider'], 'both'],
  [['both'], 'both'],
])('combines %j to %s', (causes, cause) => {
  expect(combined(causes)).toBe(cause);
});
