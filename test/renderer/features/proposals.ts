import type { CallValue } from '../../../shared/contract/index.ts';
import type { Proposal, SavedPage } from '../../../shared/contract/types.ts';

/** What a page is, where there is one thing to do next. */
export const stateOf = (
  kind: Proposal['state']['kind'],
  title: string,
  step: Proposal['state']['step'],
): Proposal['state'] => ({ kind, title, detail: 'What that means.', step });

/** A proposal that offers nothing. */
export const proposalOf = (state: Proposal['state'], more: Partial<Proposal> = {}): Proposal => ({
  url: 'https://harbour.example/deck',
  title: 'Deck',
  state,
  lists: [],
  next: [],
  pages: [],
  groups: [],
  structured: null,
  sources: [],
  choices: [],
  ...more,
});

/** Every kind of page that needs a step, with its step. */
export const states: readonly (readonly [
  Proposal['state']['kind'],
  NonNullable<Proposal['state']['step']>,
])[] = [
  ['cookie-wall', { label: 'Use a saved file', action: 'file', url: null }],
  ['login', { label: 'Log in to the site', action: 'logins', url: null }],
  ['challenge', { label: 'Render it in a browser', action: 'render', url: null }],
  ['refused', { label: 'Open the first page', action: 'open', url: 'https://harbour.example/' }],
  ['empty-shell', { label: 'Render it in a browser', action: 'render', url: null }],
  ['pdf', { label: 'Open the page that links to it', action: 'open', url: 'https://harbour.example/docs' }],
  ['robots', { label: 'Ask the owner of the site', action: 'none', url: null }],
  ['iframe', { label: 'Open the frame', action: 'open', url: 'https://harbour.example/frame' }],
  ['nothing', { label: 'Build it by hand', action: 'use', url: null }],
];

const fields = (names: readonly string[]): Proposal['lists'][number]['fields'] =>
  names.map((name) => ({
    name,
    selector: `.${name}::text`,
    language: 'css',
    type: 'text',
    filled: 2,
    samples: [`${name} one`, `${name} two`],
    raw: `${name} one`,
    definition: { css: `.${name}::text` },
  }));

const listOf = (label: string, elements: number[], names: readonly string[]): Proposal['lists'][number] => ({
  selector: `.${label}`,
  language: 'css',
  count: elements.length,
  label,
  confidence: 0.9,
  fields: fields(names),
  others: [],
  elements,
  rows: elements.map((_, index) => Object.fromEntries(names.map((name) => [name, `${name} ${index}`]))),
  detail: null,
});

const choiceOf = (
  list: number,
  scope: 'page' | 'all',
  label: string,
  callback: string,
): Proposal['choices'][number] => ({
  id: `list-${list}-${scope}`,
  list,
  scope,
  label,
  parts: {
    start_urls: ['https://harbour.example/deck'],
    allowed_domains: ['harbour.example'],
    rules: [],
    callbacks: { [callback]: { extract: { title: { css: 'h3::text' } } } },
    settings: {},
  },
  expected: { pages: scope === 'all' ? 18 : 1, rows: scope === 'all' ? 432 : 24, seconds: 10 },
  note: null,
  sample: null,
});

/** A page with a list of products, which goes on, and a list of articles. */
export const twoLists: Proposal = proposalOf(stateOf('list', 'A list of 3 products.', null), {
  lists: [listOf('products', [4, 8, 12], ['title', 'price']), listOf('articles', [20, 24], ['headline'])],
  next: [
    {
      href: '?page=2',
      url: 'https://harbour.example/deck?page=2',
      why: 'It says "Next".',
      kind: 'link',
      selector: 'a.next',
      element: 30,
      pattern: 'page=',
    },
  ],
  groups: [{ pattern: '/item/', count: 3, examples: ['https://harbour.example/item/1'], kind: 'detail' }],
  choices: [
    choiceOf(0, 'page', 'Only this page', 'parse_page'),
    choiceOf(0, 'all', 'The whole list', 'parse_all'),
    choiceOf(1, 'page', 'Only this page', 'parse_articles'),
  ],
});

/** A saved page. */
export const savedPage: SavedPage = {
  id: 'p1',
  title: 'Deck',
  url: 'https://harbour.example/deck',
  kind: 'html',
  source: 'url',
  run: null,
  bytes: 1000,
  encoding: 'utf-8',
  icon: null,
  addedAt: '2026-11-23T08:00:00.000Z',
};

/** The answer to a page that was read. */
export const begun = (state: Proposal['state'], spider: string | null): CallValue<'spiders.begin'> => ({
  spider,
  page: null,
  proposal: proposalOf(state),
  notes: [],
});
