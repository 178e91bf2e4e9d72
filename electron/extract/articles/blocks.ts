import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { PageTree } from '../tree.ts';
import { trimmedLength } from '../text.ts';
import { oneLine } from './one-line.ts';
import { isInline, unseenTags, walk } from '../walk.ts';

/** A run of text between two block boundaries: a paragraph, a heading, a list item, a loose line. */
export interface Block {
  /** The block element the text stands in. */
  element: Element;
  /** On one line. */
  text: string;
  /** Characters of the text that are links. */
  linkLength: number;
}

/** How much text an element holds, and how much of it in links. */
export interface TextMass {
  text: number;
  link: number;
}

/** The text blocks of a page. */
export interface PageBlocks {
  /** In document order, without what is hidden or boilerplate. */
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

/** Words of class names and ids that name what surrounds an article, in the vocabulary of common publishing systems. */
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

/** Words of the class names and the id of an element: "article__share-bar" holds article, share and bar. */
export function nameWords(element: Element): string[] {
  const { class: classes = '', id = '' } = element.attribs;
  return `${classes} ${id}`
    .slice(0, 1000)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** Makes the test whether the names of an element hold one of some words; pages repeat their names, so each is looked at once. */
export function isNamed(words: ReadonlySet<string>): (element: Element) => boolean {
  const known = new Map<string, boolean>();
  // A word stands in a name only where its letters do.
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

/** A part with this share of a page's text is the page, whatever it is called. */
const wholePage = 0.4;

/** The text mass of every element, in one walk. */
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
 * The elements that may hold a good part of the text below the root, with their shares of it (0 to 1); every other one holds less
 * than `wholePage` of it. One walk that keeps next to nothing: pages may have a million elements.
 */
function largeParts(root: Element): Map<Element, number> {
  const parts = new Map<Element, number>();
  // Where each open element began, in characters of text.
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
      // What is little of the text so far is little of it all.
      if (length > 0 && length >= total * wholePage) parts.set(node, length);
    },
  });
  for (const [element, length] of parts) parts.set(element, length / total);
  return parts;
}

/** Boilerplate by its tag, role or name; but never an element that holds a good part of the page's text. */
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

/** Words of names around what belongs to other pages: their dates and authors are not this page's. */
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

/** Whether an element stands in a part of the page that speaks of other pages, or in its comments. */
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

/** Pages with more blocks than this are cut off there: they are lists made by machines. */
const maxBlocks = 20_000;

/**
 * Cuts the readable part of a page into blocks.
 *
 * @param lenient - leaves out only what tags mark as boilerplate and what is hidden: for pages whose class names mislead.
 */
export function readBlocks(page: PageTree, lenient = false): PageBlocks {
  return blockReader(page)(lenient);
}

/** As `readBlocks`, for who may read a page in both ways: what they share is looked at once. */
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
      if (node !== body && isLeftOut(node)) return false;
      if (node.name === 'a') links += 1;
      if (node.name === 'br') {
        // Two line breaks in a row are how old pages set paragraphs.
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

/** The blocks as text: a blank line between paragraphs, a line for each list item, no heading without text below it. */
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
