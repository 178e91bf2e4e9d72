import { isTag, isText, type Element } from 'domhandler';
import { nameWords, type TextMass } from '../articles/blocks.ts';
import type { PageTree } from '../tree.ts';
import { detach, shorten } from '../text.ts';
import { localPart } from '../xml/xml-element.ts';
import { elementsBelow, unseenTags, visibleText } from '../walk.ts';
import { isMeaningfulClass } from './names.ts';
import { createSelectorMaker, type SelectorMaker } from './selector-for-node.ts';

/** A field that occurs in the items of a repeated block. */
export interface RepeatedField {
  /** Name derived from the element; unique within the block. */
  name: string;
  /** Relative to the item: "h2 a::text", "img::attr(src)", "::attr(href)" for the item itself. */
  selector: string;
  /** Value in the first item that has one. */
  sample: string;
  /** Number of items in which it matches. */
  count: number;
}

/** Similar sibling elements: the items of a listing. */
export interface RepeatedBlock {
  /** Matches exactly the items. */
  selector: string;
  count: number;
  fields: RepeatedField[];
  /** A callback that makes each of them an item. */
  callback: RowsCallback;
}

/** A proposed callback whose rows are the items of a repeated block. */
export interface RowsCallback {
  iterate: { selector: string };
  extract: Record<string, { css: string; processors?: { type: 'urljoin' }[] }>;
}

const minItems = 3;
const maxBlocks = 8;
const maxFields = 12;

/** Key that is equal for similar siblings: their name and their descriptive classes. */
function kindOf(element: Element): string {
  const classes = (element.attribs['class'] ?? '').split(/\s+/).filter(isMeaningfulClass).slice(0, 2);
  return [element.name, ...classes].join('.');
}

/** Groups similar children of each parent. */
function groupsOf(page: PageTree): Element[][] {
  const groups: Element[][] = [];
  for (const parent of elementsBelow(page.document)) {
    if (unseenTags.has(parent.name) || parent.children.length < minItems) continue;
    const kinds = new Map<string, Element[]>();
    for (const child of parent.children) {
      if (!isTag(child) || /^(?:br|hr|script|style|link|meta|option|col|source|p|h[1-6])$/.test(child.name))
        continue;
      const kind = kindOf(child);
      kinds.set(kind, [...(kinds.get(kind) ?? []), child]);
    }
    for (const group of kinds.values()) if (group.length >= minItems) groups.push(group.slice(0, 500));
  }
  return groups;
}

/** Score of a group: listings have many items with text outside of links, menus are short and consist of links. */
function worth(group: readonly Element[], masses: ReadonlyMap<unknown, TextMass>): number {
  let text = 0;
  let link = 0;
  for (const item of group) {
    const mass = masses.get(item);
    text += mass?.text ?? 0;
    link += mass?.link ?? 0;
  }
  const average = text / group.length;
  if (average < 15) return 0;
  const plain = text === 0 ? 0 : (text - link) / text;
  return Math.sqrt(group.length) * Math.min(average, 600) * (0.2 + plain);
}

function hasOwnText(element: Element): boolean {
  return element.children.some((child) => isText(child) && child.data.trim().length > 1);
}

interface Candidate {
  element: Element;
  /** "::text" or "::attr(href)" */
  part: string;
  value: string;
  name: string;
}

function nameOf(element: Element, part: string, value: string): string {
  const words = nameWords(element);
  const has = (...wanted: string[]): boolean => words.some((word) => wanted.includes(word));
  if (part === '::attr(href)') return 'link';
  if (part === '::attr(src)') return 'image';
  if (part === '::attr(datetime)') return 'date';
  if (has('price', 'amount', 'cost') || /^(?:[$€£¥]\s?\d|\d[\d.,\s]*\s?(?:[$€£¥]|EUR|USD|CHF))/.test(value))
    return 'price';
  if (has('date', 'time', 'published', 'posted') || element.name === 'time') return 'date';
  if (has('author', 'byline', 'user', 'username')) return 'author';
  if (/^h[1-6]$/.test(element.name) || has('title', 'name', 'headline', 'heading')) return 'title';
  if (element.name === 'p' || has('summary', 'description', 'excerpt', 'text')) return 'text';
  const word = words.find((candidate) => candidate.length > 2 && /^[a-z]+$/.test(candidate));
  if (word !== undefined) return word;
  return element.parent !== null && isTag(element.parent) && /^h[1-6]$/.test(element.parent.name)
    ? 'title'
    : localPart(element.name);
}

function candidatesOf(item: Element): Candidate[] {
  const candidates: Candidate[] = [];
  const add = (element: Element, part: string, value: string): void => {
    candidates.push({ element, part, value, name: nameOf(element, part, value) });
  };
  for (const element of [item, ...elementsBelow(item).slice(0, 200)]) {
    const { href, src, datetime } = element.attribs;
    if (element.name === 'a' && href !== undefined) add(element, '::attr(href)', href);
    if (element.name === 'img' && src !== undefined) add(element, '::attr(src)', src);
    if (element.name === 'time' && datetime !== undefined) add(element, '::attr(datetime)', datetime);
    else if (!unseenTags.has(element.name) && hasOwnText(element))
      add(element, '::text', visibleText(element, 300));
  }
  return candidates;
}

/** Derives fields from the item with the most parts. A field must occur in half of the items. */
function fieldsOf(items: readonly Element[], countMatches: (selector: string) => number): RepeatedField[] {
  const sampled = items.slice(0, 10).map((item) => ({ item, candidates: candidatesOf(item) }));
  const richest = sampled.reduce(
    (best, next) => (next.candidates.length > best.candidates.length ? next : best),
    sampled[0] ?? { item: null, candidates: [] },
  );
  if (richest.item === null) return [];
  const maker = createSelectorMaker(richest.item);
  const fields: RepeatedField[] = [];
  const seen = new Set<string>();
  const uses = new Map<string, number>();
  for (const { element, part, value, name } of richest.candidates) {
    if (fields.length >= maxFields) break;
    const selector = element === richest.item ? part : maker.unique(element) + part;
    if (seen.has(selector) || value.trim() === '') continue;
    seen.add(selector);
    const count = countMatches(selector);
    if (count < items.length / 2) continue;
    const times = (uses.get(name) ?? 0) + 1;
    uses.set(name, times);
    fields.push({
      name: times === 1 ? name : `${name}_${times}`,
      selector,
      sample: detach(shorten(value, 120)),
      count,
    });
  }
  return fields;
}

/** Share of items that look like those of a listing: with a link, and with a heading, an image or a time. */
function listingShare(group: readonly Element[]): number {
  const sample = group.slice(0, 10);
  const parts = sample.map((item) => {
    const names = new Set([item, ...elementsBelow(item)].map(({ name }) => name));
    const shown = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img', 'time', 'td'].some((name) => names.has(name));
    return (names.has('a') ? 0.5 : 0) + (shown ? 0.5 : 0);
  });
  return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, sample.length);
}

/** Writes the block as a callback that makes each of its items a row, with absolute addresses. */
function rowsCallback(selector: string, fields: readonly RepeatedField[]): RowsCallback {
  const extract = fields.map(({ name, selector: css }) => {
    const isAddress = /::attr\((?:href|src)\)$/.test(css);
    return [name, isAddress ? { css, processors: [{ type: 'urljoin' as const }] } : { css }] as const;
  });
  return { iterate: { selector }, extract: Object.fromEntries(extract) };
}

/** Finds the repeated blocks of a page, best first. */
export function findRepeated(
  page: PageTree,
  maker: SelectorMaker,
  masses: ReadonlyMap<unknown, TextMass>,
  countIn: (items: readonly Element[], selector: string) => number,
): RepeatedBlock[] {
  const ranked = groupsOf(page)
    .map((group) => ({ group, score: worth(group, masses) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxBlocks * 4)
    .map(({ group, score }) => ({ group, score: score * (0.3 + listingShare(group)) }))
    .sort((a, b) => b.score - a.score);
  const blocks: RepeatedBlock[] = [];
  for (const { group } of ranked) {
    if (blocks.length >= maxBlocks) break;
    const selector = maker.group(group);
    if (selector === null || blocks.some((block) => block.selector === selector)) continue;
    const fields = fieldsOf(group, (relative) => countIn(group, relative));
    if (fields.length === 0) continue;
    blocks.push({ selector, count: group.length, fields, callback: rowsCallback(selector, fields) });
  }
  return blocks;
}
