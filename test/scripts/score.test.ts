import { describe, expect, it } from 'vitest';
import { pairedBootstrap } from '../../scripts/score/bootstrap.ts';
import {
  comparable,
  compareShingles,
  compareWords,
  countSnippets,
  dayOf,
} from '../../scripts/score/metrics.ts';
import { isHeld, type Truth } from '../../scripts/score/sets.ts';
import { bodyScore, scorePage } from '../../scripts/score/table.ts';

const truth: Truth = {
  url: 'https://example.com/',
  type: null,
  articleBody: null,
  mainContent: null,
  with: [],
  without: [],
  title: null,
  author: null,
  date: null,
  labelsAuthor: false,
};
const nothing = { title: null, author: null, date: null, text: '' };

describe('the scores', () => {
  it.each([
    ['the same text', 'a b c d e', 'a b c d e', 1, 1],
    ['another case', 'A b c d', 'a b c d', 0, 0],
    ['fewer tokens than a shingle has', 'a b', 'a b', 1, 1],
    ['half too much', 'a b c d e f', 'a b c d', 1 / 3, 1],
    ['nothing for nothing', '', '', 1, 1],
  ])('shingles: %s', (_name, predicted, expected, precision, recall) => {
    expect(compareShingles(predicted, expected)).toMatchObject({ precision, recall });
  });

  it('words: multisets, case does not count', () => {
    expect(compareWords('A a b', 'a b b')).toMatchObject({ precision: 2 / 3, recall: 2 / 3 });
  });

  it('snippets: found, missed, wrong', () => {
    expect(countSnippets('one two three', { with: ['one two', 'four'], without: ['three', 'five'] })).toEqual(
      {
        found: 1,
        missed: 1,
        wrong: 1,
      },
    );
  });

  it('shingles of a set: precision over the pages with text, recall over all', () => {
    const page = { ...truth, articleBody: 'a b c d' };
    const scored = [
      scorePage('1', page, { ...nothing, text: 'a b c d' }, 1),
      scorePage('2', page, nothing, 1),
    ];
    expect(bodyScore(scored)).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
  });

  it('titles and days are compared without their dress', () => {
    expect(comparable(' The “Bridge”,\n opens ')).toBe('the bridge opens');
    expect(dayOf('2024-03-05T08:15:00+01:00')).toBe('2024-03-05');
    const page = { ...truth, title: 'A bridge', date: '2024-03-05', labelsAuthor: true };
    const predicted = { title: 'a Bridge!', author: 'Ada', date: '2024-03-05T10:00:00Z', text: '' };
    expect(scorePage('1', page, predicted, 1)).toMatchObject({
      title: true,
      date: true,
      falseAuthor: true,
      author: null,
    });
  });

  it('holds back about a quarter of the sites', () => {
    const held = Array.from({ length: 2000 }, (_, index) => isHeld('1', `https://site-${index}.example/`));
    expect(held.filter(Boolean).length).toBeGreaterThan(440);
    expect(held.filter(Boolean).length).toBeLessThan(560);
  });

  it.each([
    ['pages of one site', (index: number) => `https://www.paper.example/${index}`, 1],
    ['parts of one site', (index: number) => `https://part-${index}.paper.example/`, 1],
    ['parts of one site below a country', (index: number) => `https://part-${index}.paper.co.uk/`, 1],
    ['sites of one country', (index: number) => `https://paper-${index}.co.uk/`, 2],
    ['pages without an address', () => '', 2],
  ])('keeps %s on as many sides as there may be', (_name, address, sides) => {
    const held = Array.from({ length: 50 }, (_, index) => isHeld(String(index), address(index)));
    expect(new Set(held).size).toBe(sides);
  });
});

describe('the paired bootstrap', () => {
  const page = { ...truth, mainContent: 'a b c d' };
  const scores = (texts: readonly string[]) =>
    texts.map((text, index) => scorePage(String(index), page, { ...nothing, text }, 1));

  it('is sure of what is better on every page', () => {
    const compared = pairedBootstrap(scores(['a b c d', 'a b c d']), scores(['a b', 'x']));
    expect(compared.difference).toBeCloseTo(1 - (2 / 3 + 0) / 2, 6);
    expect(compared.better).toBe(1);
    expect(compared.low).toBeGreaterThan(0);
    expect(compared.high).toBeLessThanOrEqual(1);
  });

  it('is not sure of what is better on some pages and worse on others', () => {
    const one = scores(['a b c d', 'x', 'a b c d', 'x']);
    const other = scores(['x', 'a b c d', 'x', 'a b c d']);
    const compared = pairedBootstrap(one, other);
    expect(compared.difference).toBe(0);
    expect(compared.low).toBeLessThan(0);
    expect(compared.high).toBeGreaterThan(0);
  });

  it('says the same in every run', () => {
    const [one, other] = [scores(['a', 'b c', 'a b c d']), scores(['a b', 'c', 'x'])];
    expect(pairedBootstrap(one, other)).toEqual(pairedBootstrap(one, other));
  });
});
