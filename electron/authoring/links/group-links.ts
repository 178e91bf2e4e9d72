import type { LinkGroup } from '../../../shared/contract/types.ts';
import { domainOf } from '../../../shared/spider/new-spider.ts';
import { domainAllows } from '../../engine/domains.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { groupPattern } from './group-pattern.ts';
import { linksOf } from './page-links.ts';
import { formsOf, splitForm, type UrlGroup } from './split-urls.ts';

/** What is known of some links of the page. */
export interface KnownTargets {
  /** URLs of other pages of a list. */
  readonly pages: ReadonlySet<string>;
  /** Some of the URLs that the records of lists lead to. */
  readonly details: ReadonlySet<string>;
}

const maxLinks = 5000;
const maxGroups = 60;
const maxExamples = 5;
/** Average length of the text of links from which they are titles, in characters. */
const titleLength = 22;

/**
 * Groups the links of a page to its own site by the pattern of their URLs, largest group first, without fragments. Each
 * pattern matches exactly the links of its group. Its work is linear in the links.
 */
export function groupLinks(page: Page, { url }: PageContext, known: KnownTargets): LinkGroup[] {
  if (url === null || !URL.canParse(url)) return [];
  const domains = [domainOf(url)];
  const own = withoutFragment(url);
  const texts = new Map<string, string>();
  for (const link of linksOf(page, url)) {
    const target = withoutFragment(link.url);
    if (target === own || !domainAllows(domains, target)) continue;
    const before = texts.get(target);
    if (before === undefined && texts.size === maxLinks) break;
    if (link.text.length > (before ?? '').length || before === undefined) texts.set(target, link.text);
  }
  return formsOf([...texts.keys()])
    .flatMap(splitForm)
    .sort((a, b) => b.urls.length - a.urls.length)
    .slice(0, maxGroups)
    .map((group) => ({
      pattern: groupPattern(group),
      count: group.urls.length,
      examples: group.urls.slice(0, maxExamples),
      kind: kindOf(group, texts, known),
    }));
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

function kindOf(
  { urls }: UrlGroup,
  texts: ReadonlyMap<string, string>,
  known: KnownTargets,
): LinkGroup['kind'] {
  if (urls.filter((url) => known.pages.has(url)).length * 2 >= urls.length) return 'page';
  if (urls.some((url) => known.details.has(url))) return 'detail';
  // Links of feeds, sitemaps and JSON have no text that would tell.
  if (urls.length < 3 || urls.every((url) => texts.get(url) === '')) return 'other';
  const length = urls.reduce((sum, url) => sum + (texts.get(url) ?? '').trim().length, 0) / urls.length;
  return length >= titleLength ? 'detail' : 'list';
}
