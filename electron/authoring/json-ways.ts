import type { ProposedList, ProposedNext } from '../../shared/contract/types.ts';
import { firstUrls } from '../../shared/spider/generated-urls.ts';
import { domainOf, startUrlOf } from '../../shared/spider/new-spider.ts';
import { resolveUrl } from '../engine/resolve.ts';
import { jsonPathFor } from '../extract/json-path/select.ts';
import type { JsonPage } from '../extract/page.ts';
import { jsonPagination, type JsonPagination, type PagingParts } from './json-pagination.ts';
import { tryRules } from './try-parts.ts';

/** What is known of a JSON page besides its content. */
export interface JsonFacts {
  /** URL after redirects. */
  url: string;
  /** Headers of its answer, with names in lower case; left out: not known. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** URLs of next pages that were guessed, fetched, and found to have other entries. */
  proven?: readonly string[] | undefined;
}

/** A way to the following pages that a spider can go, tried with the code of a crawl. */
export type JsonWay = JsonPagination & { parts: PagingParts };

/** The ways from a list of a JSON page to its following pages. */
export interface JsonWays {
  /** Best first. */
  ways: readonly JsonWay[];
  /** Why there is no way although there are more pages, in one sentence; null: there is one, or there are none. */
  lost: string | null;
}

/** Guesses that are fetched for a page. */
const maxGuesses = 3;
type ListOfPage = Pick<ProposedList, 'selector' | 'count'>;

/** Finds the ways to the pages after a JSON page, and tries each on it. */
export function jsonWays(page: JsonPage, list: ListOfPage, callback: string, facts: JsonFacts): JsonWays {
  const found = findWays(page, list, callback, facts);
  const ways = found.flatMap((way): JsonWay[] => {
    const { parts } = way;
    const isKnown = way.isSure || facts.proven?.includes(way.next?.url ?? '') === true;
    return parts !== null && isKnown && leadsOn(page, way, parts, facts) ? [{ ...way, parts }] : [];
  });
  const lost = ways.length > 0 ? null : (found.find(({ parts }) => parts === null)?.note ?? null);
  return { ways, lost };
}

/** The URLs of next pages that are guesses and need to be fetched: none where a way is known already. */
export function guessedPages(page: JsonPage, list: ListOfPage, facts: JsonFacts): string[] {
  const found = findWays(page, list, 'parse_rows', facts);
  if (found.some(({ isSure, parts }) => isSure && parts !== null)) return [];
  return found.flatMap(({ next }) => next?.url ?? []).slice(0, maxGuesses);
}

/** Whether another page has entries of a list at the same place, and others than this one. */
export function hasOtherEntries(page: JsonPage, other: JsonPage, { selector }: ListOfPage): boolean {
  const read = jsonPathFor(selector);
  if (!read.ok) return false;
  const [own, others] = [page, other].map(({ value }) =>
    read.selector.select(value).map((each) => each.value),
  );
  return others !== undefined && others.length > 0 && JSON.stringify(own) !== JSON.stringify(others);
}

/** The next pages that ways lead to, as a proposal tells them. */
export const nextOfWays = ({ ways }: JsonWays): ProposedNext[] =>
  ways.map(({ next, why, kind, parts }) => ({
    href: next?.url ?? '',
    url: next?.url ?? null,
    why,
    kind: 'link',
    selector: kind === 'next-url' ? (parts.rules.at(-1)?.restrict_json?.[0] ?? null) : null,
    element: null,
    pattern: null,
  }));

function findWays(
  page: JsonPage,
  list: ListOfPage,
  callback: string,
  { url, headers }: JsonFacts,
): JsonPagination[] {
  const answer = { url: startUrlOf(url), value: page.value, ...(headers === undefined ? {} : { headers }) };
  return jsonPagination(answer, { path: list.selector, count: list.count }, callback);
}

/** Whether a crawl gets to the next page, and by rules to no other. */
function leadsOn(page: JsonPage, { next }: JsonPagination, parts: PagingParts, facts: JsonFacts): boolean {
  const url = startUrlOf(facts.url);
  const target = next === null ? null : sent(next.url);
  if (target === null || parts.requests.length > 0) return false;
  const links = tryRules(parts.rules, {
    page,
    url,
    domains: [domainOf(url)],
    linkHeader: facts.headers?.['link'],
  });
  if (links === null) return false;
  if (parts.settings.GENERATED_URLS === undefined) return links.length === 1 && links[0] === target;
  const [first] = firstUrls({ start_urls: [], settings: parts.settings });
  return links.length === 0 && first !== undefined && sent(first) === target;
}

function sent(url: string): string {
  const resolved = resolveUrl(url, null);
  return startUrlOf(resolved.ok ? resolved.url : url);
}
