import type { OutlineGroup, PreviewKey, PreviewOrder, PreviewReport } from '../../shared/window/preview.ts';

/** The listener for the messages of a preview. */
export interface PreviewListener {
  /** The page is loaded; outlines that were set before are drawn now. */
  ready?(): void;
  /** While picking: the element below the pointer; null: none. */
  hover?(element: number | null): void;
  /** An element was picked; picking continues until it is turned off. */
  picked?(element: number): void;
  /** The page was clicked while not picking: the elements there, from the innermost outwards. */
  clicked?(elements: readonly number[]): void;
  outlined?(drawn: number): void;
  /** Escape was pressed in the preview while picking. */
  escaped?(): void;
  /** A shortcut was pressed while the preview had the focus. */
  key?(key: PreviewKey): void;
}

/** The window's handle on the sandboxed frame that shows a preview. */
export interface PreviewFrame {
  /** Replaces the outlines. Elements are numbers, as the tester gives them. */
  outline(groups: readonly OutlineGroup[], options?: { scrollTo?: number | null }): void;
  picking(on: boolean): void;
  close(): void;
}

/**
 * Drives the preview of a page that is shown in an iframe (`src` from `pages.preview`, `sandbox="allow-scripts"`). Survives
 * the iframe being loaded anew: what was ordered last is ordered again.
 */
export function connectPreview(frame: HTMLIFrameElement, listener: PreviewListener): PreviewFrame {
  let outline: PreviewOrder | null = null;
  let picking = false;

  const order = (message: PreviewOrder): void => {
    // The origin of the preview is opaque, so no target origin can name it. The messages hold nothing secret.
    frame.contentWindow?.postMessage(message, '*');
  };
  const hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== frame.contentWindow || !isReport(data)) return;
    switch (data.kind) {
      case 'ready':
        if (outline !== null) order(outline);
        if (picking) order({ kind: 'picking', on: true });
        return listener.ready?.();
      case 'hover':
        return listener.hover?.(data.element);
      case 'picked':
        return listener.picked?.(data.element);
      case 'clicked':
        return listener.clicked?.(data.elements);
      case 'outlined':
        return listener.outlined?.(data.drawn);
      case 'escaped':
        return listener.escaped?.();
      case 'key':
        return listener.key?.(data);
      default:
        return data satisfies never;
    }
  };
  window.addEventListener('message', hear);

  return {
    outline(groups, { scrollTo = null } = {}) {
      outline = { kind: 'outline', groups, scrollTo };
      order(outline);
    },
    picking(on) {
      picking = on;
      order({ kind: 'picking', on });
    },
    close: () => window.removeEventListener('message', hear),
  };
}

function isReport(data: unknown): data is PreviewReport {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  const number = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  switch (data.kind) {
    case 'ready':
    case 'escaped':
      return true;
    case 'hover':
      return 'element' in data && (data.element === null || number(data.element));
    case 'picked':
      return 'element' in data && number(data.element);
    case 'clicked':
      return 'elements' in data && Array.isArray(data.elements) && data.elements.every(number);
    case 'outlined':
      return 'drawn' in data && number(data.drawn);
    case 'key':
      return isKey(data);
    default:
      return false;
  }
}

function isKey(data: object): boolean {
  const parts = new Map<string, unknown>(Object.entries(data));
  const text = (name: string): boolean => {
    const value = parts.get(name);
    return typeof value === 'string' && value.length < 30;
  };
  const flags = ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'];
  return text('key') && text('code') && flags.every((name) => typeof parts.get(name) === 'boolean');
}
