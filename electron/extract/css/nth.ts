import { isTag, type AnyNode, type Element } from 'domhandler';
import type { CssRun, ElementTest } from './types.ts';

/** How an `:nth-…` pseudo-class counts an element among its siblings. */
export interface NthOptions {
  fromEnd: boolean;
  ofType: boolean;
  /** Only siblings that pass this test are counted and can match; null: all. */
  of: ElementTest | null;
}

/** Parses `an+b`, `odd`, `even` or a number, counted from 1. The formula is already checked. */
function parseNth(formula: string): { a: number; b: number } {
  const text = formula.toLowerCase().replaceAll(/\s+/g, '');
  if (text === 'odd') return { a: 2, b: 1 };
  if (text === 'even') return { a: 2, b: 0 };
  const match = /^([+-]?\d*)n([+-]\d+)?$/.exec(text);
  if (match === null) return { a: 0, b: Number(text) };
  const step = match[1] ?? '';
  const a = /\d/.test(step) ? Number(step) : Number(`${step}1`);
  return { a, b: Number(match[2] ?? 0) };
}

function fits(position: number, { a, b }: { a: number; b: number }): boolean {
  if (a === 0) return position === b;
  const rounds = (position - b) / a;
  return rounds >= 0 && Number.isInteger(rounds);
}

/** The last place that is told by the siblings before it. */
const mostBefore = 16;

/** Whether so many elements stand before an element, or after it. Looks no further than one more. */
function hasBefore(element: Element, count: number, fromEnd: boolean, run: CssRun): boolean {
  let left = count;
  for (let node = fromEnd ? element.next : element.prev; node !== null;) {
    run.budget.spend(1);
    if (isTag(node)) left -= 1;
    if (left < 0) return false;
    node = fromEnd ? node.next : node.prev;
  }
  return left === 0;
}

/** Counts positions once per parent, so that a list of 50,000 entries stays cheap; one of the first places needs no counting. */
export function compileNth(formula: string, options: NthOptions, run: CssRun): ElementTest {
  const wanted = parseNth(formula);
  if (wanted.a === 0 && wanted.b >= 1 && wanted.b <= mostBefore && options.of === null && !options.ofType)
    return (element) => hasBefore(element, wanted.b - 1, options.fromEnd, run);
  let positions = new Map<Element, number>();
  let counted = new Set<AnyNode | null>();
  // Created anew instead of cleared; see `Run` of the XPath engine.
  run.onEnd(() => {
    if (counted.size === 0) return;
    positions = new Map();
    counted = new Set();
  });
  return (element) => {
    if (!counted.has(element.parent)) {
      counted.add(element.parent);
      count(element, options, positions, run);
    }
    const position = positions.get(element);
    return position !== undefined && fits(position, wanted);
  };
}

function count(element: Element, options: NthOptions, positions: Map<Element, number>, run: CssRun): void {
  const all: AnyNode[] = element.parent === null ? [element] : element.parent.children;
  const siblings = options.fromEnd ? all.toReversed() : all;
  run.budget.spend(siblings.length);
  const totals = new Map<string, number>();
  for (const sibling of siblings) {
    if (!isTag(sibling) || (options.of !== null && !options.of(sibling))) continue;
    const key = options.ofType ? sibling.name : '';
    const position = (totals.get(key) ?? 0) + 1;
    totals.set(key, position);
    positions.set(sibling, position);
  }
}
