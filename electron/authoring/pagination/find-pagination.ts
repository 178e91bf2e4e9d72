import type { ProposedNext } from '../../../shared/contract/types.ts';
import { shorten } from '../../extract/text.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import type { Control } from './controls.ts';
import type { PagerPage } from './features.ts';
import { findMoreButton, findNextButton, findScroll } from './more.ts';
import { patternFor, type Following } from './pattern.ts';
import { rankControls } from './rank.ts';
import { readPagerPage } from './read-page.ts';
import { pageTotal } from './total.ts';
import type { NumberSlot } from './url-step.ts';

/** A way to the next page, without a selector for it. */
export interface FoundNext extends Omit<ProposedNext, 'selector'> {
  /** Its element; null: it has none. */
  readonly facts: ElementFacts | null;
  /** Whether a control of its own leads there; false: only the number of the page does. */
  readonly isControl: boolean;
}

/** A link to a numbered page. */
export interface PageLink {
  /** As the attribute stands, trimmed. */
  readonly href: string;
  readonly url: string | null;
  readonly number: number;
  readonly facts: ElementFacts;
}

/** How the pages of a list follow each other. */
export interface Pagination {
  /** Best first; empty: there is no next page, or none was found. */
  readonly next: readonly FoundNext[];
  /** In document order; the same page may be there twice. */
  readonly pages: readonly PageLink[];
  /** A regular expression for the addresses of the other pages; null: none. */
  readonly pattern: string | null;
  /** URLs of other pages of the list that the page links to: numbered ones, the next, the previous, the first and the last. */
  readonly known: readonly string[];
  /** Number of pages that the page tells; null: it does not. */
  readonly total: number | null;
}

/** Finds how a page leads to the next one of its list. Its work is linear in the elements of the page. */
export function findPagination(tree: DescribedTree, context: PageContext): Pagination {
  const page = readPagerPage(tree, context);
  const ranked = rankControls(page);
  const pages = page.runs.flatMap(({ links }) =>
    links.map(({ control, number }) => ({
      href: control.href,
      url: control.url?.href ?? null,
      number,
      facts: control.facts,
    })),
  );
  const best = ranked[0]?.control ?? null;
  const numbered = best === null ? followingNumber(page) : null;
  const following = followingOf(page, best ?? numbered);
  const pattern = following === null ? null : patternFor(following, page.controls);
  const next: FoundNext[] = [];
  if (best !== null) next.push(nextOf(best, { page, pattern, isControl: true }));
  else if (numbered !== null) next.push(nextOf(numbered, { page, pattern, isControl: false }));
  else next.push(...withoutAddress(page));
  const known = knownPages(page, { pages, next, slot: following?.slot ?? null });
  return {
    next,
    pages,
    pattern,
    known,
    total: pageTotal(page, { hasNext: next.length > 0, slot: following?.slot ?? null }),
  };
}

function knownPages(
  { controls }: PagerPage,
  { pages, next, slot }: { pages: readonly PageLink[]; next: readonly FoundNext[]; slot: NumberSlot | null },
): string[] {
  const known = new Set<string>();
  for (const { url } of [...next, ...pages]) if (url !== null) known.add(url);
  for (const { url, step } of controls) {
    if (url === null || step === null || slot === null) continue;
    const isStep = step.kind === 'number' && !step.others && step.slot.name === slot.name;
    if (isStep || step.kind === 'dropped') known.add(url.href);
  }
  return [...known];
}

/** The link with the number after the current one; before it, where the numbers run downwards. */
function followingNumber({ runs }: PagerPage): Control | null {
  for (const { links, current } of runs) {
    const step = (links[0]?.number ?? 0) > (links[1]?.number ?? Infinity) ? -1 : 1;
    const found = links.find(
      ({ number, control }) => number === (current ?? NaN) + step && control.url !== null,
    );
    if (found !== undefined) return found.control;
  }
  return null;
}

/** What tells the following pages from others, by the next page, else by a page with a number. */
function followingOf({ runs, url: page }: PagerPage, next: Control | null): Following | null {
  const links = [
    ...(next === null ? [] : [next]),
    ...runs.flatMap((run) => run.links.map(({ control }) => control)),
  ];
  for (const { url, step } of links) {
    if (url !== null && step?.kind === 'number') return { url, slot: step.slot, added: [] };
  }
  for (const { url } of links) {
    const slot = url === null ? null : slotBetween(url, links);
    if (url !== null && slot !== null) return { url, slot, added: [] };
  }
  const url = next?.url ?? null;
  if (url === null) return null;
  const added = [...url.searchParams.keys()].filter(
    (name) => page?.searchParams.get(name) !== url.searchParams.get(name),
  );
  return { url, slot: null, added };
}

/** Where numbered links differ from each other, though not in a number alone from the page. */
function slotBetween(url: URL, links: readonly Control[]): NumberSlot | null {
  for (const { url: other } of links) {
    if (other === null || other.pathname !== url.pathname) continue;
    for (const [name, value] of url.searchParams) {
      const there = other.searchParams.get(name);
      if (there !== null && there !== value && /^\d+$/.test(there) && /^\d+$/.test(value))
        return { where: 'query', name };
    }
  }
  const marked = /[/_.-]?(?:page|p|seite|pagina)[/_.=-]?(?=\d+)/i.exec(url.pathname);
  return marked === null ? null : { where: 'path', name: marked[0] };
}

function nextOf(
  control: Control,
  { page, pattern, isControl }: { page: PagerPage; pattern: string | null; isControl: boolean },
): FoundNext {
  const { url, href, facts, isLink } = control;
  return {
    href,
    url: url?.href ?? null,
    why: whyOf(control, page, isControl),
    kind: isLink ? 'link' : 'button',
    element: facts.at,
    pattern: isLink ? pattern : null,
    facts,
    isControl,
  };
}

/** What speaks for a control, with what its address changes, in a few words. */
function whyOf({ label, names, facts, step }: Control, { head }: PagerPage, isControl: boolean): string {
  const signs: string[] = [];
  const name = label.text === '' ? (names[0]?.written ?? '') : label.written;
  if (!isControl) signs.push(`the number after the page shown`);
  else if (name !== '') signs.push(`it says "${shorten(name, 30)}"`);
  if (/(?:^|\s)next(?:$|\s)/i.test(facts.element.attribs['rel'] ?? '')) signs.push('rel="next"');
  else if (head.size > 0 && step?.kind === 'number') signs.push('the page names a next one');
  if (step?.kind === 'number') {
    const slot = step.slot.where === 'query' ? `${step.slot.name}=` : step.slot.name;
    signs.push(
      step.from === null ? `adds ${slot}${step.to}` : `${slot}${step.from} becomes ${slot}${step.to}`,
    );
  }
  return signs.length === 0 ? 'it stands in a row of pages' : signs.join(', ');
}

/** Buttons that load more, and pages that load more as they are scrolled. */
function withoutAddress(page: PagerPage): FoundNext[] {
  const button = findNextButton(page) ?? findMoreButton(page);
  if (button !== null) return [nextOf(button, { page, pattern: null, isControl: true })];
  const scroll = findScroll(page);
  if (scroll === null) return [];
  const why = 'it loads more as it is scrolled';
  return [
    {
      href: '',
      url: null,
      why,
      kind: 'scroll',
      element: scroll.at,
      pattern: null,
      facts: scroll,
      isControl: true,
    },
  ];
}
