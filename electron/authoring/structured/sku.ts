import type { PageContext } from '../../extract/page-context.ts';
import type { PageTree } from '../../extract/tree.ts';
import type { DescribedTree } from '../tree.ts';
import { findInAddress } from './address.ts';
import { definitionsOfPlace } from './definition-at.ts';
import { keyOfId, type IdentifierPlace } from './id-form.ts';
import { findInScripts, findNamed } from './named-ids.ts';
import { textOfValue, type StatedValue } from './source.ts';

/** A number with what speaks for it. */
interface Vote {
  /** From labels and data, which mean this product. */
  firm: number;
  /** From the address, attributes and scripts, which may mean another. */
  soft: number;
  /** The fields that take it, those of the most telling places first. */
  stated: (() => Iterable<StatedValue>)[];
}

/** A number that data state, with how much that speaks for it. */
export interface StatedSku {
  stated: StatedValue;
  points: number;
}

/** The most that address, attributes and scripts together speak for a number, and the least that is needed. */
const mostSoft = 5;
const leastVotes = 1.2;

/**
 * The fields that may hold the number of the product of a page, best first: each value has the votes of the places that
 * have it. A label counts most, since a person reads it; then the data about the product; then all else.
 */
export function* findSkus(
  { page, tree, context }: { page: PageTree; tree: DescribedTree; context: PageContext },
  stated: readonly StatedSku[],
  labelled: readonly IdentifierPlace[],
): Generator<StatedValue> {
  const votes = new Map<string, Vote>();
  const voteFor = (value: string): Vote => {
    const key = keyOfId(value);
    const vote = votes.get(key) ?? { firm: 0, soft: 0, stated: [] };
    votes.set(key, vote);
    return vote;
  };
  const hear = (place: IdentifierPlace, points: { firm?: number; soft?: number }): void => {
    const vote = voteFor(place.value);
    vote.firm += points.firm ?? 0;
    vote.soft += points.soft ?? 0;
    if (vote.stated.length < 12) vote.stated.push(() => definitionsOfPlace(page, place, true));
  };
  labelled.forEach((place, at) => {
    hear(place, { firm: at === 0 ? 8 : at <= 3 ? 3.5 : 1 });
  });
  for (const { stated: one, points } of stated) {
    const vote = voteFor(textOfValue(one.value));
    vote.firm += points;
    // Data change less than what the page shows.
    vote.stated.unshift(() => [one]);
  }
  const counts = new Map<string, number>();
  const limited = (place: IdentifierPlace, step: number, most: number): number => {
    const key = `${place.by} ${place.value}`;
    const before = counts.get(key) ?? 0;
    const after = Math.min(most, before + step * place.weight);
    counts.set(key, after);
    return after - before;
  };
  const named = findNamed(tree);
  named
    .filter(({ by }) => by === 'name')
    .forEach((place, at) => {
      hear(place, { firm: at === 0 ? 5.5 : 0 });
    });
  for (const place of named.filter(({ by }) => by === 'input')) hear(place, { soft: limited(place, 1, 1.2) });
  for (const { value, stated: fields, isLast } of findInAddress(tree, context)) {
    const vote = voteFor(value);
    vote.soft += value.length >= 5 ? (isLast ? 2.4 : 2) : 1.2;
    vote.stated.push(() => fields);
    const variant = stated.find((one) => isVariantOf(textOfValue(one.stated.value), value));
    if (variant !== undefined) vote.firm += variant.points;
  }
  for (const place of named.filter(({ by }) => by === 'attribute'))
    hear(place, { soft: limited(place, 0.3, 1) });
  for (const place of findInScripts(tree)) hear(place, { soft: limited(place, 0.3, place.weight + 1) });
  const total = ({ firm, soft }: Vote): number => firm + Math.min(soft, mostSoft);
  const heard = [...votes.values()]
    .filter((vote) => total(vote) >= leastVotes)
    .sort((a, b) => total(b) - total(a));
  for (const { stated: makers } of heard.slice(0, 3)) for (const make of makers) yield* make();
}

/** Whether a number is another one with a short ending for a size or colour. */
const isVariantOf = (variant: string, number: string): boolean =>
  number.length >= 5 && variant.startsWith(number) && /^[-_.]\w{1,3}$/.test(variant.slice(number.length));
