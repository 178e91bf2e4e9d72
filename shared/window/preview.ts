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

/** A single element with a label, for orientation: a row, a field, the link to the next page. Marks are not counted. */
export interface PreviewMark {
  element: number;
  style: 'row' | 'field' | 'next';
  /** Drawn above it; empty: none. */
  label: string;
}

/** What the outliner draws. */
export interface Outlined {
  groups: readonly OutlineGroup[];
  marks: readonly PreviewMark[];
  /** The element in hand: the arrow keys begin there, and its place is reported. */
  held: number | null;
  /** The element to scroll into view; null: do not scroll. */
  scrollTo: number | null;
}

/** A message from the window to the outliner. */
export type PreviewOrder = { kind: 'outline' } & Outlined;

/** A place in the frame, in CSS pixels from its upper left corner. */
export interface PreviewBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A message from the outliner to the window. */
export type PreviewReport =
  | { kind: 'ready' }
  /** The element that a click would pick; null: none. */
  | { kind: 'hover'; element: number | null }
  /** An element was picked by a click or by Enter: it and what it lies in, from the innermost outwards. */
  | { kind: 'picked'; elements: readonly number[] }
  /** The menu of an element was asked for, by a right click or a key; where it opens, in CSS pixels as those of `PreviewBox`. */
  | { kind: 'menu'; element: number; left: number; top: number }
  /** The arrow keys went from the held element to another. */
  | { kind: 'stepped'; element: number }
  /** Where the held element stands now; null: nothing is held. */
  | { kind: 'placed'; box: PreviewBox | null }
  /** The number of outlines drawn. Elements that are hidden or have no size get none. */
  | { kind: 'outlined'; drawn: number }
  /** Escape was pressed. */
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
