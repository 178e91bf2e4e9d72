import type { LiveChoices } from '../../../shared/live-page.ts';

/** An element that a person used on a page. */
export interface SeenTarget {
  /** The same for the same element, as long as its document lives. */
  element: number;
  /** The document with the element marked by `markAttribute`; null: the page is too large, or it lies in a shadow tree. */
  html: string | null;
  /** A selector that says what the element is, which may match others too. */
  rough: string;
  /** Whether a secret is asked for in its form. */
  inLogin: boolean;
}

/** Where something was done. */
export interface SeenAt {
  /** The address of the page. */
  url: string;
  /** Names the document in it: that of the page, or of a frame. */
  place: string;
  /** The host of the frame; null: it is the page itself. */
  frame: string | null;
}

/** What a page tells of what a person does on it. */
export type Seen =
  /** `leads`: it is a link to another document. `covers`: it lies in something in front of the page, such as a banner. */
  | { kind: 'click'; click: number; target: SeenTarget; leads: boolean; covers: boolean }
  /** What was clicked has gone away; `withFrame`: the frame that it lay in has, too. */
  | { kind: 'gone'; click: number; withFrame: boolean }
  | { kind: 'fill'; target: SeenTarget; value: string }
  /** More was written into a field. */
  | { kind: 'refill'; element: number; value: string }
  /** Something was written that no action may hold; what is not told. */
  | { kind: 'secret' }
  | { kind: 'press'; key: string; inLogin: boolean }
  | { kind: 'end' }
  /** Its title is another one. */
  | { kind: 'title'; title: string }
  /** Its place counts from where the mouse is: a frame does not know where on the page it lies. */
  | { kind: 'choices'; choices: LiveChoices | null };

/** The attribute that marks the element in `SeenTarget.html`. */
export const markAttribute = 'data-spider-studio-seen';

/** Reads a report of the page; null: it is none. The page's own scripts cannot send one, but a wrong one harms nothing. */
export function readSeen(text: string): Seen | null {
  try {
    const value: Seen = JSON.parse(text);
    return typeof value === 'object' && value !== null && typeof value.kind === 'string' ? value : null;
  } catch {
    return null;
  }
}
