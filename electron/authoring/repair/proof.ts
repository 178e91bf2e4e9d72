import { isFilled } from '../../../shared/filled.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { JsonValue } from '../../extract/types.ts';
import { valueAt, type Pair } from './places.ts';
import { shownValue } from './weigh.ts';

/** What a definition gives on new pages, beside what the old one gave on the old pages. */
export interface Proof {
  /** Values on old pages that are there under the same URL, of which `found` are found again, `changed` are others now. */
  readonly old: number;
  readonly found: number;
  readonly changed: number;
  readonly missing: number;
  /** New places where there is a value, of all. */
  readonly filled: number;
  readonly places: number;
  /** Values before and after, changed ones first. */
  readonly examples: readonly ProofExample[];
}

/** A value on the old page and on the new one; null: there is none. */
export interface ProofExample {
  readonly url: string;
  readonly old: string | null;
  readonly fresh: string | null;
}

const maxExamples = 12;
const exampleLength = 200;

/** Tries a definition on all pairs of places. @param old the definition that gave the values before */
export function proofOf(old: FieldExtract, fresh: FieldExtract, pairs: readonly Pair[]): Proof {
  const tally = { old: 0, found: 0, changed: 0, missing: 0, filled: 0 };
  const examples: { example: ProofExample; order: number }[] = [];
  for (const pair of pairs) {
    const [was, is] = [valueAt(pair.old, old), valueAt(pair.fresh, fresh)];
    tally.filled += Number(isFilled(is));
    if (pair.isSame && isFilled(was)) {
      tally.old += 1;
      const isEqual = shownValue(was) === shownValue(is);
      tally.found += Number(isEqual);
      tally.changed += Number(!isEqual && isFilled(is));
      tally.missing += Number(!isFilled(is));
      examples.push({ example: exampleOf(pair.fresh.on.url, was, is), order: isEqual ? 1 : 0 });
    } else if (isFilled(is)) {
      examples.push({ example: exampleOf(pair.fresh.on.url, pair.isSame ? was : null, is), order: 2 });
    }
  }
  const shown = examples.toSorted((a, b) => a.order - b.order).slice(0, maxExamples);
  return { ...tally, places: pairs.length, examples: shown.map(({ example }) => example) };
}

const exampleOf = (url: string, old: JsonValue, fresh: JsonValue): ProofExample => ({
  url,
  old: cut(old),
  fresh: cut(fresh),
});

const cut = (value: JsonValue): string | null =>
  isFilled(value) ? shownValue(value).slice(0, exampleLength) : null;
