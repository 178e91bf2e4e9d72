import { Type } from 'typebox';
import { query } from '../define.ts';
import { Count, Id, Json, SpiderText, nullable, record, strictObject, stringEnum } from '../shapes.ts';
import { Language } from './common.ts';

export const NodesSchema = strictObject(
  {
    total: Count,
    elements: Type.Array(Type.Integer({ minimum: 0 }), {
      description:
        'Numbers of the matched elements (the owner of a text or attribute) for the outlines: the first 2000, in document order, each once.',
    }),
    cut: Type.Boolean({ description: 'Whether there are more than were given.' }),
  },
  {
    description: 'An element’s number is its place among all elements of the page in document order, from 0.',
  },
);

export const EmptyExplanationSchema = strictObject(
  {
    steps: Type.Array(strictObject({ selector: Type.String(), matches: Count }), {
      description:
        'The longest parts of the selector from its start on, and how many nodes each still matches.',
    }),
    reason: Type.String(),
    hint: nullable(Type.String()),
  },
  { description: 'Why a selector finds nothing.' },
);

export const MatchSchema = strictObject({
  kind: stringEnum(['element', 'text', 'attribute', 'comment', 'document', 'string', 'number', 'boolean']),
  element: nullable(Type.Integer(), { description: 'Number of the element it belongs to.' }),
  value: Type.String({ description: 'What an extraction gets; its first 2000 characters.' }),
  text: Type.String({ description: 'The text inside; its first 500 characters.' }),
});

export const FieldReportSchema = strictObject({
  path: Type.String({ description: 'The field; "reviews.author" for a field inside a nested list.' }),
  depth: Type.Integer({ minimum: 0, description: '0 for a field of the callback.' }),
  language: nullable(Language),
  selector: nullable(Type.String()),
  value: nullable(Json, {
    description:
      'What a crawl would store. Cut where it is longer than 10,000 characters or 500 values: see `valueCut`. With `whole`: 200,000 characters or 20,000 values.',
  }),
  valueCut: Type.Boolean(),
  entries: nullable(Count, {
    description: 'Where the value is a list: how many entries it has, all of them.',
  }),
  matches: Type.Integer({ minimum: 0, description: 'Nodes that the selector matches, all of them.' }),
  items: nullable(Count, {
    description: 'Of a field in a nested list: in how many items it was looked for.',
  }),
  filled: nullable(Count, { description: 'And in how many of them it has a value.' }),
  steps: Type.Array(strictObject({ step: Type.String(), value: Json, entries: nullable(Count) }), {
    description:
      'The value after the selection ("select") and after each processor, cut like the value. Of a field in a nested list: those of the first item where it has a value, else of the first item.',
  }),
  samples: Type.Array(MatchSchema, { description: 'The first 20 matches.' }),
  nodes: NodesSchema,
  problem: nullable(Type.String(), {
    description: 'What went wrong, or why there is nothing: one sentence.',
  }),
  empty: nullable(EmptyExplanationSchema, {
    description: 'Where nothing matches: how far the selector gets.',
  }),
});

const Timing = {
  parsed: Type.Boolean({ description: 'Whether the page had to be parsed for this; else it was at hand.' }),
  elapsedMs: Type.Number({ description: 'In the worker.' }),
};

export const ArticleSchema = strictObject({
  title: nullable(Type.String()),
  content: nullable(Type.String()),
  author: nullable(Type.String()),
  published_date: nullable(Type.String()),
  metadata: record(Json),
});

export const StrategySchema = strictObject({
  strategy: Type.String(),
  used: Type.Boolean({ description: 'Whether it is in EXTRACTOR_ORDER.' }),
  wins: Type.Boolean({ description: 'Whether a crawl would take its article.' }),
  article: nullable(ArticleSchema),
  reason: nullable(Type.String(), { description: 'Why it did not succeed.' }),
  elapsedMs: Type.Number(),
});

export const PageLinkSchema = strictObject({
  url: Type.String(),
  text: Type.String(),
  element: nullable(Type.Integer(), { description: 'Number of the first element that holds it.' }),
  decision: stringEnum(['extract', 'follow', 'dropped']),
  rule: nullable(Type.Integer(), { description: 'The rule that decided, from 0.' }),
  callback: nullable(Type.String()),
  pattern: nullable(Type.String(), { description: 'The pattern that decided.' }),
  code: nullable(Type.String(), { description: 'Why it is dropped, for programs.' }),
  reason: Type.String({ description: 'One sentence.' }),
});

export const PageLinksSchema = strictObject({
  links: Type.Array(PageLinkSchema, { description: 'In the order of the page; at most 5000.' }),
  total: Count,
  byRule: Type.Array(
    strictObject({
      rule: Type.Integer(),
      callback: nullable(Type.String()),
      follow: Type.Boolean(),
      links: Count,
    }),
  ),
  dropped: Type.Array(strictObject({ code: Type.String(), reason: Type.String(), links: Count })),
  problems: Type.Array(Type.String()),
  ...Timing,
});

export const SuggestionSchema = strictObject({
  language: Language,
  selector: Type.String(),
  matches: Type.Integer({ minimum: 0, description: 'How many nodes it matches.' }),
  value: nullable(Type.String(), { description: 'What the first match gives; its first 200 characters.' }),
  kind: stringEnum(['text', 'markup', 'attribute', 'list'], {
    description: '`list`: it matches the alike elements too.',
  }),
  why: Type.String({ description: 'A few words for people.' }),
});

export const ElementSchema = strictObject({
  element: Type.Integer({ minimum: 0 }),
  tag: Type.String(),
  attributes: Type.Array(strictObject({ name: Type.String(), value: Type.String() })),
  text: Type.String({ description: 'What a reader sees inside; its first 500 characters.' }),
  ancestors: Type.Array(strictObject({ element: Type.Integer({ minimum: 0 }), label: Type.String() }), {
    description: 'From the outermost on, for a path to click on: "div.product".',
  }),
});

/** What a page holds. */
export const AnalysisSchema = strictObject({
  title: nullable(Type.String()),
  language: nullable(Type.String()),
  headings: Type.Array(strictObject({ level: Type.Integer(), text: Type.String(), selector: Type.String() })),
  containers: Type.Array(
    strictObject({ selector: Type.String(), textLength: Count, preview: Type.String() }),
  ),
  dates: Type.Array(
    strictObject({ text: Type.String(), selector: Type.String(), date: nullable(Type.String()) }),
  ),
  authors: Type.Array(strictObject({ text: Type.String(), selector: Type.String() })),
  jsonLd: Type.Array(strictObject({ types: Type.Array(Type.String()), fields: record(Type.String()) })),
  meta: record(Type.String()),
  repeated: Type.Array(
    strictObject({
      selector: Type.String(),
      count: Count,
      fields: Type.Array(
        strictObject({
          name: Type.String(),
          selector: Type.String(),
          sample: Type.String(),
          count: Count,
        }),
      ),
    }),
  ),
  links: strictObject({
    total: Count,
    internal: nullable(Count),
    external: nullable(Count),
    nofollow: Count,
  }),
  suggested: record(Type.String(), { description: 'Selectors for CUSTOM_SELECTORS.' }),
  notes: Type.Array(Type.String()),
});

const Selector = Type.String({ minLength: 1, maxLength: 20_000 });
const PageAndText = { page: Id, text: SpiderText };
const expected = ['unknown-page', 'timed-out', 'cancelled'] as const;

export const testerCalls = {
  'tester.callback': query(
    'Runs a callback of a text on a saved page by the code of a crawl: every field with how it came about. The text may be invalid elsewhere.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/pages/{page}/callback',
      args: strictObject({
        ...PageAndText,
        callback: Type.String({ minLength: 1, maxLength: 500 }),
        fields: Type.Optional(
          Type.Array(Type.String({ maxLength: 2000 }), {
            description: 'Only these fields of the callback (by their outermost name); left out: all.',
          }),
        ),
        whole: Type.Optional(
          Type.Boolean({ description: 'Whether values are wanted as whole as they can be.' }),
        ),
      }),
      result: strictObject({
        callback: Type.String(),
        fields: Type.Array(FieldReportSchema, {
          description: 'In the order of the text; inner fields after their list.',
        }),
        problems: Type.Array(strictObject({ field: Type.String(), message: Type.String() })),
        ...Timing,
      }),
      errors: [...expected, 'unknown-callback', 'invalid-spider'],
    },
  ),
  'tester.selector': query('What one selector matches on a saved page.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/selector',
    args: strictObject({
      page: Id,
      language: Language,
      selector: Selector,
      within: Type.Optional(
        nullable(Selector, { description: 'CSS selector of the items of a nested list to look in.' }),
      ),
    }),
    result: strictObject({
      matches: Count,
      samples: Type.Array(MatchSchema, { description: 'The first 100 matches.' }),
      nodes: NodesSchema,
      problem: nullable(Type.String(), { description: 'Why it could not be read or evaluated: a sentence.' }),
      hint: nullable(Type.String()),
      empty: nullable(EmptyExplanationSchema),
      ...Timing,
    }),
    errors: expected,
  }),
  'tester.article': query('What every article strategy makes of a saved page, side by side.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/article',
    args: strictObject(PageAndText),
    result: strictObject({ strategies: Type.Array(StrategySchema), ...Timing }),
    errors: expected,
  }),
  'tester.links': query('The links of a saved page, and what the rules of a text make of each.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/links',
    args: strictObject(PageAndText),
    result: PageLinksSchema,
    errors: [...expected, 'invalid-spider'],
  }),
  'tester.given': query('Which callback a crawl with a text would run on a saved page, by its address.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/decision',
    args: strictObject(PageAndText),
    result: strictObject({
      url: nullable(Type.String(), {
        description: 'The address of the page; null: not known, so no rule can be asked.',
      }),
      callback: nullable(Type.String(), { description: 'null: none.' }),
      reason: Type.String({ description: 'What the rules make of the address, in sentences.' }),
    }),
    errors: [...expected, 'invalid-spider'],
  }),
  'tester.suggest': query('Selectors for an element that was picked on the page.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/suggestions',
    args: strictObject({
      page: Id,
      element: Count,
      within: Type.Optional(
        nullable(Selector, {
          description: 'CSS selector of the items of a nested list: relative selectors.',
        }),
      ),
    }),
    result: strictObject({ element: ElementSchema, suggestions: Type.Array(SuggestionSchema), ...Timing }),
    errors: [...expected, 'unknown-element'],
  }),
  'tester.find': query('Elements and attributes that hold a text, with selectors.', {
    executor: 'work',
    path: '/api/pages/{page}/find',
    args: strictObject({ page: Id, text: Type.String({ minLength: 1, maxLength: 2000 }) }),
    result: strictObject({
      found: Type.Array(
        strictObject({
          selector: Type.String(),
          tag: Type.String(),
          attribute: nullable(Type.String()),
          text: Type.String(),
          element: nullable(Type.Integer()),
        }),
      ),
      ...Timing,
    }),
    errors: expected,
  }),
  'tester.analyze': query('What a saved page holds, and selectors for it.', {
    executor: 'work',
    path: '/api/pages/{page}/analysis',
    args: strictObject({ page: Id }),
    result: strictObject({ ...AnalysisSchema.properties, ...Timing }),
    errors: expected,
  }),
} as const;
