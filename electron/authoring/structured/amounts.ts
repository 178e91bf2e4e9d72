import { isTag, isText, type Element } from 'domhandler';
import { findNumber } from '../../extract/number.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { hasMoney, isCurrency } from '../values/currency.ts';
import { hasOneAmount } from '../values/numbers.ts';
import { calledBy, priceWords } from '../values/words.ts';
import { shortText, shortTextOf } from './short-text.ts';

/** An amount of money that an element shows. */
export interface Amount {
  facts: ElementFacts;
  text: string;
  /** The value, for comparison with others. */
  value: number;
  hasCurrency: boolean;
  /** The elements with the whole units and with the cents, where nothing but their looks parts them; null: it is one text. */
  split: SplitAmount | null;
  /** Whether the text has another number, too: "Buy 24 or more for $16.14". */
  hasOther: boolean;
}

/** An amount whose cents stand in an element of their own. */
export interface SplitAmount {
  whole: Element;
  cents: Element;
}

/** The most characters of an element that is an amount, and the most amounts of a page. */
const longest = 40;
const mostAmounts = 400;

/** Finds the innermost elements that show an amount with its currency, or an amount in an element that is called a price. */
export function findAmounts(tree: DescribedTree): Amount[] {
  const found: Amount[] = [];
  for (const facts of tree.elements) {
    if (found.length >= mostAmounts) break;
    if (facts.text === 0 || facts.text > longest) continue;
    const amount = amountOf(facts, tree);
    if (amount === null) continue;
    const outer = found.at(-1);
    const isInside = outer !== undefined && facts.at <= outer.facts.end;
    const isPart = isInside && outer.split !== null;
    if (isPart || (isInside && outer.hasCurrency && !amount.hasCurrency)) continue;
    if (isInside) found.pop();
    found.push(amount);
  }
  return found;
}

const looksLikeAmount = /^\D{0,12}\d{1,3}(?:[.,' \u00A0\u202F]?\d{3})*(?:[.,]\d{1,2}|[.,]-+)?\D{0,12}$/u;

function amountOf(facts: ElementFacts, tree: DescribedTree): Amount | null {
  const { element, classes } = facts;
  const text = shortText(facts);
  if (text.length > longest || !/\d/.test(text)) return null;
  const hasCurrency = hasMoney(text) || (looksLikeAmount.test(text) && hasCurrencyBeside(element, tree));
  if (!hasCurrency) {
    const called = calledBy([...classes, element.attribs['id'] ?? '', element.attribs['itemprop'] ?? '']);
    if (!priceWords.test(called) || !looksLikeAmount.test(text)) return null;
  }
  const split = splitOf(element);
  const written = split === null ? text : `${textOf(split.whole).trim()}.${textOf(split.cents).trim()}`;
  const number = findNumber(written);
  const value = number?.values['.'] ?? number?.values[','] ?? 0;
  const hasOther = split === null && !hasOneAmount(text);
  return value > 0 ? { facts, text, value, hasCurrency, split, hasOther } : null;
}

/** The most characters beside an amount that are its currency. */
const longestCurrency = 6;

/** Whether the text right after or before an element is a currency, in an element of its own or none. */
function hasCurrencyBeside({ next, prev }: Element, tree: DescribedTree): boolean {
  return [next, prev].some((node) => {
    const text = shortTextOf(node, tree);
    return text.length <= longestCurrency && isCurrency(text);
  });
}

/** "19" and "99" in elements of their own, with no mark between them. Null: the amount is not written so. */
function splitOf(element: Element): SplitAmount | null {
  const texts: { text: string; parent: Element }[] = [];
  const open = element.children.map((node) => ({ node, parent: element }));
  for (let one = open.shift(); one !== undefined && texts.length < 6; one = open.shift()) {
    const { node, parent } = one;
    if (isText(node) && node.data.trim() !== '') texts.push({ text: node.data.trim(), parent });
    else if (isTag(node)) open.unshift(...node.children.map((child) => ({ node: child, parent: node })));
  }
  const at = texts.findIndex(
    ({ text }, index) => index > 0 && /^\d{2}$/.test(text) && /\d$/.test(texts[index - 1]?.text ?? ''),
  );
  const [whole, cents] = [texts[at - 1]?.parent, texts[at]?.parent];
  if (at === -1 || whole === undefined || cents === undefined || whole === cents) return null;
  return whole === element ? null : { whole, cents };
}
