import type { Spider } from '../../../shared/spider/schema.ts';
import { findPagination, type Pagination } from '../../authoring/pagination/find-pagination.ts';
import type { DescribedTree } from '../../authoring/tree.ts';
import { fingerprintUrl } from '../../engine/fingerprint.ts';
import type { NewRequest } from '../../engine/ports/ledger.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { FollowingFacts, SuspectLink } from './types.ts';

/** Most links of a rule that takes nothing but the control to the next page. */
const maxPager = 2;
/** Most URLs of each kind that are kept. */
const maxUrls = 20;

/** Compares the links that lead on from a page of a list, found without knowing the spider, with those that its rules take. */
export function followingFacts(
  tree: DescribedTree,
  context: PageContext,
  {
    callback,
    links,
    url,
    starts,
    open,
  }: {
    callback: string | null;
    links: readonly NewRequest[];
    url: string;
    /** Fingerprints of the start URLs, whose links are always followed. */
    starts: ReadonlySet<string>;
    /** Numbers of the rules that take any link and lead no further. */
    open: ReadonlySet<number>;
  },
): FollowingFacts {
  const { ahead, back } = directionsOf(findPagination(tree, context), url);
  const taken = { ahead: 0, back: 0, other: 0 };
  const next: string[] = [];
  const before: string[] = [];
  const self = fingerprintUrl(url);
  const byRule = new Map<number | null, { list: number; all: number; stops: boolean; others: number }>();
  for (const link of links) {
    const { fingerprint, rule } = link;
    const [isAhead, isBack] = [ahead.has(fingerprint), back.has(fingerprint)];
    const counts = byRule.get(rule) ?? { list: 0, all: 0, stops: false, others: 0 };
    counts.all += 1;
    if (isAhead || isBack) counts.list += 1;
    byRule.set(rule, counts);
    const isOther = !isAhead && !isBack && callback !== null && link.callback === callback;
    if (isAhead) taken.ahead += 1;
    else if (isBack) taken.back += 1;
    else if (isOther) taken.other += 1;
    if (isAhead && !link.follow && !starts.has(fingerprint) && !open.has(rule ?? -1)) counts.stops = true;
    if (isOther && !link.follow && !starts.has(fingerprint) && !open.has(rule ?? -1)) counts.others += 1;
    if ((isAhead || isOther) && next.length < maxUrls) next.push(link.url);
    if (isBack && link.callback !== null && fingerprint !== self && before.length < maxUrls)
      before.push(link.url);
  }
  // A rule that takes all kinds of links is not there for the pages of the list.
  const stops = [...byRule.values()].some(
    (rule) =>
      (rule.stops && rule.list * 2 >= rule.all) ||
      (ahead.size > 0 && taken.ahead === 0 && rule.others > 0 && rule.all <= maxPager),
  );
  const goesOn =
    !stops ||
    links.some(({ fingerprint, follow }) => ahead.has(fingerprint) && (follow || starts.has(fingerprint)));
  return { ahead: [...ahead.values()].slice(0, maxUrls), taken, goesOn, next, before };
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
  const earlier = pages
    .filter(({ number }) => first !== null && number < first)
    .flatMap(({ url }) => url ?? []);
  // Beside numbered pages, other controls may lead to the last page or by ten pages; without numbers they lead back.
  const before = pages.length > 0 ? earlier : known;
  const back = new Set([own, ...before.map(fingerprintUrl)].filter((each) => !ahead.has(each)));
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

/**
 * The rules that take any link and lead no further: they only name the callback of the start URLs. One that takes links from a region
 * of the page is there for these links.
 */
export const openRules = ({ rules }: Spider): number[] =>
  (rules ?? []).flatMap(({ allow, follow, restrict_css, restrict_xpaths, restrict_json }, at) => {
    const isAny = (allow ?? []).every((pattern) => /^\^?(?:https?:\/\/)?\.[*+]?\$?$/.test(pattern));
    const regions = [restrict_css, restrict_xpaths, restrict_json].flatMap((each) => each ?? []);
    return follow === false && isAny && regions.length === 0 ? at : [];
  });
