import { expect, it } from 'vitest';
import {
  checkSentence,
  checkTitle,
  placeWords,
  verdictLine,
} from '../../../../../renderer/features/tests/proof/check-words.ts';
import { stateSentence } from '../../../../../renderer/features/tests/proof/proof-state.tsx';
import { versionProofSentence } from '../../../../../renderer/features/tests/proof/version-proof.ts';
import type { KeptProof, ProofCheck } from '../../../../../shared/contract/types.ts';

const now = Date.parse('2026-11-23T18:00:00Z');
const kept: KeptProof = {
  id: '7',
  version: 4,
  provedAt: '2026-11-20T12:00:00.000Z',
  verdict: 'proved',
  pages: 42,
  held: 9,
  seed: '1',
  engine: '0.1.0',
  source: 'own-pages',
  failed: [],
  notRun: [],
};

it.each<[string, Partial<KeptProof>]>([
  ['Version 4 was proved on 20 Nov with 42 pages', {}],
  ['Version 4 was proved on 20 Nov 2025 with 1 page', { provedAt: '2025-11-20T12:00:00.000Z', pages: 1 }],
  ['Version 4 was refused on 20 Nov: 2 of 11 checks failed', { verdict: 'refused', failed: [2, 4] }],
  ['Version 4 is not proved: on 20 Nov no pages could be held back', { verdict: 'incomplete' }],
])('says of a version: %s', (sentence, change) => {
  expect(versionProofSentence({ ...kept, ...change }, now)).toBe(sentence);
});

it('says of the present text whether it is proved, was, or never', () => {
  expect(stateSentence(null)).toBe('Not proved yet');
  expect(stateSentence({ from: 'version', isCurrent: false, kept })).toBe('Changed since it was proved');
  expect(stateSentence({ from: 'version', isCurrent: true, kept }, now)).toMatch(/^Version 4 was proved/u);
});

const check = (change: Partial<ProofCheck> = {}): ProofCheck => ({
  number: 2,
  name: 'grounded',
  result: 'pass',
  problems: [],
  ...change,
});
const problem = { pointer: '/rules/0', page: null, expected: null, got: null, hint: null };

it('says in one line what a proof came to', () => {
  const checks = [check(), check({ result: 'fail' }), check({ result: 'fail' })];
  const of = { checks, pages: 42, held: 9 };
  expect(verdictLine('proved', of)).toBe('Proved with 42 pages, 9 of them held back.');
  expect(verdictLine('proved', { checks, pages: 1, held: 0 })).toBe(
    'Proved with the one page that the crawl takes.',
  );
  expect(verdictLine('refused', of)).toBe('Refused: 2 of 11 checks failed.');
  expect(verdictLine('incomplete', of)).toBe(
    'Incomplete: no pages could be held back. Run it once to store more pages.',
  );
});

it.each<[sentence: string, Partial<ProofCheck>]>([
  ['Every value comes from its page and its row.', {}],
  ['Values are not from their page or row, or are the same everywhere.', { result: 'fail' }],
  ['No selector has a part that it does not need.', { name: 'simpler' }],
  ['Selectors have parts that they do not need.', { name: 'simpler', problems: [problem] }],
  ['What is true of the other pages is true of those that were held back.', { name: 'held-back pages' }],
  [
    'What is true of the other pages is true of those that were held back.',
    { name: 'held-back pages', problems: [{ ...problem, expected: 'two pages', got: 'a single page' }] },
  ],
  [
    'The crawl takes this one page and no other.',
    {
      name: 'held-back pages',
      problems: [{ ...problem, got: 'The crawl takes this one page and no other.' }],
    },
  ],
  ['The pages cannot answer it.', { result: 'not-run' }],
  [
    'Not run: it needs pages of a list; no page is one.',
    { result: 'not-run', problems: [{ ...problem, expected: 'pages of a list', got: 'no page is one' }] },
  ],
  [
    'Not run: it needs two pages of a kind; one is. Give more.',
    {
      result: 'not-run',
      problems: [{ ...problem, expected: 'two pages of a kind', got: 'one is', hint: 'Give more.' }],
    },
  ],
])('says of a check: %s', (sentence, change) => {
  expect(checkSentence(check(change))).toBe(sentence);
});

it('calls a check by a name for people, and one that it does not know by its own', () => {
  expect(checkTitle({ name: 'grounded' })).toBe('Values from the page');
  expect(checkTitle({ name: 'other' })).toBe('other');
});

it.each([
  ['', 'The spider'],
  ['/rules', 'rules'],
  ['/rules/0', 'Rule 1'],
  ['/settings/DOWNLOAD_DELAY', 'DOWNLOAD_DELAY'],
  ['/start_urls/1', 'start_urls 2'],
  ['/expect/fields/price', 'expect.fields.price'],
  ['/callbacks/parse_shelf', 'parse_shelf'],
  ['/callbacks/parse_shelf/iterate/selector', 'Rows of parse_shelf'],
  ['/callbacks/parse_shelf/extract/price/css', 'price of parse_shelf'],
  ['/callbacks/parse_shelf/extract/reviews/extract/a~1b', 'reviews.a/b of parse_shelf'],
])('names the place %s: %s', (pointer, words) => {
  expect(placeWords(pointer)).toBe(words);
});
