import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { OutlineEntry } from '../../../../shared/contract/types.ts';
import { normalizeSpace } from '../../../extract/text.ts';
import { unseenTags, visibleText } from '../../../extract/walk.ts';
import type { OpenPage } from './open-page.ts';

type Role = OutlineEntry['role'];

/** The most entries: more than a person goes through, less than a window has to hold. */
const maxEntries = 5000;
/** Length of a name, in UTF-16 units. */
const nameLength = 120;
/** Siblings of one making that make each of them an item. */
const fewestItems = 3;

const roles: ReadonlyMap<string, Role> = new Map([
  ...['main', 'nav', 'header', 'footer', 'aside', 'search'].map((tag) => [tag, 'landmark'] as const),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'heading'] as const),
  ...['ul', 'ol', 'dl', 'menu'].map((tag) => [tag, 'list'] as const),
  ...['li', 'dt', 'dd', 'article'].map((tag) => [tag, 'item'] as const),
  ['table', 'table'],
  ['tr', 'row'],
  ...['td', 'th'].map((tag) => [tag, 'cell'] as const),
  ['img', 'image'],
  ...['button', 'input', 'select', 'textarea'].map((tag) => [tag, 'control'] as const),
]);

/** Roles of ARIA that stand for one of these. */
const ariaRoles: ReadonlyMap<string, Role> = new Map([
  ...['main', 'navigation', 'banner', 'contentinfo', 'complementary', 'search', 'region'].map(
    (name) => [name, 'landmark'] as const,
  ),
  ['heading', 'heading'],
  ['list', 'list'],
  ...['listitem', 'article'].map((name) => [name, 'item'] as const),
  ['table', 'table'],
  ['grid', 'table'],
  ['row', 'row'],
  ...['cell', 'gridcell', 'columnheader'].map((name) => [name, 'cell'] as const),
  ['link', 'link'],
  ['img', 'image'],
  ['button', 'control'],
]);

/** What a page holds for someone who goes through it: landmarks, headings, lists, tables, links, pictures and texts. */
export function reportOutline(page: OpenPage): { entries: OutlineEntry[]; cut: boolean } {
  const entries: OutlineEntry[] = [];
  /** How deep what is in an element stands; null: it is not seen. */
  const inside = new Map<AnyNode, number | null>();
  const items = new Map<AnyNode, ReadonlySet<Element>>();
  for (const [element, node] of page.elements.entries()) {
    const depth = node.parent === null ? 0 : inside.get(node.parent);
    if (depth === null || !isSeen(node)) {
      inside.set(node, null);
      continue;
    }
    const role = roleOf(node, items);
    inside.set(node, (depth ?? 0) + (role === null ? 0 : 1));
    if (role === null) continue;
    if (entries.length === maxEntries) return { entries, cut: true };
    entries.push({ element, depth: depth ?? 0, role, name: nameOf(node, role) });
  }
  return { entries, cut: false };
}

/** A style of an element itself by which it is not shown. Style sheets are not looked at. */
const hiddenByStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

function isSeen({ name, attribs }: Element): boolean {
  if (unseenTags.has(name) || attribs['hidden'] !== undefined) return false;
  if (hiddenByStyle.test(attribs['style'] ?? '')) return false;
  return attribs['aria-hidden'] !== 'true' || name === 'img';
}

function roleOf(element: Element, items: Map<AnyNode, ReadonlySet<Element>>): Role | null {
  const said = ariaRoles.get(attribute(element, 'role').toLowerCase());
  if (said !== undefined) return said;
  if (element.name === 'a') return element.attribs['href'] === undefined ? textRole(element) : 'link';
  return roles.get(element.name) ?? textRole(element) ?? (isItem(element, items) ? 'item' : null);
}

const textRole = (element: Element): Role | null => (ownText(element) === '' ? null : 'text');

/** Whether an element that holds others is one of several of its making. */
function isItem(element: Element, items: Map<AnyNode, ReadonlySet<Element>>): boolean {
  const { parent } = element;
  if (parent === null || !element.children.some(isTag)) return false;
  const known = items.get(parent) ?? itemsIn(parent.children);
  items.set(parent, known);
  return known.has(element);
}

function itemsIn(children: readonly AnyNode[]): ReadonlySet<Element> {
  const groups = Map.groupBy(
    children.filter(isTag),
    ({ name, attribs }) => `${name} ${attribs['class'] ?? ''}`,
  );
  return new Set([...groups.values()].filter(({ length }) => length >= fewestItems).flat());
}

function nameOf(element: Element, role: Role): string {
  const given = attribute(element, 'aria-label') || (role === 'image' ? attribute(element, 'alt') : '');
  if (given !== '') return given.slice(0, nameLength);
  if (role === 'text') return ownText(element).slice(0, nameLength);
  if (role === 'image') return (attribute(element, 'src').split('/').at(-1) ?? '').slice(0, nameLength);
  const text = normalizeSpace(visibleText(element, nameLength, isSeen));
  return text === '' ? pictureIn(element).slice(0, nameLength) : text;
}

/** Of what holds nothing but a picture. */
function pictureIn(element: Element): string {
  const picture = element.children.find((child): child is Element => isTag(child) && child.name === 'img');
  return picture === undefined ? attribute(element, 'title') : attribute(picture, 'alt');
}

const attribute = ({ attribs }: Element, name: string): string => (attribs[name] ?? '').trim();

const ownText = ({ children }: Element): string =>
  normalizeSpace(children.flatMap((child) => (isText(child) ? [child.data] : [])).join(' '));
