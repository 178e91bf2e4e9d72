/**
 * The part of a page's document that `page-scripts.ts` uses. The project's own code runs outside a browser, so the types of
 * one are not there, and are not to be: only these few functions run inside a page.
 */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<PageNode>;
}

export interface PageElement extends PageNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly tagName: string;
  readonly attributes: ArrayLike<{ name: string; value: string }>;
  readonly shadowRoot: PageNode | null;
  readonly outerHTML: string;
  textContent: string | null;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollTo(to: { top: number; behavior: 'instant' }): void;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}

export interface PageSlot extends PageElement {
  assignedNodes(): PageNode[];
}

export interface PageFrame extends PageElement {
  readonly contentDocument: PageDocument | null;
}

export interface PageTemplate extends PageElement {
  readonly content: PageNode;
}

export interface PageDocument extends PageNode {
  readonly URL: string;
  readonly baseURI: string;
  readonly contentType: string;
  readonly documentElement: PageElement | null;
  readonly body: PageElement | null;
  readonly scrollingElement: PageElement | null;
  readonly doctype: { name: string; publicId: string; systemId: string } | null;
  getElementsByTagName(name: string): ArrayLike<PageElement>;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
}

export interface PageObserver {
  observe(node: PageNode, options: Record<string, boolean>): void;
  disconnect(): void;
}
