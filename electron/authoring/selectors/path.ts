import { isTag, type AnyNode, type Element } from 'domhandler';

/** How a selector finds its node. */
export type Family = 'id' | 'attribute' | 'class' | 'label' | 'heading' | 'structure' | 'text';

/** Something of a page that a selector depends on, and the element where it would change. */
export interface Use {
  readonly kind: 'class' | 'attribute' | 'position' | 'parent' | 'text';
  readonly at: Element;
  /** For a class: names at the element that the selector asks for. */
  readonly names?: readonly string[];
}

/** A selector of one node without its ending, in the languages that can say it. */
export interface Path {
  /** null: CSS has no way to say it. */
  readonly css: string | null;
  readonly xpath: string;
  readonly family: Family;
  readonly uses: readonly Use[];
  /** How likely it tells the content and not the looks or this one page, 0 to 1. */
  readonly weight: number;
  /** What it goes by, after "by": "the id", "the label “Price”". */
  readonly by: string;
}

/** How several paths are one selector: what any of them finds, or what the second finds where the first finds nothing. */
export type Join = 'either' | 'else';

/** Elements around a node that are looked at; pages can be nested 100,000 elements deep. */
const maxChain = 60;

/** The nearest elements from a node (itself, where it is an element) outwards, up to a root or the body, which are left out. */
export function chainOf(node: AnyNode, root: AnyNode): Element[] {
  const chain: Element[] = [];
  for (
    let each: AnyNode | null = node;
    each !== null && each !== root && chain.length < maxChain;
    each = each.parent
  ) {
    if (!isTag(each)) continue;
    if (each.name === 'body' || each.name === 'html') break;
    chain.push(each);
  }
  return chain;
}

/** The parent element within a root. */
export function parentIn(node: AnyNode, root: AnyNode): Element | null {
  if (node === root) return null;
  const { parent } = node;
  return parent !== null && isTag(parent) ? parent : null;
}

/** Sibling elements of the same name, in order, itself included. */
export function namesakes(element: Element): Element[] {
  const siblings = element.parent?.children ?? [];
  return siblings.filter((each): each is Element => isTag(each) && each.name === element.name);
}

/** The classes of an element, each once. */
export function classesOf({ attribs }: Element): string[] {
  const { class: value } = attribs;
  if (value === undefined || value === '') return [];
  return [...new Set(value.split(/[ \t\r\n\f]+/))].filter((name) => name !== '');
}
