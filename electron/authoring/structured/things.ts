import type { Element } from 'domhandler';
import type { PageContext } from '../../extract/page-context.ts';
import type { DescribedTree } from '../tree.ts';
import { readJsonLdThings } from './json-ld.ts';
import { kinds, type Kind } from './kinds.ts';
import { readMarkupThings } from './markup.ts';
import { readMetaThing } from './meta.ts';
import { sharedWords, type PageNames } from './page-names.ts';
import type { StatedThing } from './source.ts';

/** What a page is about, by its own data. */
export interface PageThing {
  kind: Kind;
  /** Its descriptions, the most reliable first. */
  things: readonly StatedThing[];
}

/** All things that a page describes in its data, those of JSON-LD first. */
export function readThings(tree: DescribedTree, context: PageContext): StatedThing[] {
  const scripts: Element[] = [];
  const metas: Element[] = [];
  for (const { element } of tree.elements) {
    if (element.name === 'script' && /ld\+json/i.test(element.attribs['type'] ?? '')) scripts.push(element);
    if (element.name === 'meta') metas.push(element);
  }
  const meta = readMetaThing(metas);
  return [...readJsonLdThings(scripts, context), ...readMarkupThings(tree), ...(meta === null ? [] : [meta])];
}

/** The least share of words of its name that the titles of the page have for a thing that the page is about. */
const leastShared = 0.5;

/**
 * Finds what a page is about among the things that it describes; null: none of the known kinds. Where a source has several things of a kind, as pages of
 * a list do, the one that the page is named after counts, and none without one.
 */
export function pageThing(all: readonly StatedThing[], names: PageNames): PageThing | null {
  for (const kind of kinds) {
    const things = thingsOf(kind, all, names);
    if (things.length > 0) return { kind, things };
  }
  return null;
}

/** The descriptions of the thing of a page by a kind, one of each source at most. */
export function thingsOf(kind: Kind, all: readonly StatedThing[], names: PageNames): StatedThing[] {
  const title = names.texts.join(' ');
  const fits = (thing: StatedThing): boolean =>
    thing.types.some((type) => kind.types.test(type.toLowerCase())) &&
    (thing.source !== 'meta' || isTelling(kind, thing));
  return (['json-ld', 'markup', 'meta'] as const).flatMap((source) => {
    const ones = all.filter((thing) => thing.source === source && fits(thing));
    const [first] = ones;
    if (first === undefined) return [];
    const points = (thing: StatedThing): number => {
      const name = (thing.value('name') ?? thing.value('headline') ?? thing.value('title'))?.value;
      return typeof name === 'string' ? sharedWords(name, title) : 0;
    };
    if (ones.length === 1) return [first];
    const named = ones
      .map((thing) => ({ thing, points: points(thing) }))
      .sort((a, b) => b.points - a.points)[0];
    return named !== undefined && named.points >= leastShared ? [named.thing] : [];
  });
}

/** Sites give all their pages the type of an article or a product in their meta elements; a date or a price says that this one is. */
function isTelling({ type }: Kind, thing: StatedThing): boolean {
  if (type === 'article') return thing.value('datePublished') !== null;
  return type !== 'product' || thing.value('offers', 'price') !== null;
}
