import { likenessFeatures, type LikenessFeature } from './likeness-features.ts';
import { weights } from './weights.ts';

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

/** An element, read once for all comparisons. */
export interface ReadElement {
  readonly element: DescribedElement;
  readonly text: string;
  readonly pairs: Bag;
  /** The text without what changes from visit to visit; empty: nothing is left. */
  readonly words: string;
  readonly classes: Bag;
  /** Parts of its names: of the id, the classes and the name of a field. */
  readonly naming: Bag;
  readonly family: string;
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
  const { class: classes = '', href = '', id = '', name = '' } = element.attributes;
  const address = href
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  return {
    element,
    text,
    pairs: bagOf(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))),
    words: text
      .replaceAll(/[\d.,:]+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    classes: wordsOf(classes),
    naming: partsOf(`${id} ${classes} ${name}`),
    family: families.get(element.name) ?? element.name,
    address,
    addressWords: wordsOf(address),
    near: wordsOf(element.near),
  };
}

/** Names that sites exchange for each other, by what they are used for. */
const exchanged: Readonly<Record<string, readonly string[]>> = {
  link: ['a', 'button'],
  field: ['input', 'select', 'textarea'],
  heading: ['h1', 'h2', 'h3', 'h4'],
  inline: ['b', 'strong', 'i', 'em', 'span', 'font'],
  block: ['div', 'section', 'article', 'p', 'li', 'td', 'dd'],
};
const families: ReadonlyMap<string, string> = new Map(
  Object.entries(exchanged).flatMap(([family, names]) =>
    names.map((name): [string, string] => [name, family]),
  ),
);

const said = (isSo: boolean): number => (isSo ? 1 : 0);

/** How much two elements are alike: a sum of what they share, of use only beside that of other elements. */
export function likenessOf(one: ReadElement, other: ReadElement): number {
  const features = compareElements(one, other);
  let sum = 0;
  for (const name of likenessFeatures) sum += weights[name] * features[name];
  return sum;
}

/** What two elements share, each from 0 to 1. */
export function compareElements(one: ReadElement, other: ReadElement): Record<LikenessFeature, number> {
  return { ...ofWords(one, other), ...ofAttributes(one, other), ...ofPlace(one, other) };
}

function ofWords(one: ReadElement, other: ReadElement) {
  return {
    textEqual: said(one.text !== '' && one.text === other.text),
    text: overlap(one.pairs, other.pairs),
    withoutNumbers: said(one.text !== other.text && one.words !== '' && one.words === other.words),
    noText: said(one.text === '' && other.text === ''),
    oneText: said((one.text === '') !== (other.text === '')),
    near: overlap(one.near, other.near),
  };
}

function ofAttributes(one: ReadElement, other: ReadElement) {
  const [own, theirs] = [one.element.attributes, other.element.attributes];
  const same = (name: string): boolean => {
    const value = own[name];
    return value !== undefined && value !== '' && value === theirs[name];
  };
  return {
    id: said(same('id')),
    fieldName: said(same('name')),
    attributes: said(['title', 'placeholder', 'value', 'type'].some(same)),
    classes: overlap(one.classes, other.classes),
    classesEqual: said(same('class')),
    naming: overlap(one.naming, other.naming),
    addressEqual: said(one.address !== '' && one.address === other.address),
    address: overlap(one.addressWords, other.addressWords),
  };
}

function ofPlace({ element: one, family }: ReadElement, { element: other, family: theirs }: ReadElement) {
  const [path, otherPath] = [one.path.slice(-longestPath), other.path.slice(-longestPath)];
  const common = (2 * longestCommon(path, otherPath)) / Math.max(1, path.length + otherPath.length);
  return {
    name: said(one.name === other.name),
    family: said(family === theirs),
    path: common,
    pathEqual: said(one.path.join('/') === other.path.join('/')),
    end: commonEnd(path, otherPath) / mostOfEnd,
  };
}

/** Parts of names, as people join them: "logoContainer", "uh-notifications". */
const partsOf = (text: string): Bag =>
  bagOf(
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [],
  );

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
