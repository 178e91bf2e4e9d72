import type {
  PageDocument,
  PageElement,
  PageFrame,
  PageNode,
  PageObserver,
  PageSlot,
  PageTemplate,
} from './page-types.ts';

/**
 * Functions that run inside a page. Their source text is sent there (`callOf`), so each is self-contained and uses nothing of
 * this file but types. They run in an isolated world, where page scripts cannot replace what they call.
 */

declare const document: PageDocument;
declare const MutationObserver: new (callback: () => void) => PageObserver;
declare const scrollTo: PageElement['scrollTo'];
declare const URL: {
  canParse(url: string, base: string): boolean;
  new (url: string, base: string): { href: string };
};

/** Returns the text of a call to such a function. `input` must be plain data. */
export function callOf<Input>(script: (input: Input) => unknown, input: Input): string {
  return `(${String(script)})(${JSON.stringify(input)})`;
}

/** Resolves when the page's tree has not changed for a while, or after `longestMs`. */
export function untilQuiet(input: {
  quietMs: number;
  /** Quiet time for a page that has scripts and hardly any text. */
  emptyQuietMs: number;
  longestMs: number;
}): Promise<{ quiet: boolean; empty: boolean }> {
  const fewCharacters = 200;
  const isEmpty = (): boolean =>
    document.getElementsByTagName('script').length > 0 &&
    (document.body === null || textLength(document.body, fewCharacters) < fewCharacters);
  return new Promise((resolve) => {
    const began = performance.now();
    let changed = began;
    const observer = new MutationObserver(() => {
      changed = performance.now();
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
    const check = (): void => {
      const now = performance.now();
      const empty = isEmpty();
      const quiet = now - changed >= (empty ? input.emptyQuietMs : input.quietMs);
      if (!quiet && now - began < input.longestMs) {
        setTimeout(check, 25);
        return;
      }
      observer.disconnect();
      resolve({ quiet, empty });
    };
    setTimeout(check, input.quietMs);
  });

  /** Counts characters other than white space in text outside scripts and styles, up to `most`. */
  function textLength(root: PageNode, most: number): number {
    const waiting: PageNode[] = [root];
    let length = 0;
    for (let node = waiting.pop(); node !== undefined && length < most; node = waiting.pop()) {
      if (node.nodeType === 3) length += (node.nodeValue ?? '').replace(/\s+/g, '').length;
      const name = 'localName' in node ? node.localName : '';
      if (name === 'script' || name === 'style' || name === 'noscript' || name === 'template') continue;
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
        const child = node.childNodes[at];
        if (child !== undefined) waiting.push(child);
      }
    }
    return length;
  }
}

/**
 * Returns the size of the page. `move`: scrolls to its end afterwards, or to the end of the tallest scrolling element if the page
 * itself does not scroll.
 */
export function scrollPage({ move }: { move: boolean }): { height: number; elements: number } {
  const root = document.scrollingElement ?? document.documentElement;
  const all = document.getElementsByTagName('*');
  const scrolls = (one: PageElement): boolean =>
    one.clientHeight > 0 && one.scrollHeight > one.clientHeight + 1;
  let inner: PageElement | null = null;
  if (root === null || !scrolls(root)) {
    for (let at = 0; at < all.length && at < 20_000; at += 1) {
      const one = all[at];
      if (one !== undefined && scrolls(one) && one.scrollHeight > (inner?.scrollHeight ?? 0)) inner = one;
    }
  }
  const height = Math.max(root?.scrollHeight ?? 0, inner?.scrollHeight ?? 0);
  const elements = all.length;
  if (move) {
    scrollTo({ top: root?.scrollHeight ?? 0, behavior: 'instant' });
    inner?.scrollTo({ top: inner.scrollHeight, behavior: 'instant' });
  }
  return { height, elements };
}

/** Returns what changes where something happens on the page: its size, and a sum of its text and links. */
export function pageState(_input: object): {
  elements: number;
  characters: number;
  hash: number;
  height: number;
} {
  const root = document.scrollingElement ?? document.documentElement;
  const links = document.querySelectorAll('a[href]');
  let hash = 0;
  const add = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  };
  const text = document.body?.textContent ?? '';
  add(text);
  for (let at = 0; at < links.length; at += 1) add(links[at]?.getAttribute('href') ?? '');
  return {
    elements: document.getElementsByTagName('*').length,
    characters: text.length,
    hash,
    height: root?.scrollHeight ?? 0,
  };
}

/**
 * Returns a text that tells one page of a list from another: of its links and their text, after their number. Without a selector
 * of links, of all text and links of the page.
 */
export function listState({ links }: { links: string | null }): string {
  let first = 0;
  let second = 0;
  const add = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      first = (first * 31 + code) | 0;
      second = (Math.imul(second ^ code, 16_777_619) + 1) | 0;
    }
  };
  const chosen = (): ArrayLike<PageElement> | null => {
    try {
      return links === null ? null : document.querySelectorAll(links);
    } catch {
      return null;
    }
  };
  const found = chosen();
  const all = found ?? document.querySelectorAll('a[href]');
  if (found === null) add(document.body?.textContent ?? '');
  for (let at = 0; at < all.length; at += 1) {
    const one = all[at];
    if (one === undefined) continue;
    add(one.getAttribute('href') ?? '');
    if (found === null) continue;
    add(one.textContent ?? '');
    const inside = one.querySelectorAll('a[href]');
    for (let within = 0; within < inside.length; within += 1) add(inside[within]?.getAttribute('href') ?? '');
  }
  return `${found === null ? 'all' : found.length}:${first}:${second}`;
}

/** Result of `readPage`: the page as HTML, or why there is none. */
export type PageReading =
  { html: string; url: string; tooLarge: false } | { html: null; url: string; tooLarge: true };

/**
 * Returns the page's tree as HTML, without the content of `<noscript>`, as scripts have run.
 * @param input.url URL against which relative links are resolved unless the page sets a base
 */
export function readPage(input: {
  url: string;
  flatten: boolean;
  maxCharacters: number;
  maxElements: number;
}): PageReading {
  const { maxCharacters, maxElements } = input;
  const url = document.URL;
  const root = document.documentElement;
  if (document.getElementsByTagName('*').length > maxElements) return { html: null, url, tooLarge: true };
  const silent = document.querySelectorAll('noscript');
  for (let at = 0; at < silent.length; at += 1) {
    const one = silent[at];
    if (one !== undefined) one.textContent = '';
  }
  const { doctype } = document;
  const start = doctype === null ? '' : `<!DOCTYPE ${doctype.name}${idsOf(doctype)}>`;
  let size = start.length;
  const parts: string[] = [start];
  const add = (text: string): void => {
    size += text.length;
    if (size <= maxCharacters) parts.push(text);
  };
  // A script may have changed the address, and with it the base of relative links.
  const withoutHash = (address: string): string => address.split('#', 1)[0] ?? '';
  const moved = withoutHash(url) !== withoutHash(input.url) && document.querySelector('base[href]') === null;
  const base = moved ? `<base href="${escaped(withoutHash(url), true)}">` : '';
  if (root !== null && !input.flatten) {
    const html = root.outerHTML;
    const head = moved ? /<head(?:\s[^>]*)?>/i.exec(html) : null;
    if (head === null) add(html);
    else add(html.slice(0, head.index + head[0].length) + base + html.slice(head.index + head[0].length));
  } else if (root !== null) write(root);
  return size > maxCharacters
    ? { html: null, url, tooLarge: true }
    : { html: parts.join(''), url, tooLarge: false };

  function idsOf({ publicId, systemId }: { publicId: string; systemId: string }): string {
    if (publicId !== '') return ` PUBLIC "${publicId}"${systemId === '' ? '' : ` "${systemId}"`}`;
    return systemId === '' ? '' : ` SYSTEM "${systemId}"`;
  }

  function escaped(text: string, inAttribute: boolean): string {
    const safe = text
      .replace(/&/g, '&amp;')
      .replace(/\u00a0/g, '&nbsp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;');
    return inAttribute ? safe.replace(/"/g, '&quot;') : safe;
  }

  /**
   * Serializes a tree by the HTML standard (section 13.3), with shadow trees in place of their hosts' content, slots filled, and
   * frames of the same origin expanded. Not recursive, because pages nest to any depth.
   */
  function write(from: PageElement): void {
    const empty = new Set(
      'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen'.split(
        ' ',
      ),
    );
    const raw = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);
    const addresses = new Set(['href', 'src', 'action', 'poster', 'data', 'cite']);
    type Task = { text: string } | { node: PageNode; base: string | null; raw: boolean };
    const waiting: Task[] = [{ node: from, base: null, raw: false }];
    const push = (nodes: ArrayLike<PageNode>, base: string | null, isRaw: boolean): void => {
      for (let at = nodes.length - 1; at >= 0; at -= 1) {
        const node = nodes[at];
        if (node !== undefined) waiting.push({ node, base, raw: isRaw });
      }
    };
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      if (size > maxCharacters) return;
      if ('text' in task) {
        add(task.text);
        continue;
      }
      const { node, base: frameBase } = task;
      if (node.nodeType === 3) add(task.raw ? (node.nodeValue ?? '') : escaped(node.nodeValue ?? '', false));
      else if (node.nodeType === 8) add(`<!--${node.nodeValue ?? ''}-->`);
      else if (isElement(node)) writeElement(node, frameBase);
    }

    function writeElement(element: PageElement, frameBase: string | null): void {
      const name = element.localName;
      const shadow = element.shadowRoot;
      if (name === 'slot' && isSlot(element)) {
        const assigned = element.assignedNodes();
        push(assigned.length > 0 ? assigned : element.childNodes, frameBase, false);
        return;
      }
      if ((name === 'iframe' || name === 'frame') && isFrame(element)) {
        const inner = element.contentDocument;
        const body = inner?.body ?? null;
        if (inner !== null && body !== null) {
          add(`<div data-frame="${escaped(inner.URL, true)}">`);
          waiting.push({ text: '</div>' });
          push(body.childNodes, inner.baseURI, false);
          return;
        }
      }
      add(`<${nameOf(element)}`);
      for (let at = 0; at < element.attributes.length; at += 1) {
        const attribute = element.attributes[at];
        if (attribute === undefined) continue;
        const relative = frameBase !== null && addresses.has(attribute.name);
        const value =
          relative && URL.canParse(attribute.value, frameBase)
            ? new URL(attribute.value, frameBase).href
            : attribute.value;
        add(` ${attribute.name}="${escaped(value, true)}"`);
      }
      add('>');
      const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
      if (isHtml && empty.has(name)) return;
      if (name === 'head') add(base);
      waiting.push({ text: `</${nameOf(element)}>` });
      if (shadow !== null) push(withoutStyles(shadow.childNodes), frameBase, false);
      else if (name === 'template' && isTemplate(element)) push(element.content.childNodes, frameBase, false);
      else push(element.childNodes, frameBase, isHtml && raw.has(name));
    }

    function nameOf(element: PageElement): string {
      return element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? element.localName : element.tagName;
    }

    /** Styles of a shadow tree apply to that tree alone; outside it they would count as text of the page. */
    function withoutStyles(nodes: ArrayLike<PageNode>): PageNode[] {
      const kept: PageNode[] = [];
      for (let at = 0; at < nodes.length; at += 1) {
        const node = nodes[at];
        if (node !== undefined && !(isElement(node) && node.localName === 'style')) kept.push(node);
      }
      return kept;
    }

    function isElement(node: PageNode): node is PageElement {
      return node.nodeType === 1;
    }

    function isSlot(element: PageElement): element is PageSlot {
      return 'assignedNodes' in element;
    }

    function isFrame(element: PageElement): element is PageFrame {
      return 'contentDocument' in element;
    }

    function isTemplate(element: PageElement): element is PageTemplate {
      return 'content' in element;
    }
  }
}
