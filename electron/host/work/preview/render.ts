import { counted } from '../../../../shared/counted.ts';
import { isComment, isDirective, isDocument, isTag, isText, type AnyNode, type Element } from 'domhandler';
import { svgNamespace } from '../../../extract/html/construction.ts';
import { numberAttribute } from './outliner.ts';
import { PagePictures } from './page-pictures.ts';
import { PageStyles } from './page-styles.ts';
import { isHiddenElement, isVoid, safeAttributes, shownName } from './safe-markup.ts';
import { styleMarkup } from './style-text.ts';

/** A page that is safe to display. */
export interface RenderedPage {
  html: string;
  /** Number of elements of the page, and of those in the preview. */
  elements: number;
  shown: number;
  /** What was omitted, in sentences. */
  notes: string[];
  /** URLs of the style sheets that the page references. */
  sheets: ReadonlySet<string>;
  /** URLs of the pictures that the page shows and that are not kept. */
  missingPictures: ReadonlySet<string>;
}

/** Options of `renderPage`. */
export interface RenderOptions {
  /** The outliner, which runs before the page's elements exist. */
  script: string;
  /** Stored style sheets of the page; left out: none. */
  styles?: PageStyles;
  /** Kept pictures of the page; left out: none. */
  pictures?: PagePictures;
  /** Maximum elements and characters of a preview, for the sake of the browser. */
  maxElements?: number;
  maxCharacters?: number;
}

/** Style that hides the icon of missing images. Rules of the page override it. */
const missingPictures =
  ':where(img:not([src],[data-spider-studio-picture])){content:url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7);min-width:20px;min-height:20px;background:repeating-linear-gradient(45deg,#8882 0 4px,#8881 4px 8px);outline:1px dashed #8886;outline-offset:-1px}';

/** Maximum nesting depth; browsers stop at 512. Deeper elements are placed inside the last one. */
const deepest = 400;

/**
 * Serializes a page for display: without scripts, forms, and URLs that a browser would load or follow. Each element has its
 * number. This is the first of three barriers; the others are the preview's content policy and its sandboxed frame.
 *
 * A browser may parse the output to another tree than the page's. So each tag is harmless in any position, and no text contains a
 * `<` that could start a tag.
 */
export function renderPage(
  document: AnyNode,
  elements: readonly Element[],
  {
    script,
    styles = new PageStyles([], null),
    pictures = new PagePictures([], null),
    maxElements = 60_000,
    maxCharacters = 12_000_000,
  }: RenderOptions,
): RenderedPage {
  const numbers = new Map<AnyNode, number>(elements.map((element, index) => [element, index]));
  const writer = new PageWriter(numbers, { styles, pictures, maxElements, maxCharacters });
  const doctype = hasDoctype(document) ? '<!doctype html>' : '';
  writer.write(document);
  const style = missingPictures + pictures.styleSheet();
  const head = `<meta charset="utf-8"><script>${script}</script><style>${style}</style>`;
  const notes: string[] = [];
  if (writer.isFull) {
    notes.push(
      `The page is too large to be shown whole: the first ${writer.shown} of ${elements.length} elements are.`,
    );
  }
  if (writer.flattened > 0) {
    notes.push(`Elements that are nested more than ${deepest} deep are shown as if they were not.`);
  }
  if (styles.unknown > 0) {
    notes.push(`Not loaded, because its address is not known: ${counted(styles.unknown, 'style sheet')}.`);
  }
  return {
    html: `${doctype}${head}${writer.text()}`,
    elements: elements.length,
    shown: writer.shown,
    notes,
    sheets: styles.wanted,
    missingPictures: pictures.missing,
  };
}

/** Whether the page has a doctype; without one, browsers use quirks mode. */
function hasDoctype(document: AnyNode): boolean {
  return 'children' in document && document.children.some(isDirective);
}

class PageWriter {
  readonly #numbers: ReadonlyMap<AnyNode, number>;
  readonly #styles: PageStyles;
  readonly #pictures: PagePictures;
  readonly #maxElements: number;
  readonly #maxCharacters: number;
  readonly #parts: string[] = [];
  #length = 0;
  shown = 0;
  flattened = 0;
  isFull = false;

  constructor(
    numbers: ReadonlyMap<AnyNode, number>,
    {
      styles,
      pictures,
      maxElements,
      maxCharacters,
    }: Required<Pick<RenderOptions, 'styles' | 'pictures' | 'maxElements' | 'maxCharacters'>>,
  ) {
    this.#numbers = numbers;
    this.#styles = styles;
    this.#pictures = pictures;
    this.#maxElements = maxElements;
    this.#maxCharacters = maxCharacters;
  }

  text(): string {
    return this.#parts.join('');
  }

  /** Iterative, because a page may be nested 100,000 levels deep. */
  write(root: AnyNode): void {
    const open: { node: AnyNode; close: string | null }[] = [];
    let depth = 0;
    let node: AnyNode | null = root;
    while (node !== null) {
      const entered: { close: string | null } | null = this.isFull ? null : this.#enter(node, depth);
      const child: AnyNode | null =
        entered !== null && 'children' in node ? (node.children[0] ?? null) : null;
      if (entered !== null && child !== null) {
        open.push({ node, close: entered.close });
        if (entered.close !== null) depth += 1;
        node = child;
        continue;
      }
      if (entered?.close !== null && entered !== null) this.#put(entered.close);
      for (;;) {
        if (node === root) return;
        if (node.next !== null) {
          node = node.next;
          break;
        }
        const last = open.pop();
        if (last === undefined) return;
        node = last.node;
        if (last.close !== null) {
          depth -= 1;
          this.#put(last.close);
        }
      }
    }
  }

  /** Writes the start of a node. @returns its end; null: the node and its children are omitted */
  #enter(node: AnyNode, depth: number): { close: string | null } | null {
    if (isText(node)) {
      this.#put(escapeText(node.data));
      return null;
    }
    if (isComment(node)) return null;
    if (isDocument(node)) return isTag(node.parent ?? node) ? null : { close: null };
    if (isTag(node) && !this.isFull) this.#putStyles(node);
    if (!isTag(node) || isHiddenElement(node)) return null;
    if (this.shown >= this.#maxElements || this.#length > this.#maxCharacters) {
      this.isFull = true;
      return null;
    }
    const name = shownName(node);
    if (depth >= deepest && name !== 'style') {
      this.flattened += 1;
      return { close: null };
    }
    this.shown += 1;
    const number = this.#numbers.get(node);
    const own = number === undefined ? '' : ` ${numberAttribute}="${number}"`;
    const written = [...safeAttributes(node), ...this.#pictures.attributesOf(node)];
    const attributes = written.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
    this.#put(`<${name}${own}${attributes.join('')}>`);
    if (name === 'style') {
      this.#put(`${styleOf(node)}</style>`);
      return null;
    }
    if (name === 'pre' || name === 'textarea') this.#putFirstLine(node);
    return isVoid(name) ? { close: null } : { close: `</${name}>` };
  }

  /** Repeats a leading line break, because browsers drop the first one in these elements. */
  #putFirstLine({ firstChild }: Element): void {
    if (firstChild !== null && isText(firstChild) && firstChild.data.startsWith('\n')) this.#put('\n');
  }

  /** Writes stored style sheets in their places. They have no numbers, as they are not elements of the page. */
  #putStyles(element: Element): void {
    const { name } = element;
    if (name !== 'link' && name !== 'style') return;
    const written = name === 'link' ? this.#styles.ofLink(element) : this.#styles.importedBy(element);
    for (const { media, css } of written) {
      const when = media.trim() === '' ? '' : ` media="${escapeAttribute(media)}"`;
      // Not counted as characters of the page: styles have their own limit.
      this.#parts.push(`<style${when}>${styleMarkup(css)}</style>`);
    }
  }

  #put(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}

/** Text of a `<style>`: raw text in HTML, parsed text in SVG. */
function styleOf({ children, namespace }: Element): string {
  const css = styleMarkup(children.map((child) => (isText(child) ? child.data : '')).join(''));
  return namespace === svgNamespace ? escapeText(css) : css;
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
}
