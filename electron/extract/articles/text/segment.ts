import { isTag, isText, type AnyNode, type Element, type Text } from 'domhandler';
import type { PageTree } from '../../tree.ts';
import { isInline, unseenTags, walk } from '../../walk.ts';
import { isAscii, trimmedLength } from '../../text.ts';
import { isHoverCard } from '../hover-card.ts';
import { oneLine } from '../one-line.ts';
import { roles, rolesOfWord } from './vocabulary.ts';

/** A block-level element, with the properties that its blocks' features need. */
export interface Container {
  element: Element;
  parent: Container | null;
  depth: number;
  /** For each of `roles` and then `landmarks`: distance in containers to the nearest with it, 0 for this one; `far`: none. */
  distances: Uint8Array;
  hidden: boolean;
  /** Index of the first block inside, and of the first block after it. */
  start: number;
  end: number;
  /** Number of characters of its text, and of those in links. */
  text: number;
  link: number;
  /** Number of child containers, and of similar siblings (same tag and class). */
  inner: number;
  alike: number;
}

/** A text block: a paragraph, a heading, a list item, a table cell or a loose line. */
export interface TextBlock {
  index: number;
  container: Container;
  /** On one line, except for preformatted text. */
  text: string;
  /** Number of characters in links, and in emphasis. */
  linkLength: number;
  strongLength: number;
  links: number;
  /** Roles by the names of the inline elements at the start of the block, as indices of `roles`. */
  inlineRoles: readonly number[];
  /** The text nodes and inline elements of the block in order, for rendering its inline markup. */
  nodes: readonly (Text | Element)[];
  preformatted: boolean;
}

/** A page split into text blocks. */
export interface SegmentedPage {
  blocks: TextBlock[];
  body: Container | null;
  /** Whether the page has more blocks than the limit, so that the rest is missing. */
  truncated: boolean;
}

/** Distance that means "no such ancestor". */
export const far = 30;

/** Tags whose distance is a feature of a block. */
export const landmarks = [
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'figure',
  'table',
  'ul',
  'ol',
  'li',
  'dl',
  'article',
  'main',
  'section',
  'button',
  'details',
  'dialog',
  'blockquote',
  'pre',
  'p',
  'td',
  'th',
  'a',
  'address',
  'center',
] as const;
const landmarkIndex = new Map<string, number>(landmarks.map((name, index) => [name, index]));

/** ARIA roles that are equivalent to a tag. */
const tagOfRole = new Map([
  ['navigation', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
  ['search', 'form'],
  ['main', 'main'],
  ['article', 'article'],
  ['button', 'button'],
  ['dialog', 'dialog'],
  ['menu', 'nav'],
  ['menubar', 'nav'],
  ['list', 'ul'],
  ['listitem', 'li'],
]);

/** Further elements without text of the page, in addition to invisible ones. */
const skippedTags: ReadonlySet<string> = new Set([
  'select',
  'option',
  'datalist',
  'textarea',
  'input',
  'canvas',
  'video',
  'audio',
  'map',
  'frameset',
  'noframes',
  'embed',
  'applet',
  'xmp',
]);

/** Maximum number of blocks; further ones are ignored. Such pages are generated lists. */
const maxBlocks = 8000;
/** Maximum number of containers; the content of further elements belongs to the container around them. */
const maxContainers = 50_000;
/** Maximum depth of containers; deeper elements belong to their ancestor. */
const maxDepth = 400;
/** Maximum number of text nodes and line breaks of a block; longer blocks are cut. */
const maxNodesOfBlock = 20_000;

/** Cache of roles by the names of elements; cleared for every page. */
type RoleCache = Map<string, readonly number[]>;

/** Returns the value of an attribute that names its element, with a separator. */
const named = (value: string | undefined): string =>
  value === undefined ? '' : ` ${value.length > 300 ? value.slice(0, 300) : value}`;

const noRoles: readonly number[] = [];

function namedRoles(element: Element, cache: RoleCache): readonly number[] {
  const { class: classes, id, role, itemprop, 'aria-label': label } = element.attribs;
  const { 'data-testid': test, 'data-component': component } = element.attribs;
  const isClassed =
    (id ?? role ?? itemprop ?? test ?? component ?? label) === undefined && classes !== undefined;
  const names = isClassed
    ? classes
    : named(classes) +
      named(id) +
      named(role) +
      named(itemprop) +
      named(test) +
      named(component) +
      named(label);
  if (names === '') return noRoles;
  const found = cache.get(names);
  if (found !== undefined) return found;
  const read = isClassed ? named(classes) : names;
  const spaced = read.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const roleSet = new Set<number>();
  for (const word of spaced.split(isAscii(spaced) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)) {
    if (word !== '') for (const role of rolesOfWord(word)) roleSet.add(role);
  }
  const spoken = [...roleSet];
  cache.set(names, spoken);
  return spoken;
}

function isHidden({ attribs }: Element): boolean {
  const { hidden, style, 'aria-hidden': ariaHidden } = attribs;
  return (
    hidden !== undefined ||
    ariaHidden === 'true' ||
    (style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
  );
}

function bodyOf(page: PageTree): Element | null {
  const html = page.document.children.find(
    (child): child is Element => isTag(child) && child.name === 'html',
  );
  return html?.children.find((child): child is Element => isTag(child) && child.name === 'body') ?? null;
}

const nowhere = new Uint8Array(roles.length + landmarks.length).fill(far);

function distancesBelow(parent: Uint8Array): Uint8Array {
  const distances = parent.slice();
  for (let index = 0; index < distances.length; index += 1) {
    const above = distances[index] ?? far;
    if (above < far) distances[index] = above + 1;
  }
  return distances;
}

function createContainer(element: Element, parent: Container | null, cache: RoleCache): Container {
  const distances = distancesBelow(parent?.distances ?? nowhere);
  // The names of the body describe the kind of page and not a part.
  if (parent !== null) for (const role of namedRoles(element, cache)) distances[role] = 0;
  const own = landmarkIndex.get(element.name);
  if (own !== undefined) distances[roles.length + own] = 0;
  const { role } = element.attribs;
  const said = role === undefined ? undefined : landmarkIndex.get(tagOfRole.get(role) ?? '');
  if (said !== undefined) distances[roles.length + said] = 0;
  return {
    element,
    parent,
    depth: (parent?.depth ?? -1) + 1,
    distances,
    hidden: (parent?.hidden ?? false) || isHidden(element),
    start: 0,
    end: 0,
    text: 0,
    link: 0,
    inner: 0,
    alike: 1,
  };
}

const invisible = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g;

/** Writes a text on one line; keeps the lines of preformatted text. */
function tidy(text: string, preformatted: boolean): string {
  if (!preformatted) return oneLine(text);
  return text
    .replaceAll(invisible, '')
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** Counts similar siblings among the children of each container. */
function countAlike(containers: readonly Container[]): void {
  const groups = new Map<Container, Map<string, Container[]>>();
  for (const container of containers) {
    if (container.parent === null || container.parent.inner < 2) continue;
    let group = groups.get(container.parent);
    if (group === undefined) groups.set(container.parent, (group = new Map()));
    const { name, attribs } = container.element;
    const classes = attribs['class'];
    const look =
      classes === undefined || classes === ''
        ? name
        : `${name} ${classes.length > 60 ? classes.slice(0, 60) : classes}`;
    const members = group.get(look);
    if (members === undefined) group.set(look, [container]);
    else members.push(container);
  }
  for (const group of groups.values()) {
    for (const members of group.values()) {
      if (members.length > 1) for (const member of members) member.alike = members.length;
    }
  }
}

/** Length of text below which noscript content is used: such pages load their text with scripts. */
const littleText = 1500;

/** Splits the readable text of a page, including boilerplate, into blocks, and describes their containers. */
export function segmentPage(page: PageTree): SegmentedPage {
  const body = bodyOf(page);
  if (body === null) return { blocks: [], body: null, truncated: false };
  const segmented = segmentBody(body, false);
  const length = segmented.body?.text ?? 0;
  if (length >= littleText) return segmented;
  const withNoscript = segmentBody(body, true);
  return (withNoscript.body?.text ?? 0) > Math.max(300, 2 * length) ? withNoscript : segmented;
}

/** Splits the readable text of an element into blocks, as that of a page. */
export const segmentElement = (element: Element): SegmentedPage => segmentBody(element, false);

/** @param noscript whether to include the content of noscript elements */
function segmentBody(bodyElement: Element, noscript: boolean): SegmentedPage {
  const blocks: TextBlock[] = [];
  const cache: RoleCache = new Map();
  const containers: Container[] = [];
  const body = createContainer(bodyElement, null, cache);
  let container = body;
  let truncated = false;
  // The current block.
  let text = '';
  let blank = true;
  let linkLength = 0;
  let strongLength = 0;
  let linkCount = 0;
  let inlineRoles: readonly number[] = [];
  let nodes: (Text | Element)[] = [];
  // Number of open elements of each kind.
  let links = 0;
  let strongs = 0;
  let pres = 0;
  let breaks = 0;
  // Open elements without a container, because they are nested too deeply.
  let deeper = 0;

  const flush = (): void => {
    if (nodes.length === 0) {
      inlineRoles = [];
      linkCount = 0;
      return;
    }
    const line = tidy(text, pres > 0);
    if (line !== '') {
      const length = line.length;
      if (blocks.length >= maxBlocks) truncated = true;
      else {
        blocks.push({
          index: blocks.length,
          container,
          text: line,
          linkLength: Math.min(linkLength, length),
          strongLength: Math.min(strongLength, length),
          links: linkCount,
          inlineRoles,
          nodes,
          preformatted: pres > 0,
        });
      }
      container.text += length;
      container.link += Math.min(linkLength, length);
    }
    text = '';
    blank = true;
    linkLength = 0;
    strongLength = 0;
    linkCount = 0;
    inlineRoles = [];
    nodes = [];
    breaks = 0;
  };
  const isStrong = (element: Element): boolean =>
    element.name === 'b' || element.name === 'strong' || element.name === 'em';

  walk(bodyElement, {
    enter(node: AnyNode) {
      if (truncated) return false;
      if (isText(node)) {
        const { data } = node;
        if (nodes.length >= maxNodesOfBlock) flush();
        nodes.push(node);
        text += data;
        const length = trimmedLength(data);
        if (length > 0) {
          breaks = 0;
          blank = false;
        }
        if (links > 0) linkLength += length;
        if (strongs > 0) strongLength += length;
        return true;
      }
      if (!isTag(node)) return false;
      const { name } = node;
      if (skippedTags.has(name)) return false;
      if (unseenTags.has(name) && !(noscript && name === 'noscript')) return false;
      if (node === bodyElement) return true;
      if (name === 'br') {
        // Old pages separate paragraphs with two line breaks.
        breaks += 1;
        text += pres > 0 ? '\n' : ' ';
        if (breaks >= 2 && pres === 0) flush();
        else nodes.push(node);
        return false;
      }
      if (name === 'img') return false;
      if (name === 'a') {
        links += 1;
        linkCount += 1;
        // Adjacent links are buttons or tabs that are separated by styles.
        if (node.prev !== null && isTag(node.prev) && node.prev.name === 'a') text += ' ';
      } else if (isStrong(node)) strongs += 1;
      if (isInline(node)) {
        if (isHoverCard(node)) return false;
        if (blank) {
          const spoken = namedRoles(node, cache);
          if (spoken.length > 0) inlineRoles = [...inlineRoles, ...spoken].slice(0, 20);
        }
        return true;
      }
      flush();
      if (name === 'pre') pres += 1;
      if (container.depth >= maxDepth || containers.length >= maxContainers) {
        deeper += 1;
        return true;
      }
      const inside = createContainer(node, container, cache);
      container.inner += 1;
      inside.start = blocks.length;
      containers.push(inside);
      container = inside;
      return true;
    },
    leave(node) {
      if (!isTag(node) || node === bodyElement) return;
      if (node.name === 'a') links -= 1;
      else if (isStrong(node)) strongs -= 1;
      if (isInline(node)) return;
      flush();
      if (node.name === 'pre') pres -= 1;
      if (deeper > 0) {
        deeper -= 1;
        return;
      }
      container.end = blocks.length;
      const { parent, text: mass, link } = container;
      if (parent !== null) {
        parent.text += mass;
        parent.link += link;
        container = parent;
      }
    },
  });
  flush();
  body.end = blocks.length;
  countAlike(containers);
  return { blocks, body, truncated };
}
