import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { PageTree } from '../tree.ts';
import { trimmedLength } from '../text.ts';
import { isHoverCard } from './hover-card.ts';
import { oneLine } from './one-line.ts';
import { isInline, unseenTags, walk } from '../walk.ts';

/** A text block: a paragraph, a heading, a list item or a loose line. */
export interface Block {
  /** The block element that contains the text. */
  element: Element;
  /** On one line. */
  text: string;
  /** Number of characters in links. */
  linkLength: number;
}

/** Amount of text of an element, and of text in links, in characters. */
export interface TextMass {
  text: number;
  link: number;
}

/** The text blocks of a page. */
export interface PageBlocks {
  /** In document order, without hidden text and boilerplate. */
  blocks: Block[];
  body: Element | null;
}

const boilerplateTags: ReadonlySet<string> = new Set([
  'nav',
  'footer',
  'aside',
  'form',
  'button',
  'select',
  'textarea',
  'input',
  'dialog',
  'menu',
  'figure',
  'figcaption',
  'video',
  'audio',
  'canvas',
]);

/** Words in class names and ids for boilerplate around articles, from common content management systems. */
const boilerplateWords: ReadonlySet<string> = new Set([
  'ad',
  'ads',
  'advert',
  'advertisement',
  'advertising',
  'banner',
  'breadcrumb',
  'breadcrumbs',
  'byline',
  'caption',
  'comment',
  'comments',
  'consent',
  'cookie',
  'cookies',
  'disqus',
  'footer',
  'gallery',
  'masthead',
  'menu',
  'meta',
  'modal',
  'nav',
  'navbar',
  'navigation',
  'newsletter',
  'pagination',
  'pager',
  'popup',
  'popular',
  'promo',
  'promotion',
  'recommend',
  'recommended',
  'recommendations',
  'related',
  'respond',
  'share',
  'sharing',
  'sidebar',
  'signup',
  'skip',
  'social',
  'sponsor',
  'sponsored',
  'subscribe',
  'subscription',
  'taboola',
  'outbrain',
  'tags',
  'taxonomy',
  'teaser',
  'toolbar',
  'trending',
  'widget',
]);
const boilerplateRoles: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'menu',
  'alert',
]);
const keptTags: ReadonlySet<string> = new Set(['html', 'body', 'main', 'article']);

/** Splits the class names and the id of an element into words: "article__share-bar" gives article, share and bar. */
export function nameWords(element: Element): string[] {
  const { class: classes = '', id = '' } = element.attribs;
  return wordsOfName(`${classes} ${id}`);
}

/** Splits names as they are written in attributes into words. */
export function wordsOfName(names: string): string[] {
  return names
    .slice(0, 1000)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** Creates a test whether the class names or id of an element contain one of the words. Caches its results by name. */
export function isNamed(words: ReadonlySet<string>): (element: Element) => boolean {
  const known = new Map<string, boolean>();
  // A quick check: a word can only be in a name that contains its letters.
  const letters = new RegExp([...words].join('|'), 'i');
  return (element) => {
    const { class: classes, id } = element.attribs;
    if (classes === undefined && id === undefined) return false;
    const names = id === undefined && classes !== undefined ? classes : `${classes ?? ''} ${id ?? ''}`;
    let found = known.get(names);
    if (found === undefined) {
      found = letters.test(names) && nameWords(element).some((word) => words.has(word));
      known.set(names, found);
    }
    return found;
  };
}

function isHidden(element: Element): boolean {
  const { hidden, style, 'aria-hidden': ariaHidden } = element.attribs;
  return (
    hidden !== undefined ||
    ariaHidden === 'true' ||
    (style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
  );
}

/** An element with this share of the text is never boilerplate, whatever its names. */
const wholePage = 0.4;

/** Computes the amount of text of every element in one walk. */
export function measureText(root: AnyNode): Map<AnyNode, TextMass> {
  const masses = new Map<AnyNode, TextMass>();
  let links = 0;
  const open: TextMass[] = [];
  walk(root, {
    enter(node) {
      if (isText(node)) {
        const length = trimmedLength(node.data);
        const mass = open.at(-1);
        if (mass !== undefined) {
          mass.text += length;
          if (links > 0) mass.link += length;
        }
        return true;
      }
      if (!('children' in node)) return true;
      if (isTag(node) && unseenTags.has(node.name)) return false;
      if (isTag(node) && node.name === 'a') links += 1;
      open.push({ text: 0, link: 0 });
      return true;
    },
    leave(node) {
      if (!('children' in node)) return;
      if (isTag(node) && node.name === 'a') links -= 1;
      const mass = open.pop();
      if (mass === undefined) return;
      masses.set(node, mass);
      const parent = open.at(-1);
      if (parent !== undefined) {
        parent.text += mass.text;
        parent.link += mass.link;
      }
    },
  });
  return masses;
}

/**
 * Returns the elements that may contain a large part of the text below the root, with their shares, 0 to 1. All others have a
 * share below `wholePage`. A single walk with little memory, because pages can have a million elements.
 */
function largeParts(root: Element): Map<Element, number> {
  const parts = new Map<Element, number>();
  // Start of each open element, in characters of text.
  const starts: number[] = [];
  let total = 0;
  walk(root, {
    enter(node) {
      if (isText(node)) {
        total += trimmedLength(node.data);
        return true;
      }
      if (!isTag(node) || unseenTags.has(node.name)) return false;
      starts.push(total);
      return true;
    },
    leave(node) {
      if (!isTag(node)) return;
      const length = total - (starts.pop() ?? total);
      // A small share of the text so far is a small share of all text.
      if (length > 0 && length >= total * wholePage) parts.set(node, length);
    },
  });
  for (const [element, length] of parts) parts.set(element, length / total);
  return parts;
}

/** Whether an element is boilerplate by its tag, role or names, and does not contain a large part of the text. */
function isBoilerplate(
  element: Element,
  share: number,
  lenient: boolean,
  named: (element: Element) => boolean,
): boolean {
  if (boilerplateTags.has(element.name)) return share < 0.6 || element.name === 'nav';
  if (lenient || keptTags.has(element.name) || share >= wholePage) return false;
  const role = element.attribs['role'];
  if (role !== undefined && boilerplateRoles.has(role)) return true;
  return named(element);
}

function bodyOf(page: PageTree): Element | null {
  const html = page.document.children.find(
    (child): child is Element => isTag(child) && child.name === 'html',
  );
  return html?.children.find((child): child is Element => isTag(child) && child.name === 'body') ?? null;
}

/** Words in names of elements about other pages, whose dates and authors are not those of this page. */
const foreignWords: ReadonlySet<string> = new Set([
  'related',
  'recommended',
  'recommend',
  'popular',
  'trending',
  'sidebar',
  'comment',
  'comments',
  'widget',
  'teaser',
  'footer',
]);

/** Whether an element is in comments, or in a part about other pages. */
export function isForeign(element: Element): boolean {
  let current: AnyNode | null = element;
  for (let steps = 0; current !== null && steps < 40; steps += 1) {
    if (isTag(current)) {
      if (keptTags.has(current.name)) return false;
      if (
        ['aside', 'footer', 'nav'].includes(current.name) ||
        nameWords(current).some((word) => foreignWords.has(word))
      )
        return true;
    }
    current = current.parent;
  }
  return false;
}

/** Maximum number of blocks; further ones are ignored. Such pages are generated lists. */
const maxBlocks = 20_000;

/**
 * Splits the readable text of a page into blocks.
 *
 * @param lenient recognizes boilerplate only by tags, not by names: for pages with misleading class names
 */
export function readBlocks(page: PageTree, lenient = false): PageBlocks {
  return blockReader(page)(lenient);
}

/** Like `readBlocks`, for callers that may need both results: the shared work is done once. */
export function blockReader(page: PageTree): (lenient: boolean) => PageBlocks {
  const body = bodyOf(page);
  if (body === null) return () => ({ blocks: [], body });
  const parts = largeParts(body);
  const named = isNamed(boilerplateWords);
  return (lenient) =>
    cutBody(body, (element) => isBoilerplate(element, parts.get(element) ?? 0, lenient, named));
}

function cutBody(body: Element, isLeftOut: (element: Element) => boolean): PageBlocks {
  const blocks: Block[] = [];
  let text = '';
  let linkLength = 0;
  let links = 0;
  let breaks = 0;
  const open: Element[] = [];
  const flush = (): void => {
    const line = oneLine(text);
    const element = open.at(-1) ?? body;
    if (line !== '') blocks.push({ element, text: line, linkLength: Math.min(linkLength, line.length) });
    text = '';
    linkLength = 0;
  };
  walk(body, {
    enter(node) {
      if (blocks.length >= maxBlocks) return false;
      if (isText(node)) {
        text += node.data;
        const length = trimmedLength(node.data);
        if (links > 0) linkLength += length;
        if (length > 0) breaks = 0;
        return true;
      }
      if (!isTag(node)) return false;
      if (unseenTags.has(node.name) || isHidden(node)) return false;
      if (node !== body && (isLeftOut(node) || isHoverCard(node))) return false;
      if (node.name === 'a') links += 1;
      if (node.name === 'br') {
        // Old pages separate paragraphs with two line breaks.
        breaks += 1;
        text += ' ';
        if (breaks >= 2) flush();
        return false;
      }
      if (!isInline(node)) {
        flush();
        open.push(node);
      }
      return true;
    },
    leave(node) {
      if (!isTag(node)) return;
      if (node.name === 'a') links -= 1;
      if (!isInline(node)) {
        flush();
        open.pop();
      }
    },
  });
  flush();
  return { blocks, body };
}

/** Share of a block's text that is links. */
export function linkDensity(block: Block): number {
  return block.text.length === 0 ? 0 : block.linkLength / block.text.length;
}

/** Whether a block is a heading, h1 to h6. */
export function isHeading(block: Block): boolean {
  return /^h[1-6]$/.test(block.element.name);
}

const isListItem = (block: Block): boolean => block.element.name === 'li';

/** Renders blocks as text: blank lines between paragraphs, one line per list item, no headings without text below. */
export function renderBlocks(blocks: readonly Block[]): string {
  const kept = blocks.filter((block, index) => {
    if (!isHeading(block)) return true;
    const next = blocks[index + 1];
    return next !== undefined && !isHeading(next);
  });
  let content = '';
  for (const [index, block] of kept.entries()) {
    const previous = kept[index - 1];
    const between = previous === undefined ? '' : isListItem(previous) && isListItem(block) ? '\n' : '\n\n';
    content += between + (isListItem(block) ? `- ${block.text}` : block.text);
  }
  return content;
}
