import { isTag } from 'domhandler';
import type { Candidate } from './candidates.ts';
import { mean, sampleOf, share, type PageMeasures } from './page-measures.ts';
import type { RecordContents } from './record-contents.ts';
import { nodesOf } from './records.ts';

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

/** Describes what stands in the records of a candidate, by a sample of them. */
export function innerFeatures(page: PageMeasures, candidate: Candidate): InnerFeatures {
  const places = sampleOf(candidate.heads.length);
  const sample = places.map((at) => page.contentsOf(candidate, at));
  const columns = [...columnsIn(sample)];
  const usual = columns.filter(({ filled }) => filled * 2 >= sample.length);
  const varying = usual.filter(({ filled, different }) => (different?.size ?? 1) > Math.max(1, filled * 0.3));
  const cells = columns.reduce((sum, { filled }) => sum + filled, 0);
  const firstLinks = sample.flatMap(({ firstLink }) => firstLink ?? []);
  const whole = sample.map((contents) => contents.whole);
  const has = (test: (contents: RecordContents) => boolean): number => share(sample, test);
  return {
    columns: Math.log1p(varying.length),
    constant: usual.length === 0 ? 0 : share(usual, ({ different }) => different === null),
    fill: columns.length === 0 ? 0 : cells / (columns.length * sample.length),
    path_spread: Math.log1p(columns.length),
    repeats: Math.log1p(mean(sample, ({ repeats }) => repeats)),
    distinct_links: firstLinks.length === 0 ? 0 : new Set(firstLinks).size / sample.length,
    alike_links: mostCommon(firstLinks.map(addressForm)) / Math.max(1, sample.length),
    distinct_texts: new Set(whole).size / sample.length,
    long: has(({ longest }) => longest > 60),
    asks: has(({ asks }) => asks),
    own_words: has(({ isShort }) => isShort),
    prose: has(({ longest }) => longest > 200),
    headed: has(({ isHeaded }) => isHeaded),
    pictured: has(({ isPictured }) => isPictured),
    dated: has(({ isDated }) => isDated) || has(({ hasTime }) => hasTime),
    priced: has(({ isPriced }) => isPriced),
    counted: has(({ isCounted }) => isCounted),
    numbered: inSequence(sample) ? 1 : 0,
    controls: share(places, (at) =>
      nodesOf(candidate, at).some(
        (node) => isTag(node) && /^(?:option|input|button|select|label)$/.test(node.name),
      ),
    ),
  };
}

/** A place that records have in common. */
interface Column {
  /** Number of the records that have it. */
  filled: number;
  /** What stands there first in the first of them, and all that stands there first where it differs. */
  readonly value: string;
  different: Set<string> | null;
}

function columnsIn(sample: readonly RecordContents[]): Iterable<Column> {
  const columns = new Map<number, Column>();
  for (const { firsts } of sample) {
    for (const { path, value } of firsts) {
      const column = columns.get(path);
      if (column === undefined) {
        columns.set(path, { filled: 1, value, different: null });
        continue;
      }
      column.filled += 1;
      if (column.different !== null) column.different.add(value);
      else if (value !== column.value) column.different = new Set([column.value, value]);
    }
  }
  return columns.values();
}

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

function inSequence(sample: readonly RecordContents[]): boolean {
  const later = sample.filter(({ number }, at) => at > 0 && number > (sample[at - 1]?.number ?? Infinity));
  return sample.length >= 3 && later.length >= (sample.length - 1) * 0.8;
}
