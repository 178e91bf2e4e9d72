import { hash } from 'node:crypto';
import type { ProofPage } from './types.ts';

/** Share of the pages of a group that is held back, at least one of two. */
const heldShare = 0.3;

/**
 * Chooses pages of each group by a hash of seed and URL, so that nobody who makes a spider can tell which they will be.
 * @param kindOf what tells kinds of pages in a group apart, and groups those without one
 */
export function holdBack(
  pages: readonly ProofPage[],
  seed: string,
  kindOf: (page: ProofPage) => string,
): ReadonlySet<ProofPage> {
  const held = new Set<ProofPage>();
  for (const own of Map.groupBy(pages, (page) => `${page.group ?? ''}\n${kindOf(page)}`).values()) {
    if (own.length < 2) continue;
    const drawn = own
      .map((page) => ({ page, key: hash('sha256', `${seed}\n${page.url}`) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    for (const { page } of drawn.slice(0, Math.max(1, Math.round(own.length * heldShare)))) held.add(page);
  }
  return held;
}
