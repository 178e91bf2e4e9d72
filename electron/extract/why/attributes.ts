import type { Element } from 'domhandler';
import { nearNames, type NearName } from './near-names.ts';
import { add, type NameCounts } from './places.ts';

/** Attributes that hold the same kind of thing. Where a page has not one of them, another of its family is meant. */
const families: readonly (readonly string[])[] = [
  ['href', 'data-href', 'data-url', 'data-link', 'src', 'action'],
  ['src', 'data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'srcset', 'data-srcset', 'href'],
  ['srcset', 'data-srcset', 'src', 'data-src'],
  ['datetime', 'content', 'title', 'data-time', 'data-date'],
  ['content', 'value', 'datetime', 'href', 'title'],
  ['value', 'content', 'data-value'],
  ['title', 'alt', 'aria-label', 'data-title'],
  ['alt', 'title', 'aria-label'],
];

/** The attributes of elements, with how many have each. */
export function attributesOf(elements: readonly Element[]): NameCounts {
  const counts = new Map<string, number>();
  for (const { attribs } of elements) for (const name of Object.keys(attribs)) add(counts, name);
  return counts;
}

/** The attributes that may be meant by one that none of the elements has, likeliest first. */
export function nearAttributes(name: string, elements: readonly Element[]): NearName[] {
  const counts = attributesOf(elements);
  const near = nearNames(name, counts);
  const family = families.find(([first]) => first === name.toLowerCase()) ?? [];
  for (const [at, other] of family.slice(1).entries()) {
    const count = counts.get(other) ?? 0;
    if (count > 0) near.push({ name: other, count, cost: 3 + at / 10 });
  }
  return near;
}
