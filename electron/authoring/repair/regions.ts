import { isTag, type Element } from 'domhandler';
import type { Rule } from '../../../shared/spider/schema.ts';
import { extractLinks, scanAnchors } from '../../engine/links.ts';
import type { Page } from '../../extract/page.ts';
import type { PageTree } from '../../extract/tree.ts';
import { selectorFor } from '../../extract/select.ts';
import { rankGroups } from '../selectors/group.ts';
import { rankSelectors } from '../selectors/rank.ts';
import { elementOf } from './describe-elements.ts';
import type { SlotHealing } from './heal.ts';
import type { HealPage, Pair } from './places.ts';
import type { Proof } from './proof.ts';
import type { RegionSlot } from './slots.ts';

/** What became of a region; each repair is another selector of it. */
export type RegionHealing = SlotHealing<RegionSlot, string>;

/** Pages at which regions are written, levels above the links that are tried, and selectors of each element. */
const limits = { seeds: 3, levels: 4, most: 4, choices: 3 };
/** Share of the old links that a region must still give to work, and of which a repair is offered and is sure. */
const enough = { works: 0.6, offered: 0.5, sure: 0.85 };
/** How far a region must be ahead of others with other links. */
const ahead = 0.03;

/** The regions of a rule that are written as CSS or XPath. @param number place of the rule, from 0 */
export function regionSlots(rule: Rule, number: number): RegionSlot[] {
  const slots = (
    key: 'restrict_css' | 'restrict_xpaths',
    language: 'css' | 'xpath',
    all: readonly string[],
  ): RegionSlot[] =>
    all.map((present, at) => ({
      kind: 'region',
      name: all.length === 1 ? `rule ${number} ${key}` : `rule ${number} ${key} ${at}`,
      path: ['rules', String(number), key, String(at)],
      present,
      language,
    }));
  return [
    ...slots('restrict_css', 'css', rule.restrict_css ?? []),
    ...slots('restrict_xpaths', 'xpath', rule.restrict_xpaths ?? []),
  ];
}

/** The links of a place before and after: those of the region, and those of them that are anywhere on the new page. */
interface Sought {
  readonly pair: Pair;
  readonly fresh: PageTree;
  readonly old: ReadonlySet<string>;
  readonly left: ReadonlySet<string>;
}

/**
 * Looks for the links of a region on pages before and after the site changed, and finds the region again where they are elsewhere.
 * @param before the region as it was when the old pages were fetched
 * @param pairs pages with the same URL
 * @param takes whether the patterns of the rule take a URL
 */
export function healRegion(
  slot: RegionSlot,
  before: string,
  pairs: readonly Pair[],
  takes: (url: string) => boolean,
): RegionHealing | null {
  const linksAt = ({ page, url }: HealPage, source: string): ReadonlySet<string> =>
    new Set(linksIn(page, url, source, slot.language).filter(takes));
  const sought = pairs.flatMap((pair): Sought[] => {
    const [was, is] = [pair.old.on, pair.fresh.on];
    if (!pair.isSame || was.page.kind === 'json' || is.page.kind === 'json') return [];
    const old = linksAt(was, before);
    if (old.size === 0) return [];
    const all = new Set(extractLinks(is.page, is.url).map(({ url }) => url));
    return [{ pair, fresh: is.page, old, left: new Set([...old].filter((url) => all.has(url))) }];
  });
  if (sought.length === 0) return null;
  const judge = (source: string): { proof: Proof; score: number; links: string } => {
    const found = sought.map(({ pair }) => linksAt(pair.fresh.on, source));
    return { ...judged(sought, found), links: JSON.stringify(found.map((links) => [...links].toSorted())) };
  };
  const own = judge(slot.present);
  if (own.score >= enough.works) return { slot, verdict: 'fine', repairs: [], present: own.proof };
  const tried = candidates(sought.slice(0, limits.seeds), slot)
    .map((each) => ({ ...each, ...judge(each.selector) }))
    .filter(({ score }) => score >= enough.offered && score > own.score)
    .toSorted((a, b) => b.score - a.score);
  const distinct = tried.filter(
    ({ links }, at) => !tried.slice(0, at).some((other) => other.links === links),
  );
  const [best, rival] = distinct;
  if (best === undefined) return { slot, verdict: 'lost', repairs: [], present: own.proof };
  const isSure = best.score >= enough.sure && best.score - (rival?.score ?? 0) >= ahead;
  const repairs = distinct
    .slice(0, isSure ? 1 : limits.choices)
    .map(({ selector, why, score, proof }) => ({ replacement: selector, why, score, proof }));
  return { slot, verdict: isSure ? 'sure' : 'unsure', repairs, present: own.proof };
}

function linksIn(page: Page, url: string, source: string, language: 'css' | 'xpath'): string[] {
  if (page.kind === 'json') return [];
  const read = selectorFor(language, source);
  return read.ok ? extractLinks(page, url, { regions: [read.selector] }).map((link) => link.url) : [];
}

/** How many old links there are again, and how much else; other links count little, as lists change. */
function judged(
  sought: readonly Sought[],
  found: readonly ReadonlySet<string>[],
): { proof: Proof; score: number } {
  let [old, left, again, more, filled] = [0, 0, 0, 0, 0];
  for (const [at, each] of sought.entries()) {
    const links = found[at] ?? new Set();
    const common = [...each.left].filter((url) => links.has(url)).length;
    old += each.old.size;
    left += each.left.size;
    again += common;
    more += links.size - common;
    filled += Number(links.size > 0);
  }
  const recall = left === 0 ? filled / sought.length : again / left;
  const precision = left === 0 ? 1 : again / Math.max(1, again + more);
  const proof: Proof = {
    old,
    found: again,
    changed: 0,
    missing: old - again,
    filled,
    places: sought.length,
    examples: [],
  };
  return { proof, score: recall * (0.7 + 0.3 * precision) };
}

/** Selectors for the elements that hold the old links on the new pages: the one around them all, those above it, and each one's own. */
function candidates(
  sought: readonly Sought[],
  { language }: RegionSlot,
): { selector: string; why: string }[] {
  const written = sought.flatMap(({ pair, fresh, left }) => {
    const anchors = scanAnchors(fresh, pair.fresh.on.url, []).anchors.flatMap(({ target, places }) =>
      target.url !== null && left.has(target.url)
        ? places.slice(0, 1).flatMap(({ element }) => element ?? [])
        : [],
    );
    const around = elementsAround(anchors);
    const single = around.flatMap((element) =>
      rankSelectors([{ page: fresh, within: null, node: { element, part: 'markup' } }], {
        isForOthers: true,
        most: limits.most,
      }),
    );
    const parents = anchors.flatMap((anchor) => elementOf(anchor.parent) ?? []);
    const each = rankGroups(fresh.document, [...new Set(parents)].slice(0, 8), {
      part: 'markup',
      most: limits.most,
    });
    return [...single, ...each].filter((one) => one.language === language);
  });
  return [...new Map(written.map(({ selector, why }) => [selector, { selector, why }])).values()];
}

/** The smallest element with nearly all of some elements, and those above it; the body is none. */
function elementsAround(elements: readonly Element[]): Element[] {
  const counts = new Map<Element, number>();
  for (const element of elements)
    for (let each = elementOf(element.parent); each !== null; each = elementOf(each.parent))
      counts.set(each, (counts.get(each) ?? 0) + 1);
  const whole = [...counts].filter(([, count]) => count >= elements.length * 0.9);
  const depth = (element: Element): number => {
    let steps = 0;
    for (let each = element.parent; each !== null && isTag(each); each = each.parent) steps += 1;
    return steps;
  };
  return whole
    .map(([element]) => element)
    .filter(({ name }) => name !== 'body' && name !== 'html')
    .toSorted((a, b) => depth(b) - depth(a))
    .slice(0, limits.levels);
}
