// The subset of the DOM that `page-scripts.ts` uses. The DOM library is not loaded, because all other code runs outside a browser.

/** A node. */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<PageNode>;
}

/** An element. */
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
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}

/** A slot of a shadow tree. */
export interface PageSlot extends PageElement {
  assignedNodes(): PageNode[];
}

/** A frame. */
export interface PageFrame extends PageElement {
  readonly contentDocument: PageDocument | null;
}

/** A `<template>`. */
export interface PageTemplate extends PageElement {
  readonly content: PageNode;
}

/** An event. */
export interface PageEvent {
  /** The button or field that sent a form. */
  readonly submitter?: PageElement | null;
  composedPath(): PageElement[];
  preventDefault(): void;
}

/** A document. */
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
  addEventListener(type: string, listener: (event: PageEvent) => void, capture: boolean): void;
}

/** A MutationObserver. */
export interface PageObserver {
  observe(node: PageNode, options: Record<string, boolean>): void;
  disconnect(): void;
}
