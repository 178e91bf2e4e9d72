import { propose } from '../../../authoring/propose.ts';
import type { HealPage } from '../../../authoring/repair/places.ts';
import { holdsContent } from '../../../authoring/state/state-of.ts';

/** New pages that are looked at. */
const maxPages = 3;

/** Why nothing is found again: what most of the new pages are, if they are no content. Null: they are. */
export function whyLost(pages: readonly HealPage[]): string | null {
  const states = pages.slice(0, maxPages).map(({ page, url, context }) => {
    return propose(page, { url, fetchedAt: context.fetchedAt, rendered: false }).state;
  });
  const empty = states.filter((state) => !holdsContent(state));
  const [first] = empty;
  return first === undefined || empty.length * 2 <= states.length
    ? null
    : `${first.title} ${first.detail}`.trim();
}
