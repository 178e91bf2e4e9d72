import type { Element } from 'domhandler';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { calledBy, priceWords } from '../values/words.ts';
import { findAmounts, type Amount, type SplitAmount } from './amounts.ts';
import { isBuyButton } from './page-words.ts';
import { aroundOther, otherPrice, otherThings, ownPrice, partOfPrice } from './price-words.ts';
import { shortText } from './short-text.ts';

/** An amount of money with how much speaks for its being the price of the page's thing. */
export interface PricePlace {
  element: Element;
  /** See `Amount`. */
  split: SplitAmount | null;
  score: number;
  /** How many amounts of the page look like it, itself included. */
  alike: number;
  /** Whether something buys the thing: a button near the amount, or one of few on the page. */
  canBeBought: boolean;
}

/** The most elements between an amount and its button, and the most buttons of a page about one thing; a list has one for each entry. */
const farthestButton = 400;
const mostButtons = 3;

interface Ranked extends PricePlace {
  amount: Amount;
}

/**
 * Finds the price of the thing of a page among the amounts of money on it, best first: near its name and the button that buys it, called
 * a price, not crossed out, and not one of many that look alike.
 */
export function findPrices(tree: DescribedTree, heading: ElementFacts | null): readonly PricePlace[] {
  const { elements } = tree;
  const amounts = findAmounts(tree);
  const buttons = amounts.length === 0 ? [] : elements.filter(isBuyButton).map(({ at }) => at);
  const shapes = counted(amounts, ({ facts }) => shapeOf(facts, elements));
  const equal = counted(amounts, ({ value }) => String(value));
  const ranked = amounts.map((amount): Ranked => {
    const { facts, hasCurrency, hasOther, value } = amount;
    const around = ancestors(facts, elements, 12);
    const alike = shapes.get(shapeOf(facts, elements)) ?? 1;
    const button = Math.min(...buttons.map((at) => Math.abs(at - facts.at)));
    const score =
      (hasCurrency ? 2 : 0) -
      (hasOther ? 2 : 0) +
      byNames(around) +
      byMarkup(around) +
      (heading === null ? -Math.min(2, facts.at / elements.length) : byDistance(facts.at - heading.at)) +
      (button < 40 ? 1.5 : button < 120 ? 0.7 : 0) +
      Math.min(1, ((equal.get(String(value)) ?? 1) - 1) * 0.5) -
      byRepetition(alike, around);
    return {
      element: facts.element,
      split: amount.split,
      score,
      alike,
      canBeBought: button < farthestButton || (buttons.length > 0 && buttons.length <= mostButtons),
      amount,
    };
  });
  return withLowerBeside(
    ranked.sort((a, b) => b.score - a.score),
    elements,
  );
}

function counted(amounts: readonly Amount[], keyOf: (amount: Amount) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const amount of amounts) counts.set(keyOf(amount), (counts.get(keyOf(amount)) ?? 0) + 1);
  return counts;
}

/** What amounts of the same form take away from each other: three and more, beside links, belong to a list of things. */
function byRepetition(alike: number, around: readonly ElementFacts[]): number {
  if (alike < 3) return (alike - 1) * 0.8;
  const hasLink = around.slice(1, 4).some(({ links }) => links > 0);
  return Math.min(4, 1 + Math.log2(alike) * 0.8) + (hasLink ? 2 : 0);
}

/** An element and what is around it, innermost first. */
function ancestors(facts: ElementFacts, elements: readonly ElementFacts[], most: number): ElementFacts[] {
  const found: ElementFacts[] = [];
  let next: ElementFacts | undefined = facts;
  while (next !== undefined && next.element.name !== 'body' && found.length < most) {
    found.push(next);
    next = elements[next.parent];
  }
  return found;
}

const shapeOf = (facts: ElementFacts, elements: readonly ElementFacts[]): string =>
  ancestors(facts, elements, 4)
    .map(({ element, classes }) => `${element.name}.${classes[0] ?? ''}`)
    .join(' ');

/** What the names of an element and of those around it say; nearer ones say more. */
function byNames(around: readonly ElementFacts[]): number {
  let score = 0;
  let isPrice = false;
  around.forEach(({ element: { attribs } }, distance) => {
    const { id = '', class: classes = '', itemprop = '', name = '' } = attribs;
    const called = calledBy([
      id,
      classes,
      itemprop,
      name,
      attribs['data-testid'] ?? '',
      attribs['data-test'] ?? '',
    ]);
    if (otherThings.test(called)) score -= 2;
    if (distance > 4) return;
    const weight = 1 / (1 + distance * 0.5);
    if (!isPrice && priceWords.test(called)) {
      isPrice = true;
      score += 2 * weight + 0.5;
    }
    if (itemprop === 'price') score += 3;
    if (ownPrice.test(called)) score += 0.6 * weight;
    if (otherPrice.test(called)) score -= 2.5 * weight;
    if (partOfPrice.test(called)) score -= 2 * weight;
  });
  return Math.max(score, -8);
}

/** What the elements themselves say: crossed out, in the frame of the page, in a link to another page, in a line about something else. */
function byMarkup(around: readonly ElementFacts[]): number {
  const [own] = around;
  const has = (is: (element: Element) => boolean): boolean => around.some(({ element }) => is(element));
  let score = own !== undefined && /^(?:h[1-4]|strong|b|big)$/.test(own.element.name) ? 0.5 : 0;
  if (has(isCrossedOut)) score -= 5;
  if (has(({ name }) => /^(?:header|nav|footer|aside)$/.test(name))) score -= 3;
  if (
    has(
      ({ name, attribs }) => name === 'a' && /^(?!javascript:)(?:https?:|\/|\w)/.test(attribs['href'] ?? ''),
    )
  )
    score -= 2;
  const isOther = (facts: ElementFacts): boolean => facts.text <= 120 && aroundOther.test(shortText(facts));
  if (around.slice(0, 2).some(isOther)) score -= 2;
  return score;
}

const isCrossedOut = ({ name, attribs }: Element): boolean =>
  /^(?:del|s|strike)$/.test(name) || /line-through|display:\s*none/.test(attribs['style'] ?? '');

/** @param away elements between the heading and the amount; negative before it */
const byDistance = (away: number): number =>
  away < 0 ? -1 - Math.min(2, -away / 300) : 2.5 - Math.min(4, Math.log2(1 + away / 20) * 0.7);

/**
 * Puts the lower of two prices that stand together first: without styles, nothing tells that the other one is crossed out. One
 * below a third is the price of a part.
 */
function withLowerBeside(ranked: readonly Ranked[], elements: readonly ElementFacts[]): readonly Ranked[] {
  const [first] = ranked;
  if (first === undefined) return ranked;
  const box = ancestors(first.amount.facts, elements, 4).findLast(({ text }) => text <= 80);
  if (box === undefined) return ranked;
  const lower = ranked.find(({ amount: { facts, value, hasOther }, score }) => {
    const isInside = facts.at > box.at && facts.at <= box.end && !hasOther;
    return (
      isInside && value < first.amount.value && value >= first.amount.value / 3 && score >= first.score - 2.5
    );
  });
  return lower === undefined ? ranked : [lower, ...ranked.filter((place) => place !== lower)];
}

/** A plain amount above nought, as programs write it. */
const plainAmount = /^(?!0+(?:\.0+)?$)\d{1,9}(?:\.\d{1,4})?$/;

/** Finds attributes called a price at and below the heading, for pages that show none: `data-price="12.99"`. */
export function findPriceAttributes(
  { elements }: DescribedTree,
  heading: ElementFacts | null,
): { element: Element; attribute: string }[] {
  for (const { element, at } of elements) {
    if (at < (heading?.at ?? 0)) continue;
    const attribute = Object.keys(element.attribs).find((name) => {
      if (!name.startsWith('data-') || !plainAmount.test(element.attribs[name] ?? '')) return false;
      const called = calledBy([name]);
      return priceWords.test(called) && !otherPrice.test(called) && !partOfPrice.test(called);
    });
    if (attribute !== undefined) return [{ element, attribute }];
  }
  return [];
}
