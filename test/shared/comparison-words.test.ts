import { expect, it } from 'vitest';
import { causeSentence } from '../../shared/comparison-words.ts';

const compared = (all: number, cause: Partial<Parameters<typeof causeSentence>[0]['cause']>) => ({
  added: 0,
  removed: 0,
  changed: all,
  cause: {
    ...{ site: 0, spider: 0, both: 0, unknown: 0, checked: all },
    ...{ sameSpider: false, settings: [], args: [] },
    ...cause,
  },
});

it.each<[number, Parameters<typeof compared>[1], string]>([
  [0, {}, 'Nothing differs.'],
  [1, { site: 1 }, 'The site made the one difference.'],
  [4, { spider: 4 }, 'The spider made the 4 differences.'],
  [4, { site: 3, unknown: 1 }, 'The site made 3 of the 4 differences; the cause of 1 is unknown.'],
  [
    4,
    { site: 2, spider: 3, both: 1 },
    'Of the 4 differences, the site made 2 and the spider 3, 1 of them together.',
  ],
  [2, { unknown: 2 }, 'It is not known whether the site or the spider made the difference.'],
  [9000, { site: 9000, checked: 60 }, 'The site made the 9,000 differences, estimated from 60 differences.'],
  [
    1,
    { spider: 1, settings: ['DEPTH_LIMIT'], args: ['term'] },
    'The spider made the one difference. Settings that differ: DEPTH_LIMIT. Arguments that differ: term.',
  ],
])('%i differences, %j: %s', (all, cause, sentence) => {
  expect(causeSentence(compared(all, cause))).toBe(sentence);
});
