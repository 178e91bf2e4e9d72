import { isTag, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { isJson } from '../../extract/scope.ts';
import { rankGroups } from '../selectors/group.ts';
import { rankSelectors, type Example, type Place as RankPlace } from '../selectors/rank.ts';
import { elementOf } from './describe-elements.ts';
import { sameText, type Located } from './locate.ts';
import { wrappingOf, type Place } from './places.ts';
import type { ValueSlot } from './slots.ts';

/** A definition that may replace a broken one. */
export interface Candidate {
  readonly field: FieldExtract;
  /** What its selector goes by, in a few words. */
  readonly why: string;
  /** Its place among those that were written at once, the best 0. */
  readonly rank: number;
}

/** Places at which selectors are written, likely elements of each, and places without an example that they are compared on. */
const limits = { seeds: 4, likely: 2, others: 10, most: 10 };

/**
 * Writes selectors for what the likeliest elements of some new places have in common, and for each of them alone.
 * @param isPartly whether the present selector works at some places, so that others are also written beside it
 */
export function proposeSelectors(
  { field: before, present: field }: ValueSlot,
  located: readonly Located[],
  others: readonly Place[],
  isPartly = false,
): Candidate[] {
  const seeds = located.toSorted((a, b) => certaintyOf(b) - certaintyOf(a)).slice(0, limits.seeds);
  const unlabelled = others.slice(0, limits.others).flatMap((place) => rankPlace(place) ?? []);
  const best = seeds.flatMap((each) => exampleOf(each, each.likely[0]) ?? []);
  const alone = seeds.flatMap((each) =>
    each.likely.slice(0, limits.likely).flatMap((element) => {
      const example = exampleOf(each, element);
      return example === null ? [] : [[example]];
    }),
  );
  const sets = best.length > 1 ? [best, ...alone] : alone;
  const ranked = sets.flatMap((examples) =>
    field.get_all === true
      ? []
      : rankSelectors(examples, { unlabelled, isForOthers: true, most: limits.most }),
  );
  const groups = field.get_all === true ? seeds.flatMap(groupsOf) : [];
  const wrapping = typeof before.xpath === 'string' ? wrappingOf(before.xpath) : null;
  const isCut = wrapping?.before.includes('substring-') === true;
  const wrapped = ranked.flatMap(({ node, why }, rank): Candidate[] =>
    wrapping === null || node === null || !isCut
      ? []
      : [{ field: withSelector(field, 'xpath', `${wrapping.before}${node}${wrapping.behind}`), why, rank }],
  );
  const plain = [...ranked, ...groups].map(({ language, selector, why }, rank) => ({
    field: withSelector(field, language, selector),
    why,
    rank,
  }));
  const loosened = looser(before).map((xpath, rank): Candidate => ({
    field: withSelector(field, 'xpath', xpath),
    why: 'by the same label',
    rank,
  }));
  const beside = isPartly ? plain.flatMap((each) => besidePresent(field, each) ?? []) : [];
  return [...wrapped, ...plain, ...loosened, ...beside];
}

/** An XPath expression that goes by the text of a label, with any element for the label, and the value anywhere behind it. */
function looser({ xpath }: FieldExtract): string[] {
  if (typeof xpath !== 'string') return [];
  const anyLabel = xpath.replaceAll(/\/\/[a-z][\w-]*(?=\[(?:normalize-space\(\)|\.|text\(\))\s*=)/g, '//*');
  if (anyLabel === xpath) return [];
  const behind = anyLabel.replaceAll('/following-sibling::', '/following::');
  return [...new Set([anyLabel, behind])];
}

/** A selector that also takes what the present one takes; null: the two are of different languages, or cannot be joined. */
function besidePresent(present: FieldExtract, { field, why, rank }: Candidate): Candidate | null {
  const both = `${why}, beside the one there is`;
  if (typeof present.css === 'string' && typeof field.css === 'string' && present.css !== field.css)
    return { field: withSelector(present, 'css', `${present.css}, ${field.css}`), why: both, rank: rank + 1 };
  const { xpath } = present;
  if (typeof xpath !== 'string' || typeof field.xpath !== 'string' || xpath === field.xpath) return null;
  if (wrappingOf(xpath) !== null || wrappingOf(field.xpath) !== null) return null;
  return { field: withSelector(present, 'xpath', `${xpath} | ${field.xpath}`), why: both, rank: rank + 1 };
}

/** Replaces the selector of a field and keeps the rest of its definition. */
function withSelector(
  { css: _css, xpath: _xpath, ...rest }: FieldExtract,
  language: 'css' | 'xpath',
  selector: string,
): FieldExtract {
  return language === 'css' ? { css: selector, ...rest } : { xpath: selector, ...rest };
}

const certaintyOf = ({ chances, likely: [best] }: Located): number =>
  best === undefined ? 0 : (chances.get(best) ?? 0);

function rankPlace({ scope, on: { page } }: Place): RankPlace | null {
  if (isJson(scope) || page.kind === 'json') return null;
  return { page, within: isTag(scope) ? scope : null };
}

function exampleOf({ pair, taken }: Located, element: Element | undefined): Example | null {
  const place = rankPlace(pair.fresh);
  if (place === null || element === undefined) return null;
  const text = sameText(element, taken);
  const around = text === undefined ? null : elementOf(text.parent);
  if (text === undefined || around === null) return { ...place, node: { element, part: taken.part } };
  return { ...place, node: { element: around, part: taken.part, text } };
}

/** Selectors for all elements like the likeliest, as a field takes them that takes all. */
function groupsOf({ pair, taken, likely }: Located): ReturnType<typeof rankGroups> {
  const { scope } = pair.fresh;
  if (isJson(scope)) return [];
  return likely
    .slice(0, limits.likely)
    .flatMap((element) => rankGroups(scope, [element], { part: taken.part, most: limits.most }));
}
