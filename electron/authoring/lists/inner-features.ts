import { isTag } from 'domhandler';
import type { Candidate } from './candidates.ts';
import { mean, sampleOf, share, type PageMeasures } from './page-measures.ts';
import { nodesOf, type Leaf } from './records.ts';

/** What stands in the records of a candidate. */
export const innerNames = [
  'distinct_links',
  'distinct_texts',
  'alike_links',
  'columns',
  'constant',
  'fill',
  'long',
  'headed',
  'pictured',
  'dated',
  'priced',
  'counted',
  'numbered',
  'controls',
  'repeats',
  'path_spread',
  'own_words',
  'prose',
  'asks',
] as const;

export type InnerFeatures = Partial<Record<(typeof innerNames)[number], number>>;

const currency =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|Rs)\b)\s?\d|\d\s?(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF|kr|zł|Kč)\b)/;
const dated =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:\d+|an?) (?:second|minute|hour|day|week|month|year)s? ago\b/;
const counted = /\(\s?\d[\d.,]*\s?\)$/;
const numbered = /^\W{0,2}#?(\d{1,4})\s?[.):\]]?(?:\s|$)/;

/** Describes what stands in the records of a candidate, by a sample of them. */
export function innerFeatures(page: PageMeasures, candidate: Candidate): InnerFeatures {
  const sample = sampleOf(candidate.heads.length).map((at) => page.leavesOf(candidate, at));
  const columns = new Map<number, Map<number, string>>();
  const repeats: number[] = [];
  for (const [at, leaves] of sample.entries()) {
    const times = new Map<number, number>();
    for (const { path, value } of leaves) {
      times.set(path, (times.get(path) ?? 0) + 1);
      const column = columns.get(path) ?? new Map<number, string>();
      if (!column.has(at)) column.set(at, value);
      columns.set(path, column);
    }
    repeats.push(Math.max(0, ...times.values()));
  }
  const texts = sample.map((leaves) => leaves.filter(({ isText }) => isText));
  const firstLinks = sample.flatMap((leaves) => leaves.find(isLinkIn('a'))?.value ?? []);
  const usual = [...columns.values()].filter((column) => column.size * 2 >= sample.length);
  const varying = usual.filter((column) => new Set(column.values()).size > Math.max(1, column.size * 0.3));
  const cells = [...columns.values()].reduce((sum, column) => sum + column.size, 0);
  const whole = texts.map((leaves) => leaves.map(({ value }) => value).join(' '));
  const has = (test: (leaf: Leaf) => boolean): number => share(sample, (leaves) => leaves.some(test));
  return {
    columns: Math.log1p(varying.length),
    constant: usual.length === 0 ? 0 : share(usual, (column) => new Set(column.values()).size === 1),
    fill: columns.size === 0 ? 0 : cells / (columns.size * sample.length),
    path_spread: Math.log1p(columns.size),
    repeats: Math.log1p(mean(repeats)),
    distinct_links: firstLinks.length === 0 ? 0 : new Set(firstLinks).size / sample.length,
    alike_links: mostCommon(firstLinks.map(addressForm)) / Math.max(1, sample.length),
    distinct_texts: new Set(whole).size / sample.length,
    long: share(texts, (leaves) => leaves.some(({ value }) => value.length > 60)),
    asks: share(texts, (leaves) => leaves.slice(0, 3).some(({ value }) => /[?？]$/.test(value))),
    own_words: share(whole, (value) => value.split(' ').length < 4),
    prose: share(texts, (leaves) => leaves.some(({ value }) => value.length > 200)),
    headed: has(
      ({ element }) =>
        /^(?:h[1-6]|b|strong)$/.test(element.name) ||
        (element.parent !== null &&
          isTag(element.parent) &&
          /^(?:h[1-6]|b|strong)$/.test(element.parent.name)),
    ),
    pictured: has(({ element, isText }) => element.name === 'img' && !isText),
    dated: share(whole, (text) => dated.test(text)) || has(isLinkIn('time')),
    priced: share(whole, (text) => currency.test(text)),
    counted: share(whole, (text) => counted.test(text)),
    numbered: inSequence(whole) ? 1 : 0,
    controls: share(sampleOf(candidate.heads.length), (at) =>
      nodesOf(candidate, at).some(
        (node) => isTag(node) && /^(?:option|input|button|select|label)$/.test(node.name),
      ),
    ),
  };
}

/** Tells the addresses of elements of a name inside a record. */
const isLinkIn =
  (name: string) =>
  ({ isText, isHead, element }: Leaf): boolean =>
    !isText && !isHead && element.name === name;

/** An address without its numbers and its last part. */
function addressForm(href: string): string {
  return href
    .replace(/[?#].*/, '')
    .replace(/[^/]*$/, '')
    .replaceAll(/\d+/g, '9');
}

function mostCommon(values: readonly string[]): number {
  const times = new Map<string, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return Math.max(0, ...times.values());
}

function inSequence(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => Number(numbered.exec(text)?.[1] ?? Number.NaN));
  return (
    texts.length >= 3 &&
    numbers.slice(1).filter((number, at) => number > (numbers[at] ?? Infinity)).length >=
      (texts.length - 1) * 0.8
  );
}
