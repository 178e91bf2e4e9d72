import type { Spider } from '../../../shared/spider/schema.ts';
import { findPagination, type Pagination } from '../../authoring/pagination/find-pagination.ts';
import type { DescribedTree } from '../../authoring/tree.ts';
import { fingerprintUrl } from '../../engine/fingerprint.ts';
import type { NewRequest } from '../../engine/ports/ledger.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { FollowingFacts, SuspectLink } from './types.ts';

/** Most URLs of each kind that are kept. */
const maxUrls = 20;

/** Compares the links that lead on from a page of a list, found without knowing the spider, with those that its rules take. */
export function followingFacts(
  tree: DescribedTree,
  context: PageContext,
  { callback, links, url }: { callback: string | null; links: readonly NewRequest[]; url: string },
): FollowingFacts {
  const { ahead, back } = directionsOf(findPagination(tree, context), url);
  const taken = { ahead: 0, back: 0, other: 0 };
  const next: string[] = [];
  let goesOn = false;
  for (const link of links) {
    const { fingerprint } = link;
    if (ahead.has(fingerprint)) {
      taken.ahead += 1;
      goesOn ||= link.follow;
      if (next.length < maxUrls) next.push(link.url);
    } else if (back.has(fingerprint)) taken.back += 1;
    else if (callback !== null && link.callback === callback) {
      taken.other += 1;
      goesOn ||= link.follow;
      if (next.length < maxUrls) next.push(link.url);
    }
  }
  return { ahead: [...ahead.values()].slice(0, maxUrls), taken, goesOn, next };
}

/** The pages of the list that a page leads to, by their fingerprints: those after it, and those before it with itself. */
function directionsOf({ next, pages, known }: Pagination, url: string) {
  const own = fingerprintUrl(url);
  const nextUrls = next.flatMap((each) => each.url ?? []);
  const first = pages.find((page) => page.url !== null && nextUrls.includes(page.url))?.number ?? null;
  const later = pages
    .filter(({ number }) => first === null || number >= first)
    .flatMap((page) => page.url ?? []);
  const ahead = new Map<string, string>();
  for (const each of [...nextUrls, ...later])
    if (fingerprintUrl(each) !== own) ahead.set(fingerprintUrl(each), each);
  const back = new Set([own, ...known.map(fingerprintUrl)].filter((each) => !ahead.has(each)));
  return { ahead, back };
}

/** Places of a site that hold no content and change something or never end, by a part of their path. */
const places: readonly { kind: string; path: RegExp }[] = [
  {
    kind: 'login',
    path: /\/(?:log-?in|sign-?in|sign-?up|log-?out|sign-?out|register|anmelden|abmelden|connexion)(?:[/.]|$)/i,
  },
  { kind: 'cart', path: /\/(?:cart|basket|checkout|warenkorb|panier|carrito|add-?to-?cart)(?:[/.]|$)/i },
  { kind: 'calendar', path: /\/(?:calendar|kalender|calendrier)\/.*\d{4}[/-]\d{1,2}(?:[/-]|$)/i },
];

/** What a link leads to that a crawl has no business with; null: nothing of the kind. */
export function suspectKind(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? '';
  return places.find((place) => place.path.test(path))?.kind ?? null;
}

/** The links that rules take and that lead to such a place, one for each rule and kind. */
export function suspectsOf(links: readonly NewRequest[]): SuspectLink[] {
  const found = new Map<string, SuspectLink>();
  for (const { rule, url } of links) {
    const kind = rule === null ? null : suspectKind(url);
    if (rule !== null && kind !== null) found.set(`${rule} ${kind}`, { rule, url, kind });
  }
  return [...found.values()];
}

/** The callbacks whose pages are lists: their rows are items, or lead to them. */
export function listCallbacks({ callbacks }: Spider): ReadonlySet<string> {
  return new Set(
    Object.entries(callbacks ?? {}).flatMap(([name, { iterate }]) =>
      iterate === null || iterate === undefined ? [] : name,
    ),
  );
}
