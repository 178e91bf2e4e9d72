import type { LiveSize } from '../../../../shared/live-page.ts';

/** How wide the page of a live page can be. `fit`: as its pane. */
export const pageWidths = ['fit', 'desktop', 'phone'] as const;

/** A choice of a width. */
export type PageWidth = (typeof pageWidths)[number];

/** Widths that sites are made for, in CSS pixels. */
const fixed = { desktop: 1280, phone: 390 } as const;
/** The least width of a page that fits its pane: below it sites show what they show on a phone. */
const leastWidth = 640;
const leastHeight = 100;
/** How small a page is shown at most, so that its text can be read: 16 pixels are 11 then. */
const leastScale = 0.7;

/**
 * The size of a page in a pane, and how large a pixel of it is shown. A page that is wider than the pane is shown smaller, as far as its
 * text can be read; the pane scrolls to the rest.
 */
export function pageIn(pane: LiveSize, chosen: PageWidth): { size: LiveSize; scale: number } {
  const width = chosen === 'fit' ? Math.max(leastWidth, pane.width) : fixed[chosen];
  const scale = Math.min(1, Math.max(leastScale, pane.width / width));
  return { size: { width, height: Math.max(leastHeight, Math.round(pane.height / scale)) }, scale };
}
