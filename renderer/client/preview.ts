import type {
  Outlined,
  PreviewBox,
  PreviewKey,
  PreviewOrder,
  PreviewReport,
} from '../../shared/window/preview.ts';

/** The listener for the messages of a preview. */
export interface PreviewListener {
  /** The page is loaded; outlines that were set before are drawn now. */
  ready?(): void;
  /** The element that a click would pick; null: none. */
  hover?(element: number | null): void;
  /** An element was picked: it and what it lies in, from the innermost outwards. */
  picked?(elements: readonly number[]): void;
  /** The menu of an element was asked for, at a place of the frame. */
  menu?(element: number, at: Pick<PreviewBox, 'left' | 'top'>): void;
  /** The arrow keys went from the held element to another. */
  stepped?(element: number): void;
  /** Where the held element stands now; null: nothing is held. */
  placed?(box: PreviewBox | null): void;
  outlined?(drawn: number): void;
  /** Escape was pressed in the preview. */
  escaped?(): void;
  /** A shortcut was pressed while the preview had the focus. */
  key?(key: PreviewKey): void;
}

/** The window's handle on the sandboxed frame that shows a preview. */
export interface PreviewFrame {
  /** Replaces what is outlined. Elements are numbers, as the tester gives them. */
  outline(what: Outlined): void;
  close(): void;
}

/**
 * Drives the preview of a page that is shown in an iframe (`src` from `pages.preview`, `sandbox="allow-scripts"`). Survives
 * the iframe being loaded anew: what was ordered last is ordered again.
 */
export function connectPreview(frame: HTMLIFrameElement, listener: PreviewListener): PreviewFrame {
  let outline: ({ kind: 'outline' } & Outlined) | null = null;
  let isReady = false;

  const order = (message: PreviewOrder): void => {
    // The origin of the preview is opaque, so no target origin can name it. The messages hold nothing secret.
    frame.contentWindow?.postMessage(message, '*');
  };
  const hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== frame.contentWindow || !isReport(data)) return;
    switch (data.kind) {
      case 'ready':
        isReady = true;
        if (outline !== null) order(outline);
        return listener.ready?.();
      case 'hover':
        return listener.hover?.(data.element);
      case 'picked':
        return listener.picked?.(data.elements);
      case 'menu':
        return listener.menu?.(data.element, { left: data.left, top: data.top });
      case 'stepped':
        return listener.stepped?.(data.element);
      case 'placed':
        return listener.placed?.(data.box);
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
    outline(what) {
      // Until the page is loaded, a later outline does not lose the place that an earlier one scrolls to.
      const scrollTo = what.scrollTo ?? (isReady ? null : (outline?.scrollTo ?? null));
      outline = { kind: 'outline', ...what, scrollTo };
      order(outline);
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
    case 'stepped':
      return 'element' in data && number(data.element);
    case 'menu':
      return 'element' in data && number(data.element) && isPlace(data);
    case 'picked':
      return (
        'elements' in data &&
        Array.isArray(data.elements) &&
        data.elements.length > 0 &&
        data.elements.every(number)
      );
    case 'placed':
      return 'box' in data && (data.box === null || isBox(data.box));
    case 'outlined':
      return 'drawn' in data && number(data.drawn);
    case 'key':
      return isKey(data);
    default:
      return false;
  }
}

const isBox = (box: unknown): boolean => isPlace(box, ['left', 'top', 'width', 'height']);

function isPlace(place: unknown, names: readonly string[] = ['left', 'top']): boolean {
  if (typeof place !== 'object' || place === null) return false;
  const sides = new Map<string, unknown>(Object.entries(place));
  return names.every((name) => Number.isFinite(sides.get(name)));
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
