import type { Processor } from '../../../shared/spider/schema.ts';
import type { ColumnTexts, Reading } from './types.ts';
import { ratingWords } from './words.ts';
import { decimalOf } from './numbers.ts';

const digits = String.raw`(\d+(?:[.,]\d+)?)`;

/** "4.5 out of 5", "4,5 von 5 Sternen", "4.5/5", "Rated 4 of 5". */
const outOf = new RegExp(
  `${digits}\\s*(?:/|out of|of|von|sur|su|de|van|av|af|z|ze|из|з|/ ?|out\\sof)\\s*(?:5|10|100|6)(?![\\d.,%])`,
  'iu',
);
/** The highest possible comes first: "5つ星のうち4.3", "5점 만점에 4.5점", "5 yıldız üzerinden 4,3". */
const outOfBefore = new RegExp(`(?:のうち|만점에|üzerinden|满分5分|中)\\s*${digits}`, 'u');
/** "4.5 stars", "4,5 Sterne". */
const withWord = new RegExp(
  `${digits}[\\s-]*(?:stars?|Sterne?n?|étoiles?|estrellas?|estrelas?|stelle|sterren|звезд|★|⭐|顆星|星|점)`,
  'iu',
);
const signs = /^[★⭐✮✭☆✩⯪\s]+$/u;

/** The most characters of a text that states a rating. */
const longest = 60;

/** Ratings in words or signs. */
export function readRatings(column: ColumnTexts): Reading | null {
  const { texts } = column;
  if (texts.some((text) => text.length > longest)) return null;
  if (texts.every((text) => signs.test(text) && /[★⭐]/u.test(text)))
    return { type: 'rating', processors: countStars, confidence: 0.9 };
  const form = [outOfBefore, outOf, withWord].find((pattern) => texts.every((text) => pattern.test(text)));
  if (form === undefined) return null;
  const found = texts.map((text) => form.exec(text)?.[1] ?? '');
  const isFirst = texts.every((text, index) => /\d+(?:[.,]\d+)?/.exec(text)?.[0] === found[index]);
  const before: Processor[] = isFirst
    ? []
    : [{ type: 'regex', pattern: form === outOfBefore ? pythonBefore : pythonOf }];
  return {
    type: 'rating',
    processors: [...before, { type: 'number', ...decimalOf(found, false) }],
    confidence: 0.9,
  };
}

const pythonBefore = `(?:のうち|만점에|üzerinden|满分5分|中)\\s*(\\d+(?:[.,]\\d+)?)`;
const pythonOf = `(\\d+(?:[.,]\\d+)?)\\s*(?:/|out of|of|von|sur|su|de|van|stars?)`;

/** The number of full stars: the longest row of signs is replaced first. */
const countStars: Processor[] = [
  { type: 'regex', pattern: '([★⭐]+)' },
  { type: 'replace', old: '⭐', new: '★' },
  ...[5, 4, 3, 2, 1].map((count): Processor => ({
    type: 'replace',
    old: '★'.repeat(count),
    new: String(count),
  })),
  { type: 'number' },
];

const numberWords = ['one', 'two', 'three', 'four', 'five'];
const classWord =
  /(?:^|[\s_-])(?:rating|stars?|score|note|rate|rated)[\s_-]*(?:value[_-])?(one|two|three|four|five)(?![a-z])/i;
const classDigits =
  /(?:^|[\s_-])(?:rating|stars?|score|note|rate|rated|s)[a-z]*[_-]?(\d(?:[._-]\d)?|\d\d)(?![\d%])/i;

/** Ratings in class names: "star-rating Three", "rating-4", "stars-45". */
export function readRatingClasses({ texts, place: { attribute } }: ColumnTexts): Reading | null {
  if (attribute !== 'class') return null;
  if (texts.every((text) => classWord.test(text))) {
    const written = texts.map((text) => classWord.exec(text)?.[1] ?? '');
    if (written.some((word) => !numberWords.includes(word.toLowerCase()))) return null;
    const pattern = String.raw`(?i)(?:rating|stars?|score|note|rated?)[\s_-]*(?:value[_-])?(one|two|three|four|five)`;
    const replaced = numberWords.map((old, index): Processor => ({
      type: 'replace',
      old,
      new: String(index + 1),
    }));
    return {
      type: 'rating',
      processors: [{ type: 'regex', pattern }, { type: 'lowercase' }, ...replaced, { type: 'number' }],
      confidence: 0.9,
    };
  }
  if (!texts.every((text) => classDigits.test(text))) return null;
  if (!texts.every((text) => /rating|star|score|note|rate/i.test(text))) return null;
  const pattern = String.raw`(?:rating|stars?|score|note|rated?|(?:^|[\s_-])s)[a-z]*[_-]?(\d(?:[._-]\d)?|\d\d)(?![\d%])`;
  const hasFraction = texts.some((text) => /\d[_-]\d(?!\d)/.test(classDigits.exec(text)?.[0] ?? ''));
  const point: Processor[] = hasFraction
    ? [
        { type: 'replace', old: '-', new: '.' },
        { type: 'replace', old: '_', new: '.' },
      ]
    : [];
  return {
    type: 'rating',
    processors: [{ type: 'regex', pattern }, ...point, { type: 'number', decimal: '.' }],
    confidence: 0.8,
  };
}

/** Plain numbers from 0 to 10 in a column that is called a rating. */
export function readRatingWords({ texts, called }: ColumnTexts): Reading | null {
  if (!ratingWords.test(called)) return null;
  const plain = texts.every(
    (text) =>
      /^\(?\d{1,2}(?:[.,]\d{1,2})?\)?$/.test(text) && Number.parseFloat(text.replace(/[(]/, '')) <= 10,
  );
  return plain
    ? { type: 'rating', processors: [{ type: 'number', ...decimalOf(texts, false) }], confidence: 0.8 }
    : null;
}
