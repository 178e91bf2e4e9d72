import type { Element } from 'domhandler';
import type { PageState, Proposal, ProposedList } from '../../shared/contract/types.ts';
import { analyzePage } from '../extract/analyze/analyze.ts';
import type { Page } from '../extract/page.ts';
import { PageContext } from '../extract/page-context.ts';
import { elementsBelow } from '../extract/walk.ts';
import { compose } from './compose.ts';
import type { FetchFacts } from './fetch-facts.ts';
import { draftLists } from './lists/draft-lists.ts';
import type { FieldDraft } from './measure-fields.ts';
import { measureList, type ListDraft, type Numbering } from './measure-list.ts';

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
}

const maxLists = 8;

/**
 * Reads a page and proposes what a spider could take from it. Never throws for a page that `parsePageAs` accepts.
 * @param page null: it could not be read, and the facts of its fetch say why
 */
export function propose(page: Page | null, facts: ProposalFacts): Proposal {
  const nothing = { lists: [], next: [], pages: [], groups: [], structured: null, choices: [] };
  if (page === null) return { url: facts.url, title: '', state: unreadState(facts), ...nothing };
  const context = new PageContext(page, facts);
  const numberOf = numberingOf(page);
  const analysis = analyzePage(page, facts);
  const drafts = page.kind === 'json' ? jsonDrafts(analysis) : draftLists(page, context);
  const lists = drafts
    .slice(0, maxLists)
    .flatMap((draft) => measureList(page, draft, { context, numberOf }) ?? []);
  const state = stateOf(page, lists);
  const found = { ...nothing, state, lists };
  const { url, rendered, fetched } = facts;
  const about = { url: url ?? '', rendered, durationMs: fetched?.durationMs ?? null };
  const choices = url === null ? [] : compose(page, found, about);
  return { ...found, url, title: analysis.title ?? '', choices };
}

function numberingOf(page: Page): Numbering {
  if (page.kind === 'json') return () => null;
  const numbers = new Map<Element, number>(
    elementsBelow(page.document).map((element, index) => [element, index]),
  );
  return (element) => numbers.get(element) ?? null;
}

type Analysis = ReturnType<typeof analyzePage>;

function jsonDrafts({ data }: Analysis): ListDraft[] {
  return (data?.lists ?? []).map(({ callback, fields }) => ({
    selector: callback.iterate.selector,
    label: 'entries',
    confidence: 0.5,
    fields: fields.map(({ name, path, types }): FieldDraft => ({
      name,
      type: types[0] === 'number' || types[0] === 'boolean' ? types[0] : 'text',
      definition: { json_path: path },
    })),
    others: [],
  }));
}

/** The state of a page that could not be read. */
function unreadState({ fetched }: ProposalFacts): PageState {
  const { robots = null, challenge = null, contentType = null, status = null } = fetched ?? {};
  if (robots !== null) {
    const detail = 'A crawl keeps to it, unless the setting ROBOTSTXT_OBEY says otherwise.';
    return { kind: 'robots', title: robots, detail, step: null };
  }
  if (challenge !== null) {
    return { kind: 'challenge', title: 'The site asks for a check.', detail: challenge, step: null };
  }
  if (contentType?.startsWith('application/pdf') === true) {
    return { kind: 'pdf', title: 'This is a PDF.', detail: 'Only pages can be read.', step: null };
  }
  const title = `The site refuses the page (status ${status ?? 'unknown'}).`;
  return { kind: 'refused', title, detail: 'Open the address in a browser to see why.', step: null };
}

function stateOf(page: Page, [list]: readonly ProposedList[]): PageState {
  if (list !== undefined) {
    const title = `A list of ${list.count} ${list.label} with ${list.fields.length} fields.`;
    return { kind: page.kind === 'json' ? 'json' : 'list', title, detail: '', step: null };
  }
  return {
    kind: 'nothing',
    title: 'This page holds no list.',
    detail: 'Nothing was found that repeats. Pick what you want from the page.',
    step: null,
  };
}
