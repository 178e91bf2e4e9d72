/**
 * Messages between a window and the outliner inside a preview (`postMessage`). The preview is a document with its own
 * origin and no network. Only the outliner can run in it: its policy allows no other script.
 */

/** How a group of outlines looks. */
export type OutlineStyle = 'match' | 'other' | 'region' | 'picked';

/** Elements that the outliner draws in one style. */
export interface OutlineGroup {
  /** Element numbers: positions among all elements of the page in document order, from 0. */
  elements: readonly number[];
  style: OutlineStyle;
}

/** A message from the window to the outliner. */
export type PreviewOrder =
  | {
      kind: 'outline';
      groups: readonly OutlineGroup[];
      /** The element to scroll into view; null: do not scroll. */
      scrollTo: number | null;
    }
  /** While picking, the element under the pointer is outlined and a click reports it. Arrow keys and Enter do the same. */
  | { kind: 'picking'; on: boolean };

/** A message from the outliner to the window. */
export type PreviewReport =
  | { kind: 'ready' }
  /** While picking: the element under the pointer; null: none. */
  | { kind: 'hover'; element: number | null }
  | { kind: 'picked'; element: number }
  /** While not picking: the elements under a click, from the innermost outwards. */
  | { kind: 'clicked'; elements: readonly number[] }
  /** The number of outlines drawn. Elements that are hidden or have no size get none. */
  | { kind: 'outlined'; drawn: number }
  /** Picking was cancelled with Escape. */
  | { kind: 'escaped' }
  /** A key press that may be a shortcut of the window: with a modifier, or F1 to F10. */
  | ({ kind: 'key' } & PreviewKey);

/** A key press inside the preview, with the fields of `KeyboardEvent` that shortcuts are matched by. */
export interface PreviewKey {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}
