import { isTag, isText, type AnyNode, type Element, type Text } from 'domhandler';
import { selectorFor } from '../../extract/select.ts';
import { trimmedLength } from '../../extract/text.ts';
import { walk } from '../../extract/walk.ts';
import { groupByKeys } from '../tree.ts';
import { classesOf } from './path.ts';

/** Longest text of an element that can be a label, in characters. */
export const longestLabel = 60;

/** Elements whose text nobody sees. */
const withoutTexts: ReadonlySet<string> = new Set(['script', 'style', 'template', 'svg']);

/** Squeezes white space as `normalize-space()` of XPath does, which leaves no-break spaces. */
export function squeeze(text: string): string {
  const inner = uneven.test(text) ? text.replaceAll(/[ \t\r\n]+/g, ' ') : text;
  return inner.slice(inner.startsWith(' ') ? 1 : 0, inner.endsWith(' ') ? -1 : inner.length);
}

const uneven = /[\t\r\n]| [ \t\r\n]/;

/** Where an element begins and ends among the elements of a scope. */
interface Span {
  readonly start: number;
  end: number;
  readonly depth: number;
}

/** The texts of a scope. */
interface Written {
  /** Texts that are not blank, in document order. */
  readonly texts: readonly Text[];
  /** The place of each, and the number of elements before it. */
  readonly places: ReadonlyMap<Text, number>;
  readonly starts: readonly number[];
  /** Squeezed texts of elements that are short enough for labels. */
  readonly short: ReadonlyMap<Element, string>;
  readonly byText: ReadonlyMap<string, readonly Element[]>;
}

/**
 * What selectors are written from: the elements and texts below a page or a row, by name, class, id, attribute and text. Each of
 * these is read when it is first asked for: the selectors of a page seldom need all.
 */
export class ScopeIndex {
  readonly root: AnyNode;
  /** In document order, the root itself left out. */
  readonly elements: readonly Element[];
  readonly #spans: ReadonlyMap<AnyNode, Span>;
  #written: Written | null = null;
  #tags: ReadonlyMap<string, readonly Element[]> | null = null;
  /** The elements that have an attribute at all, and by its value. */
  #attributes: ReadonlyMap<string, readonly Element[]> | null = null;
  readonly #values = new Map<string, ReadonlyMap<string, readonly Element[]>>();
  #classes: ReadonlyMap<string, readonly Element[]> | null = null;
  #squeezed: Set<string> | null = null;
  readonly #results = new Map<string, readonly AnyNode[]>();

  constructor(root: AnyNode) {
    this.root = root;
    const elements: Element[] = [];
    const spans = new Map<AnyNode, Span>();
    let depth = 0;
    walk(root, {
      enter(node) {
        if (isText(node) || !isTag(node)) return true;
        spans.set(node, { start: elements.length, end: elements.length, depth });
        if (node !== root) elements.push(node);
        if (withoutTexts.has(node.name)) return false;
        depth += 1;
        return true;
      },
      leave(node) {
        const span = isText(node) ? undefined : spans.get(node);
        if (span === undefined) return;
        span.end = elements.length;
        depth -= 1;
      },
    });
    this.elements = elements;
    this.#spans = spans;
  }

  /** Texts that are not blank, in document order. */
  get texts(): readonly Text[] {
    return this.#inWords().texts;
  }

  #inWords(): Written {
    this.#written ??= readTexts(this.root);
    return this.#written;
  }

  /** Whether a node lies in this scope, the root itself left out. */
  has(node: AnyNode): boolean {
    if (isText(node)) return node !== this.root && this.#inWords().places.has(node);
    return node !== this.root && this.#spans.has(node);
  }

  /** Number of elements of the scope around an element. */
  depthOf(element: Element): number {
    return this.#spans.get(element)?.depth ?? 0;
  }

  tagged(name: string): readonly Element[] {
    this.#tags ??= groupByKeys(this.elements, (element) => [element.name]);
    return this.#tags.get(name) ?? [];
  }
  withId(id: string): readonly Element[] {
    return this.withAttribute('id', id);
  }
  withClass(name: string): readonly Element[] {
    this.#classes ??= groupByKeys(this.withAttribute('class', null), classesOf);
    return this.#classes.get(name) ?? [];
  }
  /** Elements that have an attribute at all, or with a value. */
  withAttribute(name: string, value: string | null): readonly Element[] {
    this.#attributes ??= groupByKeys(this.elements, ({ attribs }) => Object.keys(attribs));
    const having = this.#attributes.get(name) ?? [];
    if (value === null || having.length === 0) return having;
    const known = this.#values.get(name);
    const byValue = known ?? groupByKeys(having, ({ attribs }) => [attribs[name] ?? '']);
    if (known === undefined) this.#values.set(name, byValue);
    return byValue.get(value) ?? [];
  }
  /** Elements whose whole text is this, squeezed; outer ones after inner ones. */
  withText(text: string): readonly Element[] {
    return this.#inWords().byText.get(text) ?? [];
  }
  /** The squeezed text of an element; null: it is none or too long for a label. */
  labelOf(element: Element): string | null {
    return this.#inWords().short.get(element) ?? null;
  }

  /** Whether a node lies inside an element, or is it. */
  isInside(node: AnyNode, outer: AnyNode): boolean {
    const inner = this.#spans.get(isText(node) ? (node.parent ?? node) : node);
    const around = this.#spans.get(outer);
    return (
      inner !== undefined && around !== undefined && inner.start >= around.start && inner.start < around.end
    );
  }

  /** Whether an element begins after a node ends. */
  isAfter(element: Element, node: AnyNode): boolean {
    const own = this.#spans.get(element);
    const end = isText(node) ? this.#startOf(node) : this.#spans.get(node)?.end;
    return own !== undefined && end !== undefined && own.start >= end;
  }

  /** Whether one of the texts is this, squeezed, or begins with it. */
  hasText(text: string, how: 'equal' | 'beginning'): boolean {
    this.#squeezed ??= new Set(this.texts.map(({ data }) => squeeze(data.slice(0, 8 * longestLabel))));
    if (this.#squeezed.has(text)) return true;
    if (how === 'equal') return this.#inWords().byText.has(text);
    for (const each of this.#squeezed) if (each.startsWith(text)) return true;
    return false;
  }

  /** Texts before a node, the nearest first. */
  textsBefore(node: AnyNode, most: number): Text[] {
    const at = isText(node)
      ? (this.#inWords().places.get(node) ?? 0)
      : this.#textsUpTo(this.#spans.get(node)?.start ?? 0);
    return this.texts.slice(Math.max(0, at - most), at).reverse();
  }

  /** Texts after a node, the nearest first. */
  textsAfter(node: AnyNode, most: number): Text[] {
    let at = isText(node)
      ? (this.#inWords().places.get(node) ?? 0) + 1
      : this.#textsUpTo((this.#spans.get(node)?.end ?? 0) - 1);
    for (let text = this.texts[at]; text !== undefined && this.isInside(text, node); text = this.texts[at])
      at += 1;
    return this.texts.slice(at, at + most);
  }

  /** Number of elements before a text; undefined: it lies outside. */
  #startOf(text: Text): number | undefined {
    const { places, starts } = this.#inWords();
    return starts[places.get(text) ?? -1];
  }

  /** Number of texts with at most so many elements before them. */
  #textsUpTo(start: number): number {
    const { starts } = this.#inWords();
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The nodes that a selector selects here, without its ending; kept for the next time. None if it costs too much. */
  select(language: 'css' | 'xpath', source: string): readonly AnyNode[] {
    const key = `${language} ${source}`;
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const read = selectorFor(language, source);
    let nodes: AnyNode[] = [];
    if (read.ok) {
      try {
        nodes = read.selector.select(this.root).flatMap(({ node }) => (node === null ? [] : [node]));
      } catch {
        nodes = [];
      }
    }
    this.#results.set(key, nodes);
    return nodes;
  }
}

/** Reads the texts below a node, and what its elements say where that is short. */
function readTexts(root: AnyNode): Written {
  const texts: Text[] = [];
  const places = new Map<Text, number>();
  const starts: number[] = [];
  const short = new Map<Element, string>();
  const byText = new Map<string, Element[]>();
  const open: { text: string | null }[] = [];
  let elements = 0;
  walk(root, {
    enter(node) {
      if (isText(node)) {
        if (trimmedLength(node.data) === 0) return true;
        places.set(node, texts.length);
        texts.push(node);
        starts.push(elements);
        const own = open.at(-1);
        if (own !== undefined && own.text !== null) own.text = cut(own.text + node.data);
        return true;
      }
      if (!isTag(node)) return true;
      if (node !== root) elements += 1;
      if (withoutTexts.has(node.name)) return false;
      open.push({ text: '' });
      return true;
    },
    leave(node) {
      if (!isTag(node)) return;
      const text = open.pop()?.text ?? null;
      const outer = open.at(-1);
      if (outer !== undefined && outer.text !== null)
        outer.text = text === null ? null : cut(outer.text + text);
      const label = text === null ? '' : squeeze(text);
      if (label === '' || label.length > longestLabel) return;
      short.set(node, label);
      const same = byText.get(label);
      if (same === undefined) byText.set(label, [node]);
      else same.push(node);
    },
  });
  return { texts, places, starts, short, byText };
}

/** A text as far as it may be that of a label; null: it is too long for one. */
const cut = (text: string): string | null => (text.length > 4 * longestLabel ? null : text);

const indexes = new WeakMap<AnyNode, ScopeIndex>();

/** The index of a page or row, made once; the tree must not change afterwards. */
export function scopeIndex(root: AnyNode): ScopeIndex {
  const known = indexes.get(root);
  if (known !== undefined) return known;
  const made = new ScopeIndex(root);
  indexes.set(root, made);
  return made;
}
