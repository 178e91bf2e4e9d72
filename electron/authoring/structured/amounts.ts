import { isTag, isText, type Element } from 'domhandler';
import { findNumber } from '../../extract/number.ts';
import { normalizeSpace } from '../../extract/text.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { hasMoney } from '../values/currency.ts';
import { hasOneAmount } from '../values/numbers.ts';
import { calledBy, priceWords } from '../values/words.ts';

/** An amount of money that an element shows. */
export interface Amount {
  facts: ElementFacts;
  text: string;
  /** The value, for comparison with others. */
  value: number;
  hasCurrency: boolean;
  /** Whether the text has another number, too: "Buy 24 or more for $16.14". */
  hasOther: boolean;
}

/** The most characters of an element that is an amount, and the most amounts of a page. */
const longest = 40;
const mostAmounts = 400;

/** Finds the innermost elements that show an amount with its currency, or an amount in an element that is called a price. */
export function findAmounts({ elements }: DescribedTree): Amount[] {
  const found: Amount[] = [];
  for (const facts of elements) {
    if (found.length >= mostAmounts) break;
    if (facts.text === 0 || facts.text > longest) continue;
    const amount = amountOf(facts);
    if (amount === null) continue;
    const outer = found.at(-1);
    const isInside = outer !== undefined && facts.at <= outer.facts.end;
    if (isInside && outer.hasCurrency && !amount.hasCurrency) continue;
    if (isInside) found.pop();
    found.push(amount);
  }
  return found;
}

const looksLikeAmount = /^\D{0,12}\d{1,3}(?:[.,' \u00A0\u202F]?\d{3})*(?:[.,]\d{1,2}|[.,]-+)?\D{0,12}$/u;

function amountOf(facts: ElementFacts): Amount | null {
  const { element, classes } = facts;
  const text = normalizeSpace(textOf(element));
  if (text.length > longest || !/\d/.test(text)) return null;
  const hasCurrency = hasMoney(text);
  if (!hasCurrency) {
    const called = calledBy([...classes, element.attribs['id'] ?? '', element.attribs['itemprop'] ?? '']);
    if (!priceWords.test(called) || !looksLikeAmount.test(text)) return null;
  }
  const cents = withCents(element);
  const number = findNumber(cents ?? text);
  const value = number?.values['.'] ?? number?.values[','] ?? 0;
  return value > 0
    ? { facts, text, value, hasCurrency, hasOther: cents === null && !hasOneAmount(text) }
    : null;
}

/** "19" and "99" in elements of their own: "19.99". Null: the amount is not written so. */
function withCents(element: Element): string | null {
  const texts: string[] = [];
  const open = [...element.children];
  for (let node = open.shift(); node !== undefined && texts.length < 6; node = open.shift()) {
    if (isText(node) && node.data.trim() !== '') texts.push(node.data.trim());
    else if (isTag(node)) open.unshift(...node.children);
  }
  const at = texts.findIndex(
    (text, index) => index > 0 && /^\d{2}$/.test(text) && /\d$/.test(texts[index - 1] ?? ''),
  );
  return at === -1 ? null : `${texts.slice(0, at).join('')}.${texts.slice(at).join(' ')}`;
}
