import type { PageState, Proposal } from '../../../shared/contract/types.ts';
import { textRoad } from '../../../shared/roads.ts';
import { jsonText } from '../../extract/analyze/json-text.ts';
import { scriptMadeOf } from '../../extract/analyze/script-made.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { localPart } from '../../extract/xml/xml-element.ts';
import { shorten } from '../../extract/text.ts';
import type { DescribedTree } from '../tree.ts';
import { contentFrame } from './frames.ts';
import { proseLength } from './prose.ts';
import { advice, open, openFile, render, use } from './steps.ts';
import { challengeState } from './unread.ts';
import { shellData } from './shell-data.ts';
import { wallState } from './walls.ts';

/** What was found on a page. */
export type Found = Pick<Proposal, 'title' | 'lists' | 'next' | 'structured'>;

/** What is known of a page from its fetch. */
export interface StateFacts {
  /** Whether a browser has rendered it. */
  rendered: boolean;
  /** Whether there is a browser that could. */
  canRender: boolean;
  /** The challenge that the site sent, in one sentence; null: none. */
  challenge: string | null;
}

/** A page that was read. */
export interface ReadPage {
  /** Null: it is JSON. */
  tree: DescribedTree | null;
  context: PageContext;
}

/** Whether a page in this state has something that a spider could take. */
export function holdsContent({ kind }: PageState): boolean {
  return !(
    ['cookie-wall', 'login', 'challenge', 'refused', 'empty-shell', 'pdf', 'robots', 'iframe'] as const
  ).some((other) => other === kind);
}

/** Says what a page is, and the one thing to do next. Where nothing is certain, what was found on it decides. */
export function stateOf({ tree, context }: ReadPage, found: Found, facts: StateFacts): PageState {
  if (tree === null) return jsonState(found);
  if (tree.page.kind === 'xml') return xmlState(tree, found);
  const [list] = found.lists;
  // A challenge of a page that shows a list was passed.
  if (facts.challenge !== null && list === undefined) return challengeState(facts.challenge, facts.canRender);
  if (tree.page.kind === 'html' && jsonText(tree.elements.map(({ element }) => element)) !== null)
    return {
      kind: 'json',
      title: 'This is JSON, but the site does not call it so.',
      detail: `A crawl reads it as HTML: ${textRoad}`,
      step: advice('Pick values'),
    };
  const wall = wallState(tree, { url: context.url, canRender: facts.canRender });
  if (wall !== null && !showsList(tree, found)) return wall;
  return shellState(tree, context, found, facts) ?? contentState(tree, found);
}

/** Characters of records, and their share of a page, from which a list is content and no menu. */
const minRecords = { text: 250, share: 0.2 };

/** Whether a list or a pager shows that the page has content of its own. */
function showsList(tree: DescribedTree, { lists: [list], next }: Found): boolean {
  if (next.length > 0) return true;
  const body = tree.elements.find(({ element }) => element.name === 'body');
  if (list === undefined || body === undefined) return false;
  // The text of records in a noscript element is none that the page shows, but a crawl takes it.
  const hidden = list.elements.every((at) => tree.elements[at]?.text === 0);
  const text = hidden ? JSON.stringify(list.rows).length : recordText(tree, list.elements);
  return text >= minRecords.text && text >= body.text * minRecords.share;
}

function recordText({ elements }: DescribedTree, records: readonly number[]): number {
  return records.reduce((sum, at) => sum + (elements[at]?.text ?? 0), 0);
}

/** Pages without content of their own. */
function shellState(
  tree: DescribedTree,
  context: PageContext,
  found: Found,
  { rendered, canRender }: StateFacts,
): PageState | null {
  if (found.structured !== null || showsList(tree, found)) return null;
  const frame = contentFrame(tree, context);
  if (frame !== null) {
    return {
      kind: 'iframe',
      title: 'The content of this page is in a frame.',
      detail: `The frame is a page of its own: ${shorten(frame, 120)}`,
      step: open('Open the page in the frame', frame),
    };
  }
  const made = scriptMadeOf(tree.elements.map(({ element }) => element));
  if (made === null) return null;
  if (rendered) {
    return {
      kind: 'empty-shell',
      title: 'This page is empty, even in a browser.',
      detail: 'Its content may come later, or only for people who have signed in.',
      step: openFile,
    };
  }
  const data = shellData(tree.page, context);
  const where =
    data === null
      ? 'Its data comes by requests of the script: "propose" finds them once a browser has shown the page.'
      : `Its data is in a script: css ${data.css} with json_path ${data.path} takes ${data.what} without a browser.`;
  return {
    kind: 'empty-shell',
    title: 'This page is empty without a browser.',
    detail: `Its content is made by a script: ${made.signs.join(', ')}. ${where}`,
    step: render(canRender, data === null ? null : 'the script'),
  };
}

/** Paragraphs that are an article, in characters, where the page says that it is one, and where it does not. */
const minArticle = { said: 500, unsaid: 1200 };

/** Things that pages with lists name as what the whole site is about. */
const owners: ReadonlySet<string> = new Set(['place', 'person', 'work']);

/** Confidence and records from which a list is what a page shows, unless the page says that it is an article. */
const certain = { confidence: 0.7, records: 10 };

const isCertain = (list: Found['lists'][number] | undefined): boolean =>
  list !== undefined && list.confidence >= certain.confidence && list.count >= certain.records;

/** What the page is about. */
function contentState(tree: DescribedTree, found: Found): PageState {
  const { structured, lists } = found;
  const [list] = lists;
  const isOwner = structured !== null && owners.has(structured.type) && showsList(tree, found);
  if (structured !== null && structured.type !== 'article' && !isOwner) return thingState(structured);
  const records = list?.elements ?? [];
  const isSaid = structured?.type === 'article' || saysArticle(tree);
  // Boxes with other articles stand in the text of an article; elsewhere that text describes the records around it.
  const prose = proseLength(tree, new Set(records), { between: isSaid });
  const isLong = prose >= (isSaid ? minArticle.said : minArticle.unsaid);
  const isMore = prose > recordText(tree, records) * (isSaid ? 1 : 1.5);
  if (isLong && isMore && found.next.length === 0 && (isSaid || !isCertain(list)))
    return articleState(found.title);
  if (list !== undefined) return listState(found, 'list');
  if (isSaid && prose > 0) return articleState(found.title);
  return {
    kind: 'nothing',
    title: 'No list was found on this page.',
    detail: 'Nothing on it repeats, and it does not say what it is about.',
    step: advice('Pick what you want on the page'),
  };
}

function saysArticle({ elements }: DescribedTree): boolean {
  return elements.some(
    ({ element: { name, attribs } }) =>
      name === 'meta' && attribs['property'] === 'og:type' && /article/i.test(attribs['content'] ?? ''),
  );
}

function articleState(title: string): PageState {
  return {
    kind: 'article',
    title: title === '' ? 'This is an article.' : `This is an article: "${shorten(title, 80)}".`,
    detail: 'Title, text, author and date of articles are found without selectors.',
    step: { label: 'Take articles', action: 'article', url: null },
  };
}

function thingState({ type, fields }: NonNullable<Found['structured']>): PageState {
  return {
    kind: type === 'product' ? 'product' : 'thing',
    title: `This page is about one ${type}, with ${counted(fields.length, 'field')}.`,
    detail: 'Its fields work on pages of the same kind on this site.',
    step: use(`Take the ${type}`),
  };
}

function listState({ lists: [list], next }: Found, kind: 'list' | 'json' | 'feed'): PageState {
  if (list === undefined) return { kind, title: 'A list.', detail: '', step: null };
  const [following] = next;
  const more =
    following === undefined
      ? ''
      : following.kind === 'link'
        ? 'It goes on on the next page.'
        : following.kind === 'scroll'
          ? 'It grows as the page is scrolled in a browser.'
          : 'It goes on at a button, which Spider Studio cannot press yet.';
  const details = list.detail === null ? '' : 'Each record leads to a page of its own.';
  return {
    kind,
    title: `A list of ${list.count} ${list.label} with ${counted(list.fields.length, 'field')}.`,
    detail: [more, details].filter((sentence) => sentence !== '').join(' '),
    step: use('Take the list'),
  };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function jsonState(found: Found): PageState {
  if (found.lists.length > 0) return listState(found, 'json');
  return {
    kind: 'json',
    title: 'This is JSON without a list.',
    detail: 'Its values can be taken one by one, with a path for each.',
    step: advice('Pick values'),
  };
}

function xmlState({ elements: [root] }: DescribedTree, found: Found): PageState {
  const name = localPart(root?.element.name ?? '').toLowerCase();
  const isSitemap = name === 'urlset' || name === 'sitemapindex';
  if (!isSitemap && !['rss', 'feed', 'rdf'].includes(name)) {
    if (found.lists.length > 0) return listState(found, 'list');
    return {
      kind: 'nothing',
      title: 'No list was found in this XML.',
      detail: '',
      step: advice('Pick what you want'),
    };
  }
  const [list] = found.lists;
  const what = isSitemap ? 'sitemap' : 'feed';
  return {
    kind: 'feed',
    title:
      list === undefined ? `This is a ${what}.` : `This is a ${what} of ${counted(list.count, 'record')}.`,
    detail: 'As a start URL it leads a crawl to its pages, where USE_SITEMAP is true.',
    step: list === undefined ? null : use('Take its records'),
  };
}
