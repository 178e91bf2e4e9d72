import { isTag, isText, type AnyNode, type Element, type Text } from 'domhandler';
import { selectorFor } from '../../extract/select.ts';
import { walk } from '../../extract/walk.ts';
import { classesOf } from './path.ts';

/** Longest text of an element that can be a label, in characters. */
export const longestLabel = 60;

/** Elements whose text nobody sees. */
const withoutTexts: ReadonlySet<string> = new Set(['script', 'style', 'template', 'svg']);

/** Squeezes white space as `normalize-space()` of XPath does, which leaves no-break spaces. */
export const squeeze = (text: string): string => text.replaceAll(/[ \t\r\n]+/g, ' ').replaceAll(/^ | $/g, '');

interface Span {
  readonly start: number;
  end: number;
  readonly depth: number;
}

/** What selectors are written from: the elements and texts below a page or a row, by name, class, id, attribute and text. */
export class ScopeIndex {
  readonly root: AnyNode;
  /** In document order, the root itself left out. */
  readonly elements: readonly Element[];
  /** Texts that are not blank, in document order. */
  readonly texts: readonly Text[];
  readonly #spans: ReadonlyMap<AnyNode, Span>;
  readonly #textAt: ReadonlyMap<Text, number>;
  /** Squeezed texts of elements that are short enough for labels. */
  readonly #short: ReadonlyMap<Element, string>;
  readonly #byText: ReadonlyMap<string, Element[]>;
  readonly #names = new Map<string, Element[]>();
  readonly #ids = new Map<string, Element[]>();
  readonly #classes = new Map<string, Element[]>();
  readonly #attributes = new Map<string, Element[]>();
  readonly #tags = new Map<string, Element[]>();
  #squeezed: Set<string> | null = null;
  readonly #results = new Map<string, readonly AnyNode[]>();

  constructor(root: AnyNode) {
    this.root = root;
    const elements: Element[] = [];
    const texts: Text[] = [];
    const spans = new Map<AnyNode, Span>();
    const short = new Map<Element, string>();
    const byText = new Map<string, Element[]>();
    const open: { text: string | null }[] = [];
    walk(root, {
      enter(node) {
        if (isText(node)) {
          if (node.data.trim() === '') return true;
          spans.set(node, { start: elements.length, end: elements.length, depth: open.length });
          texts.push(node);
          const own = open.at(-1);
          if (own !== undefined && own.text !== null) own.text = cut(own.text + node.data);
          return true;
        }
        if (!isTag(node)) return true;
        spans.set(node, { start: elements.length, end: elements.length, depth: open.length });
        if (node !== root) elements.push(node);
        if (withoutTexts.has(node.name)) return false;
        open.push({ text: '' });
        return true;
      },
      leave(node) {
        if (!isTag(node)) return;
        const span = spans.get(node);
        if (span !== undefined) span.end = elements.length;
        const own = open.pop();
        const text = own?.text ?? null;
        const outer = open.at(-1);
        if (outer !== undefined && outer.text !== null)
          outer.text = text === null ? null : cut(outer.text + text);
        const label = text === null ? '' : squeeze(text);
        if (label === '' || label.length > longestLabel) return;
        short.set(node, label);
        put(byText, label, node);
      },
    });
    this.elements = elements;
    this.texts = texts;
    this.#spans = spans;
    this.#textAt = new Map(texts.map((text, at) => [text, at]));
    this.#short = short;
    this.#byText = byText;
    for (const element of elements) this.#add(element);
  }

  #add(element: Element): void {
    put(this.#tags, element.name, element);
    const { attribs } = element;
    for (const name of Object.keys(attribs)) {
      const value = attribs[name] ?? '';
      put(this.#names, name, element);
      if (name === 'id') put(this.#ids, value, element);
      else if (name === 'class') for (const word of classesOf(element)) put(this.#classes, word, element);
      else put(this.#attributes, `${name}=${value}`, element);
    }
  }

  /** Whether a node lies in this scope, the root itself left out. */
  has(node: AnyNode): boolean {
    return node !== this.root && this.#spans.has(node);
  }

  /** Number of elements of the scope around an element. */
  depthOf(element: Element): number {
    return this.#spans.get(element)?.depth ?? 0;
  }

  tagged(name: string): readonly Element[] {
    return this.#tags.get(name) ?? [];
  }
  withId(id: string): readonly Element[] {
    return this.#ids.get(id) ?? [];
  }
  withClass(name: string): readonly Element[] {
    return this.#classes.get(name) ?? [];
  }
  /** Elements that have an attribute at all, or with a value. */
  withAttribute(name: string, value: string | null): readonly Element[] {
    return (value === null ? this.#names.get(name) : this.#attributes.get(`${name}=${value}`)) ?? [];
  }
  /** Elements whose whole text is this, squeezed; outer ones after inner ones. */
  withText(text: string): readonly Element[] {
    return this.#byText.get(text) ?? [];
  }
  /** The squeezed text of an element; null: it is none or too long for a label. */
  labelOf(element: Element): string | null {
    return this.#short.get(element) ?? null;
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
    const other = this.#spans.get(node);
    return own !== undefined && other !== undefined && own.start >= (isText(node) ? other.start : other.end);
  }

  /** Whether one of the texts is this, squeezed, or begins with it. */
  hasText(text: string, how: 'equal' | 'beginning'): boolean {
    this.#squeezed ??= new Set(this.texts.map(({ data }) => squeeze(data.slice(0, 8 * longestLabel))));
    if (this.#squeezed.has(text)) return true;
    if (how === 'equal') return this.#byText.has(text);
    for (const each of this.#squeezed) if (each.startsWith(text)) return true;
    return false;
  }

  /** Texts before a node, the nearest first. */
  textsBefore(node: AnyNode, most: number): Text[] {
    const at = isText(node)
      ? (this.#textAt.get(node) ?? 0)
      : this.#textsUpTo(this.#spans.get(node)?.start ?? 0);
    return this.texts.slice(Math.max(0, at - most), at).reverse();
  }

  /** Texts after a node, the nearest first. */
  textsAfter(node: AnyNode, most: number): Text[] {
    let at = isText(node)
      ? (this.#textAt.get(node) ?? 0) + 1
      : this.#textsUpTo((this.#spans.get(node)?.end ?? 0) - 1);
    for (let text = this.texts[at]; text !== undefined && this.isInside(text, node); text = this.texts[at])
      at += 1;
    return this.texts.slice(at, at + most);
  }

  /** Number of texts with at most so many elements before them. */
  #textsUpTo(start: number): number {
    let low = 0;
    let high = this.texts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const text = this.texts[middle];
      if (text !== undefined && (this.#spans.get(text)?.start ?? 0) <= start) low = middle + 1;
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

const cut = (text: string): string | null => (text.length > 4 * longestLabel ? null : text);

function put<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const indexes = new WeakMap<AnyNode, ScopeIndex>();

/** The index of a page or row, made once; the tree must not change afterwards. */
export function scopeIndex(root: AnyNode): ScopeIndex {
  const known = indexes.get(root);
  if (known !== undefined) return known;
  const made = new ScopeIndex(root);
  indexes.set(root, made);
  return made;
}
