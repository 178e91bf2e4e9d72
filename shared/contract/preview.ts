/**
 * What a window and the outliner inside a preview say to one another (`postMessage`). The preview is a document of its own
 * origin without network; nothing in it can run but the outliner, whose hash stands in its policy.
 */

/** How a group of outlines looks. */
export type OutlineStyle = 'match' | 'other' | 'region' | 'picked';

export interface OutlineGroup {
  /** Numbers of elements: their place among all elements of the page, in document order, from 0. */
  elements: readonly number[];
  style: OutlineStyle;
}

export type PreviewOrder =
  | {
      kind: 'outline';
      groups: readonly OutlineGroup[];
      /** The element to bring into view, where it is not; null: stay. */
      scrollTo: number | null;
    }
  /** While picking, the element below the pointer is outlined, and a click tells it; so do the arrow keys and Enter. */
  | { kind: 'picking'; on: boolean };

export type PreviewReport =
  | { kind: 'ready' }
  /** While picking: the element below the pointer; null: none. */
  | { kind: 'hover'; element: number | null }
  | { kind: 'picked'; element: number }
  /** How many outlines were drawn; elements that are not shown or have no size have none. */
  | { kind: 'outlined'; drawn: number }
  /** Picking was given up with Escape. */
  | { kind: 'escaped' }
  /** A key that means nothing to the page but may be a shortcut of the window: with a modifier, or F1 to F10. */
  | ({ kind: 'key' } & PreviewKey);

export interface PreviewKey {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}
