import type { LinkGroup, Proposal, ProposedList, ProposedNext } from '../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../shared/network-answer.ts';
import type { Page } from '../extract/page.ts';
import { PageContext } from '../extract/page-context.ts';
import { textOf } from '../extract/xpath/nodes.ts';
import type { PageTree } from '../extract/tree.ts';
import { compose } from './compose.ts';
import type { FetchFacts } from './fetch-facts.ts';
import { draftJsonLists } from './json-proposal.ts';
import { guessedPages, hasOtherEntries, jsonWays, nextOfWays, type JsonWays } from './json-ways.ts';
import { groupLinks } from './links/group-links.ts';
import { draftLists } from './lists/draft-lists.ts';
import { findPagination, type FoundNext } from './pagination/find-pagination.ts';
import { measureList, type ListDraft } from './measure-list.ts';
import { proposeSources } from './network-sources/propose-sources.ts';
import { uniqueSelector } from './selectors/unique.ts';
import { readStructured, type Structured } from './structured/read-structured.ts';
import { holdsContent, stateOf } from './state/state-of.ts';
import { unreadState } from './state/unread.ts';
import { describeTree, type DescribedTree } from './tree.ts';

/** What is known of a page besides its content. */
export interface ProposalFacts {
  /** URL after redirects; null: unknown. */
  url: string | null;
  /** In milliseconds since 1970. */
  fetchedAt: number;
  /** Whether a browser has rendered it. */
  rendered: boolean;
  /** What its fetch told; left out: it is a saved page, and was read once. */
  fetched?: FetchFacts;
  /** Time that the site took to answer for a page that was read before, in milliseconds; null or left out: unknown. */
  durationMs?: number | null;
  /** URLs of next pages that were guessed, fetched, and found to have other entries. */
  proven?: readonly string[];
  /** The answers of JSON that its scripts got while it was shown; left out: none are known. */
  answers?: readonly NetworkAnswer[];
}

/** What was found on a page. */
interface Findings {
  title: string;
  lists: ProposedList[];
  next: ProposedNext[];
  /** Links to numbered pages, as the page writes them. */
  pages: string[];
  /** URLs of other pages of the list that the page links to. */
  known: readonly string[];
  /** Number of pages that the page tells; null: it does not. */
  total: number | null;
  groups: LinkGroup[];
  structured: Structured | null;
}

const maxLists = 8;
const maxTitle = 300;

/**
 * Reads a page and proposes what a spider could take from it. Never throws for a page that `parsePageAs` accepts.
 * @param page null: it could not be read, and the facts of its fetch say why
 */
export function propose(page: Page | null, facts: ProposalFacts): Proposal {
  const { url, rendered, fetched } = facts;
  if (page === null) {
    const nothing = {
      lists: [],
      next: [],
      pages: [],
      groups: [],
      structured: null,
      sources: [],
      choices: [],
    };
    return { url, title: '', state: unreadState(url, fetched ?? null), ...nothing };
  }
  const context = new PageContext(page, facts);
  const tree = page.kind === 'json' ? null : describeTree(page);
  const { title, pages, known, total, ...found } =
    page.kind === 'json'
      ? findInJson(page, context, facts)
      : findInTree(page, tree ?? describeTree(page), context);
  const { challenge = null, canRender = true } = fetched ?? {};
  const state = stateOf({ tree, context }, { title, ...found }, { rendered, canRender, challenge });
  const about = { url: url ?? '', rendered, durationMs: fetched?.durationMs ?? facts.durationMs ?? null };
  if (url === null || !isWeb(url)) return { url, title, state, ...found, pages, sources: [], choices: [] };
  const behind = proposeSources(page, found.lists, {
    ...about,
    context,
    answers: facts.answers ?? [],
    isList: state.kind === 'list',
  });
  const choices = holdsContent(state)
    ? compose(page, { ...found, state, pages: known, total, ways: waysOf(page, facts) }, about)
    : [];
  return {
    url,
    title,
    state,
    ...found,
    pages,
    sources: behind.sources,
    choices: [...choices, ...behind.choices],
  };
}

/** Whether a spider can start at an address. */
const isWeb = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

type JsonContent = Extract<Page, { kind: 'json' }>;

function findInJson(page: JsonContent, context: PageContext, facts: ProposalFacts): Findings {
  const lists = listsOfJson(page, context);
  const [best] = lists;
  const ways = best === undefined ? null : (waysOf(page, facts)?.(best, 'parse_rows') ?? null);
  const next = ways === null ? [] : nextOfWays(ways);
  const details = detailsOf(lists);
  const groups = groupLinks(page, context, { pages: new Set(next.flatMap(({ url }) => url ?? [])), details });
  return { title: '', lists, next, pages: [], known: [], total: null, groups, structured: null };
}

const listsOfJson = (page: JsonContent, context: PageContext): ProposedList[] =>
  measured(page, draftJsonLists(page, context), { context, numberOf: () => null });

/** Finds the ways to the following pages of a list; null: the page is no JSON, or has no address. */
function waysOf(
  page: Page,
  { url, fetched, proven }: ProposalFacts,
): ((list: ProposedList, callback: string) => JsonWays) | null {
  if (page.kind !== 'json' || url === null || !isWeb(url)) return null;
  const facts = { url, headers: fetched?.headers, proven };
  return (list, callback) => jsonWays(page, list, callback, facts);
}

/** Next pages of the best list of a page that are guesses, with what tells whether a fetched page is one. */
export function guessesFor(
  page: Page,
  facts: ProposalFacts,
): { urls: readonly string[]; proves: (other: Page) => boolean } {
  const { url, fetched } = facts;
  if (page.kind !== 'json' || url === null || !isWeb(url)) return { urls: [], proves: () => false };
  const [list] = listsOfJson(page, new PageContext(page, facts));
  if (list === undefined) return { urls: [], proves: () => false };
  return {
    urls: guessedPages(page, list, { url, headers: fetched?.headers }),
    proves: (other) => other.kind === 'json' && hasOtherEntries(page, other, list),
  };
}

function findInTree(page: PageTree, tree: DescribedTree, context: PageContext): Findings {
  const lists = measured(page, draftLists(page, context, tree), {
    context,
    numberOf: (element) => tree.factsOf(element)?.at ?? null,
  });
  const structured = page.kind === 'html' ? readStructured(page, context, tree) : null;
  const pagination = page.kind === 'html' ? findPagination(tree, context) : null;
  const known = pagination?.known ?? [];
  const title = tree.elements.find(({ element }) => element.name === 'title')?.element;
  return {
    title: title === undefined ? '' : textOf(title).trim().slice(0, maxTitle),
    lists,
    next: nextOf(page, pagination?.next ?? []),
    pages: hrefsOf(pagination?.pages ?? []),
    known,
    total: pagination?.total ?? null,
    groups: groupLinks(page, context, { pages: new Set(known), details: detailsOf(lists) }),
    structured,
  };
}

/** Some of the URLs that the records of lists lead to. */
const detailsOf = (lists: readonly ProposedList[]): Set<string> =>
  new Set(lists.flatMap(({ detail }) => detail?.examples ?? []));

/** The links as the page writes them, each once. */
const hrefsOf = (links: readonly { href: string }[]): string[] => [
  ...new Set(links.flatMap(({ href }) => (href === '' ? [] : href))),
];

/** The ways to the next page with a selector for the best one. */
function nextOf(page: PageTree, found: readonly FoundNext[]): ProposedNext[] {
  return found.map(({ facts, href, url, why, kind, element, pattern }, index) => {
    const selector = index === 0 && facts !== null ? uniqueSelector(page.document, facts.element) : null;
    return { href, url, why, kind, selector, element, pattern };
  });
}

const measured = (
  page: Page,
  drafts: readonly ListDraft[],
  about: Parameters<typeof measureList>[2],
): ProposedList[] => drafts.slice(0, maxLists).flatMap((draft) => measureList(page, draft, about) ?? []);
