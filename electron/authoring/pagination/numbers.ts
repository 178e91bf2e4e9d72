import { isText, type AnyNode } from 'domhandler';
import { asciiDigits, normalizeSpace } from '../../extract/text.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import type { Control } from './controls.ts';
import { boxSigns } from './signs.ts';
import { isSizeName } from './url-step.ts';

/** Links to numbered pages that stand together. */
export interface NumberRun {
  readonly links: readonly { readonly control: Control; readonly number: number }[];
  /** The smallest element around them. */
  readonly box: ElementFacts;
  /** Number of the page that is shown; null: it cannot be told. */
  readonly current: number | null;
  /** Whether the numbers in the URLs grow with those on the links. */
  readonly linear: boolean;
}

/** Levels that a link may be below the box that it shares with its neighbour. */
const maxLevels = 5;
/** Elements of a box around two neighbours. */
const maxSpan = 60;

/** Finds the sequences of page numbers of a page, in document order. */
export function findRuns(tree: DescribedTree, controls: readonly Control[]): NumberRun[] {
  const runs: NumberRun[] = [];
  let open: { control: Control; number: number }[] = [];
  const close = (): void => {
    const run = open.length > 0 ? runOf(tree, open) : null;
    if (run !== null) runs.push(run);
    open = [];
  };
  for (const control of controls) {
    const number = numberOf(control);
    if (number === null) continue;
    const last = open.at(-1);
    const isOpen = last === undefined || (goesOn(open, number) && areNeighbours(tree, last.control, control));
    if (!isOpen) close();
    open.push({ control, number });
  }
  close();
  return runs;
}

/** The number that a control shows, or is called by where it shows none. */
function numberOf({ label, names }: Control): number | null {
  return label.text === '' ? (names.find(({ number }) => number !== null)?.number ?? null) : label.number;
}

/** Whether a number follows those before it, upwards or downwards. */
function goesOn(before: readonly { number: number }[], number: number): boolean {
  const [first, second] = before;
  const last = before.at(-1);
  if (first === undefined || last === undefined || number === last.number) return false;
  const isUp = second === undefined ? number > last.number : second.number > first.number;
  return number > last.number === isUp && (second !== undefined || isUp || number === last.number - 1);
}

function areNeighbours(tree: DescribedTree, a: Control, b: Control): boolean {
  if (b.facts.at - a.facts.at > maxSpan) return false;
  const box = boxAround(tree, a.facts, b.facts);
  const [left, right] = [a.facts.depth - box.depth, b.facts.depth - box.depth];
  return left <= maxLevels && right <= maxLevels && Math.abs(left - right) <= 2;
}

/** The smallest element that holds both. */
function boxAround({ elements }: DescribedTree, a: ElementFacts, b: ElementFacts): ElementFacts {
  let box = a;
  while (box.end < b.at && box.parent >= 0) box = elements[box.parent] ?? box;
  return box;
}

function runOf(
  tree: DescribedTree,
  links: readonly { control: Control; number: number }[],
): NumberRun | null {
  const [first] = links;
  const last = links.at(-1);
  if (first === undefined || last === undefined) return null;
  let box = boxAround(tree, first.control.facts, last.control.facts);
  const numbers = links.map(({ number }) => number);
  const marked =
    links.length > 1
      ? links.find(({ control }) => isMarkedCurrent(tree, control.facts, box))?.number
      : undefined;
  // A number that is no link stands beside the links, perhaps in a box of its own.
  let spans = plainNumbers(tree, box);
  const outside = marked === undefined ? 3 : 0;
  for (let level = 0; level < outside && spans.length === 0; level += 1) {
    const parent = tree.elements[box.parent];
    if (parent === undefined || parent.end - parent.at > 4 * maxSpan || parent.links > links.length + 6)
      break;
    box = parent;
    spans = plainNumbers(tree, box);
  }
  const own =
    links.length > 1 ? links.find(({ control }) => control.step?.kind === 'same')?.number : undefined;
  const current = spans.find((value) => fits(value, numbers)) ?? marked ?? own ?? null;
  const run = { links, box, current, linear: isLinear(links) };
  return isPager(run, spans.length > 0) ? run : null;
}

/** Whether a number stands in or right beside a sequence. */
function fits(value: number, numbers: readonly number[]): boolean {
  return !numbers.includes(value) && (numbers.includes(value + 1) || numbers.includes(value - 1));
}

/** Numbers in a box that are no links. */
function plainNumbers({ elements }: DescribedTree, box: ElementFacts): number[] {
  const found: number[] = [];
  let skipTo = -1;
  for (let index = box.at; index <= Math.min(box.end, box.at + 4 * maxSpan); index += 1) {
    const facts = elements[index];
    if (facts === undefined || facts.at <= skipTo) continue;
    const { name, attribs, children } = facts.element;
    if (name === 'select' || name === 'form' || (name === 'a' && attribs['href'] !== undefined)) {
      if (facts !== box) skipTo = facts.end;
      continue;
    }
    for (const child of children) {
      const value = numberIn(child);
      if (value !== null) found.push(value);
    }
  }
  return found;
}

function numberIn(node: AnyNode): number | null {
  if (!isText(node) || node.data.length > 40) return null;
  const found = /^[[(|\s]*(\d{1,3}(?:[,.]\d{3})+|\d{1,6})[\])|\s]*$/.exec(
    asciiDigits(normalizeSpace(node.data)),
  );
  return found?.[1] === undefined ? null : Number(found[1].replaceAll(/[,.]/g, ''));
}

const currentSign =
  /(?:^|[\s_-])(?:current|active|selected|now|on|cur|here|this|actual|thispage)(?:$|[\s_-])/i;

function isMarkedCurrent({ elements }: DescribedTree, facts: ElementFacts, box: ElementFacts): boolean {
  for (
    let node: ElementFacts | undefined = facts;
    node !== undefined && node !== box;
    node = elements[node.parent]
  ) {
    const { attribs } = node.element;
    const state = attribs['aria-current'];
    if (state !== undefined && state !== 'false') return true;
    if (currentSign.test(attribs['class'] ?? '')) return true;
  }
  return false;
}

/** A URL with its numbers taken out: they stand in `numbers`, in the order of the text. */
function skeletonOf(url: URL): { text: string; numbers: number[]; before: string[] } {
  const parts = [...url.searchParams]
    .filter(([name]) => !isSizeName(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${url.host}${url.pathname}?${parts.map(([name, value]) => `${name}=${value}`).join('&')}`;
  const numbers: number[] = [];
  const before: string[] = [];
  return {
    text: text.replaceAll(/\d{1,9}/g, (digits, at: number) => {
      numbers.push(Number(digits));
      before.push(text.slice(Math.max(0, at - 12), at));
      return '#';
    }),
    numbers,
    before,
  };
}

/** Whether the URLs of numbered links differ in numbers alone, which are the number of the page or an offset. */
function isLinear(links: readonly { control: Control; number: number }[]): boolean {
  const known = links.flatMap(({ control, number }) =>
    control.url === null ? [] : [{ number, ...skeletonOf(control.url) }],
  );
  const first = known.at(-1);
  if (first === undefined) return false;
  const alike = known.filter(({ text }) => text === first.text);
  const [other] = alike;
  // The first page often has an address without a number, so one link may differ.
  if (alike.length < known.length - 1) return false;
  const [only] = links;
  if (links.length === 1 && only?.number === 1 && only.control.step?.kind === 'dropped') return true;
  if (other === undefined || other === first)
    return first.numbers.some((value) => value === first.number || value === first.number - 1);
  let varies = false;
  for (const [index, last] of first.numbers.entries()) {
    const begin = other.numbers[index] ?? 0;
    if (begin === last) continue;
    const factor = (last - begin) / (first.number - other.number);
    const isOffset = Math.abs(begin - factor * other.number) <= factor;
    if (!isOffset || dateBefore.test(first.before[index] ?? '')) return false;
    const isStraight = alike.every(
      ({ number, numbers }) =>
        Math.abs((numbers[index] ?? 0) - begin - factor * (number - other.number)) < 0.5,
    );
    if (!isStraight || factor < 1) return false;
    varies = true;
  }
  return varies;
}

/** The text before a number that is the day of a date. */
const dateBefore = /(?:^|[?&_])(?:d|day|date|dd)=$|(?:19|20)\d\d([/.-])\d{1,2}\1$/i;

/** Numbers of records on a page that lists let people choose, which do not follow each other. */
const leastSize = 5;
const largestSize = 500;

/** Tells pagers from calendars, sizes, years and other numbers. */
function isPager({ links, box, current, linear }: NumberRun, hasPlain: boolean): boolean {
  const numbers = links.map(({ number }) => number);
  const signs = boxSigns(box);
  if (signs.calendar) return false;
  // Numbers that lead to places in the page turn slides and tabs.
  if (links.every(({ control: { href } }) => href.startsWith('#'))) return false;
  const withCurrent = [...new Set(current === null ? numbers : [...numbers, current])].sort((a, b) => a - b);
  const steps = withCurrent.some((value, index) => value + 1 === withCurrent[index + 1]);
  if (!steps && !(withCurrent.length > 1 && linear)) return false;
  if (!steps && current === null && withCurrent.every((value) => value >= leastSize && value <= largestSize))
    return false;
  if (withCurrent.every((value) => value >= 1900 && value <= 2100)) return false;
  if (linear) return links.length > 1 || hasPlain || signs.pager;
  return (
    signs.pager &&
    withCurrent.length > 1 &&
    links.every(({ control }) => control.url === null || control.step?.kind !== 'other')
  );
}
