import { isTag, type AnyNode, type Element } from 'domhandler';

/** How a selector finds its node. */
export type Family = 'id' | 'attribute' | 'class' | 'label' | 'heading' | 'structure' | 'text';

/** A step of a path to an element: how it is reached from the one before, what it is told by, and how it goes on. */
export interface StepUse {
  readonly kind: 'step';
  readonly at: Element;
  /** Whether it is a child (or a sibling) of what comes before, or anywhere inside. */
  readonly link: 'child' | 'inside';
  /** Whether its element name alone is asked for. */
  readonly test: 'name' | 'told';
  /** The side that its place among its namesakes is counted from; null: it is not counted. */
  readonly place: 'start' | 'end' | null;
  /** The link of the step after it; null: there is none. */
  readonly next: 'child' | 'inside' | null;
  /** The sibling that is counted from, instead of the first or last one. */
  readonly since?: AnyNode;
}

/** Something of a page that a selector depends on, and the element where it would change. */
export type Use =
  | StepUse
  | { readonly kind: 'class'; readonly at: Element; readonly names: readonly string[] }
  | { readonly kind: 'attribute'; readonly at: Element; readonly name: string }
  /** The words of an element. */
  | { readonly kind: 'text'; readonly at: Element }
  /** A level at which elements are counted in document order; `of`: their name, null: they are told by more. */
  | {
      readonly kind: 'order';
      readonly at: Element;
      readonly of: string | null;
      readonly from: 'start' | 'end';
    };

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
export function classesOf({ attribs }: Element): readonly string[] {
  const { class: value } = attribs;
  if (value === undefined || value === '') return none;
  if (!/[ \t\r\n\f]/.test(value)) return [value];
  return [...new Set(value.split(/[ \t\r\n\f]+/))].filter((name) => name !== '');
}

const none: readonly string[] = [];
