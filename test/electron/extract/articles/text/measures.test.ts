import { describe, expect, it } from 'vitest';
import { given } from '../../../../given.ts';
import { segmentPage } from '../../../../../electron/extract/articles/text/segment.ts';
import { measure, measureNames } from '../../../../../electron/extract/articles/text/measures.ts';
import { phraseMarks, phrases } from '../../../../../electron/extract/articles/text/vocabulary.ts';
import { parsePage } from '../../../../../electron/extract/tree.ts';

const measured = (text: string) => measure(given(segmentPage(parsePage(`<p>${text}</p>`)).blocks[0]));
const value = (text: string, name: string): number =>
  given(measured(text).values[measureNames.indexOf(name)]);

describe('the measures of a text', () => {
  // Texts beyond ASCII are read by patterns, others sign by sign: both see the same.
  it.each([
    ['sentences', 'One. Two! Three? 4.5 e.g.x', 'Öne. Two! Three? 4.5 e.g.x', 3],
    ['sentences', 'He said "no." Then (yes.) left', 'Hé said "no." Then (yes.) left', 2],
    ['sentences', 'No end', 'Nö end', 0],
    ['titleCase', 'The Harbour opens Again', 'The Härbour opens Again', 3 / 4],
    ['digits', 'In 1903 and 21', 'In 1903 änd 21', 6 / 14],
    ['capitals', 'AB cd EFg', 'AB çd EFg', 4 / 9],
  ])('%s of %j and %j', (name, plain, other, expected) => {
    expect(value(plain, name)).toBeCloseTo(expected, 9);
    expect(value(other, name)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['commas', 'one, two; three and more', 'one, two; thrée and more'],
    ['bars', 'Home | News / Harbour and more', 'Home | News / Härbour and more'],
  ])('%s are the more the shorter the text', (name, plain, other) => {
    expect(value(plain, name)).toBeCloseTo(200 / plain.length, 9);
    expect(value(other, name)).toBeCloseTo(200 / other.length, 9);
  });

  it('counts words of letters, digits and underscores', () => {
    expect(measured('Two_words 4 you').words).toEqual(['two_words', '4', 'you']);
    expect(measured('Zwei Wörter 4 dich').words).toEqual(['zwei', 'wörter', '4', 'dich']);
  });
});

describe('the phrases of a text', () => {
  const marksOf = (text: string): Record<string, number> =>
    Object.fromEntries(phraseMarks(text).flatMap((mark, at) => (mark === 0 ? [] : [[phrases[at], mark]])));

  it.each([
    ['The harbour was opened again', {}],
    ['Share this story', { share: 2 }],
    ['SHARE THIS STORY', { share: 2 }],
    ['Please share this', { share: 1 }],
    ['Teilen Sie das für uns', { share: 2 }],
    ['Für Sie: teilen', { share: 1 }],
    ['читайте также', { more: 2, related: 2 }],
    ['Sharetaker of the harbour', {}],
  ])('%j', (text, expected) => {
    expect(marksOf(text)).toEqual(expected);
  });
});
