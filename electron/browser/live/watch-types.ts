// The subset of the DOM that `watch-script.ts` uses, as in `page-types.ts`.

/** An element. */
export interface WatchedElement {
  readonly localName: string;
  readonly id: string;
  readonly classList: ArrayLike<string>;
  readonly children: ArrayLike<WatchedElement>;
  readonly parentElement: WatchedElement | null;
  readonly isConnected: boolean;
  readonly outerHTML: string;
  readonly type?: string;
  readonly value?: string;
  readonly selectionStart?: number | null;
  readonly selectionEnd?: number | null;
  readonly form?: WatchedElement | null;
  readonly control?: WatchedElement | null;
  readonly href?: string;
  readonly multiple?: boolean;
  readonly size?: number;
  readonly options?: ArrayLike<{ label: string; disabled: boolean; value: string }>;
  readonly selectedOptions?: ArrayLike<{ label: string }>;
  selectedIndex?: number;
  textContent: string | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  closest(selector: string): WatchedElement | null;
  querySelector(selector: string): WatchedElement | null;
  querySelectorAll(selector: string): ArrayLike<WatchedElement>;
  getRootNode(): object;
  getClientRects(): ArrayLike<object>;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  dispatchEvent(event: object): boolean;
  focus(): void;
}

/** An event. */
export interface WatchedEvent {
  readonly isTrusted: boolean;
  readonly detail: number;
  readonly key: string;
  readonly button: number;
  readonly clientX: number;
  readonly clientY: number;
  composedPath(): WatchedElement[];
  preventDefault(): void;
}

/** A document. */
export interface WatchedDocument {
  readonly documentElement: WatchedElement | null;
  readonly readyState: string;
  readonly title: string;
  readonly scrollingElement: { scrollTop: number; scrollHeight: number; clientHeight: number } | null;
  readonly activeElement: WatchedElement | null;
  readonly implementation: {
    createHTMLDocument(title: string): { importNode(node: WatchedElement, deep: boolean): WatchedElement };
  };
  addEventListener(type: string, listener: (event: WatchedEvent) => void, capture: boolean): void;
  hasFocus(): boolean;
  querySelector(selector: string): WatchedElement | null;
  querySelectorAll(selector: string): ArrayLike<WatchedElement>;
  getElementsByTagName(name: string): ArrayLike<WatchedElement>;
}
