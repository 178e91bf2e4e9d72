/** An element of a page as it is known without the page: what it is compared by after the page has changed. */
export interface DescribedElement {
  /** Its name in lower case. */
  readonly name: string;
  /** What it shows, or its value where it is a field of a form. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names of the elements around it and its own, the outermost first, each with its place among its namesakes where that is not 1. */
  readonly path: readonly string[];
  /** Words near it. */
  readonly near: string;
}

/** What two elements are compared by, and how much each counts: learnt from elements of sites found again years later. */
const weights = {
  name: 1.98,
  textEqual: 2.07,
  text: 4,
  noText: 1.85,
  oneText: -0.67,
  id: 0.69,
  fieldName: 1.11,
  attributes: 0.26,
  classes: 1.66,
  classesEqual: 1.2,
  addressEqual: 0.47,
  address: 0.75,
  path: 3.69,
  pathEqual: 0.99,
  end: 1.85,
  near: 0.6,
} as const;

/** An element, read once for all comparisons. */
export interface ReadElement {
  readonly element: DescribedElement;
  readonly text: string;
  readonly pairs: Bag;
  readonly classes: Bag;
  readonly address: string;
  readonly addressWords: Bag;
  readonly near: Bag;
}

/** How often something occurs. */
type Bag = ReadonlyMap<string, number>;

/** Characters of a text that are compared, and steps of a path. */
const longestText = 300;
const longestPath = 60;

/** Reads an element for comparisons. */
export function readElement(element: DescribedElement): ReadElement {
  const text = element.text.replaceAll(/\s+/g, ' ').trim().toLowerCase().slice(0, longestText);
  const { class: classes = '', href = '' } = element.attributes;
  const address = href
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  return {
    element,
    text,
    pairs: bagOf(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))),
    classes: wordsOf(classes),
    address,
    addressWords: wordsOf(address),
    near: wordsOf(element.near),
  };
}

const said = (isSo: boolean): number => (isSo ? 1 : 0);

/** How much two elements are alike: a sum of what they share, of use only beside that of other elements. */
export function likenessOf(one: ReadElement, other: ReadElement): number {
  return ofWords(one, other) + ofAttributes(one, other) + ofPlace(one.element, other.element);
}

function ofWords(one: ReadElement, other: ReadElement): number {
  return (
    weights.textEqual * said(one.text !== '' && one.text === other.text) +
    weights.text * overlap(one.pairs, other.pairs) +
    weights.noText * said(one.text === '' && other.text === '') +
    weights.oneText * said((one.text === '') !== (other.text === '')) +
    weights.near * overlap(one.near, other.near)
  );
}

function ofAttributes(one: ReadElement, other: ReadElement): number {
  const [own, theirs] = [one.element.attributes, other.element.attributes];
  const same = (name: string): boolean => {
    const value = own[name];
    return value !== undefined && value !== '' && value === theirs[name];
  };
  return (
    weights.id * said(same('id')) +
    weights.fieldName * said(same('name')) +
    weights.attributes * said(['title', 'placeholder', 'value', 'type'].some(same)) +
    weights.classes * overlap(one.classes, other.classes) +
    weights.classesEqual * said(same('class')) +
    weights.addressEqual * said(one.address !== '' && one.address === other.address) +
    weights.address * overlap(one.addressWords, other.addressWords)
  );
}

function ofPlace(one: DescribedElement, other: DescribedElement): number {
  const [path, otherPath] = [one.path.slice(-longestPath), other.path.slice(-longestPath)];
  const common = (2 * longestCommon(path, otherPath)) / Math.max(1, path.length + otherPath.length);
  return (
    weights.name * said(one.name === other.name) +
    weights.path * common +
    weights.pathEqual * said(one.path.join('/') === other.path.join('/')) +
    weights.end * (commonEnd(path, otherPath) / mostOfEnd)
  );
}

const wordsOf = (text: string): Bag => bagOf(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);

function bagOf(parts: readonly string[]): Bag {
  const bag = new Map<string, number>();
  for (const part of parts) bag.set(part, (bag.get(part) ?? 0) + 1);
  return bag;
}

/** Share of two bags that is common to them (Dice), 0 to 1; 0 where both are empty. */
function overlap(one: Bag, other: Bag): number {
  let size = 0;
  let common = 0;
  for (const [part, count] of one) {
    size += count;
    common += Math.min(count, other.get(part) ?? 0);
  }
  for (const count of other.values()) size += count;
  return size === 0 ? 0 : (2 * common) / size;
}

/** Steps at the end of two paths that are compared for themselves. */
const mostOfEnd = 4;

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < mostOfEnd && count < Math.min(one.length, other.length)) {
    if (one.at(-1 - count) !== other.at(-1 - count)) break;
    count += 1;
  }
  return count;
}

/** Length of the longest sequence of steps that two paths have in common. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let before = Array.from({ length: other.length + 1 }, () => 0);
  for (const step of one) {
    const row = [0];
    for (const [at, each] of other.entries()) {
      const longer = step === each ? (before[at] ?? 0) + 1 : 0;
      row.push(Math.max(longer, before[at + 1] ?? 0, row[at] ?? 0));
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}
