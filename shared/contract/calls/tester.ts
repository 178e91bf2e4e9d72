import { Type } from 'typebox';
import type { FieldExtract } from '../../spider/schema.ts';
import { query } from '../define.ts';
import { Count, Id, Json, SpiderText, nullable, record, strictObject, stringEnum } from '../shapes.ts';
import { Language } from './common.ts';

/** Schema of `MatchedNodes`. */
export const NodesSchema = strictObject(
  {
    total: Count,
    elements: Type.Array(Type.Integer({ minimum: 0 }), {
      description:
        'Numbers of the matched elements or JSON values, or of the elements that own a matched text or attribute: the first 2000, in document order, each once.',
    }),
    cut: Type.Boolean({ description: 'Whether the list is incomplete.' }),
  },
  {
    description:
      'The number of an element is its position among all elements of the page in document order, from 0; that of a JSON value its position among all values, where the page itself is 0.',
  },
);

/** Schema of `WhyEmpty`. */
export const WhyEmptySchema = strictObject(
  {
    line: Type.String({ description: 'What is wrong, and what would match, in one line.' }),
    fix: nullable(
      strictObject({
        label: Type.String({ description: 'What the change does, for a button.' }),
        language: Language,
        selector: Type.String({ description: 'Takes the place of the selector; it gives something here.' }),
      }),
      { description: 'The change that mends it; null: none is known.' },
    ),
    steps: Type.Array(strictObject({ selector: Type.String(), matches: Count }), {
      description: 'Ever longer beginnings of the selector, with the number of nodes that each matches.',
    }),
  },
  { description: 'Why a selector or a field gives nothing.' },
);

/** Schema of `SelectorMatch`. `element` is null for a value that belongs to no element, such as a number. */
export const MatchSchema = strictObject({
  kind: stringEnum(
    ['element', 'text', 'attribute', 'comment', 'document', 'string', 'number', 'boolean', 'value'],
    { description: '`value`: a JSON value.' },
  ),
  element: nullable(Type.Integer(), {
    description: 'Number of the element it belongs to, or of the JSON value.',
  }),
  path: nullable(Type.String(), {
    description: 'The normalized path of a JSON value (RFC 9535); null: it is none.',
  }),
  value: Type.String({
    description:
      'The value that an extraction gets, cut after 2000 characters; of a JSON value other than a text its JSON.',
  }),
  text: Type.String({ description: 'The text inside, cut after 500 characters.' }),
});

/** Schema of `FieldReport`. */
export const FieldReportSchema = strictObject({
  path: Type.String({ description: 'The field; "reviews.author" for a field inside a nested list.' }),
  depth: Type.Integer({ minimum: 0, description: '0 for a field of the callback.' }),
  language: nullable(Language),
  selector: nullable(Type.String()),
  value: nullable(Json, {
    description:
      'The value that a crawl would store, cut after 10,000 characters or 500 values (with `whole`: 200,000 characters or 20,000 values); `valueCut` says whether it was.',
  }),
  valueCut: Type.Boolean(),
  entries: nullable(Count, {
    description: 'Number of entries of a list, before the cut; null: not a list.',
  }),
  matches: Type.Integer({ minimum: 0, description: 'Number of all nodes that the selector matches.' }),
  items: nullable(Count, {
    description: 'For a field of a row or of a nested list: in how many rows or items it was evaluated.',
  }),
  filled: nullable(Count, {
    description: 'For a field of a row or of a nested list: in how many of them it is filled.',
  }),
  steps: Type.Array(strictObject({ step: Type.String(), value: Json, entries: nullable(Count) }), {
    description:
      'The value after the selection ("select") and after each processor, cut like `value`. For a field of a row or of a nested list: the steps in the first of them where it is filled, or in the first.',
  }),
  samples: Type.Array(MatchSchema, { description: 'The first 20 matches.' }),
  nodes: NodesSchema,
  problem: nullable(Type.String(), {
    description: 'What went wrong, or why the field is empty, in one sentence.',
  }),
  empty: nullable(WhyEmptySchema, {
    description: 'Why it is empty; null: it is not, or this is not known.',
  }),
});

const FieldProblems = Type.Array(strictObject({ field: Type.String(), message: Type.String() }));

/** Schema of `TestedRow`. */
export const TestedRowSchema = strictObject({
  element: nullable(Type.Integer(), { description: 'Number of its element; null: it is none.' }),
  values: record(Json, {
    description:
      'By field, as a crawl would store them; each is cut after 2000 characters or 200 values inside.',
  }),
  cut: Type.Boolean({ description: 'Whether values were cut.' }),
  problems: FieldProblems,
  empty: record(Type.String(), { description: 'Why fields of it are empty, in one sentence each.' }),
  follow: nullable(
    strictObject({
      url: nullable(Type.String(), { description: 'The address that the row leads to; null: none.' }),
      reason: nullable(Type.String(), {
        description: 'Why a crawl does not follow it, in one sentence; null: it does.',
      }),
    }),
    { description: 'null: the row is an item.' },
  ),
});

/** Schema of `RowsReport`. */
export const RowsReportSchema = strictObject(
  {
    language: Language,
    selector: Type.String(),
    total: Count,
    rows: Type.Array(TestedRowSchema, {
      description: 'The first 500, or fewer where their values are long.',
    }),
    fromUrl: Type.Array(Type.String(), {
      description: 'The fields that come from the URL of the page. They are part of every row.',
    }),
    follow: nullable(
      strictObject({
        callback: Type.String(),
        followed: Type.Integer({
          minimum: 0,
          description: 'Number of rows with an address that is followed.',
        }),
        reasons: Type.Array(strictObject({ reason: Type.String(), rows: Count }), {
          description: 'Why the others are not followed, most frequent first.',
        }),
      }),
      { description: 'Where the rows lead; null: each is an item.' },
    ),
    nodes: NodesSchema,
    problem: nullable(Type.String(), { description: 'Why there are no rows, in one sentence.' }),
    empty: nullable(WhyEmptySchema, { description: 'Why there are no rows; null: there are some.' }),
  },
  { description: 'The rows of a page.' },
);

/** How long a test took. */
export const Timing = {
  parsed: Type.Boolean({
    description: 'Whether the page was parsed for this call rather than taken from the cache.',
  }),
  elapsedMs: Type.Number({ description: 'Time spent in the worker, in milliseconds.' }),
};

/** An article that a strategy found. `published_date` is ISO 8601, or the text of the page where it is no date. */
export const ArticleSchema = strictObject({
  title: nullable(Type.String()),
  content: nullable(Type.String()),
  author: nullable(Type.String()),
  published_date: nullable(Type.String()),
  metadata: record(Json),
});

/** Schema of `ArticleStrategy`. */
export const StrategySchema = strictObject({
  strategy: Type.String(),
  used: Type.Boolean({ description: 'Whether it is in EXTRACTOR_ORDER.' }),
  wins: Type.Boolean({ description: 'Whether a crawl would use its article.' }),
  article: nullable(ArticleSchema),
  reason: nullable(Type.String(), { description: 'Why it failed; null: it succeeded.' }),
  elapsedMs: Type.Number(),
});

/** Schema of `PageLink`. */
export const PageLinkSchema = strictObject({
  url: Type.String(),
  text: Type.String(),
  element: nullable(Type.Integer(), { description: 'Number of the first element with this link.' }),
  decision: stringEnum(['extract', 'follow', 'dropped']),
  rule: nullable(Type.Integer(), { description: 'The rule that decided, from 0.' }),
  callback: nullable(Type.String()),
  pattern: nullable(Type.String(), { description: 'The pattern that decided.' }),
  code: nullable(Type.String(), { description: 'Why it is dropped, as a code for programs.' }),
  reason: Type.String({ description: 'Why, in one sentence.' }),
});

/** The links of a page, and how many of them each rule takes and each reason drops. */
export const PageLinksSchema = strictObject({
  links: Type.Array(PageLinkSchema, { description: 'In document order; at most 5000.' }),
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
  near: Type.Array(
    strictObject({
      rule: Type.Integer({ description: 'From 0.' }),
      pattern: Type.String(),
      better: Type.String({ description: 'A pattern that matches links and differs little.' }),
      line: Type.String({ description: 'What is wrong, in one line.' }),
    }),
    { description: 'Allow patterns that match no link of the page, but nearly do.' },
  ),
  ...Timing,
});

/** A value of a JSON page, or a member of the entries of a list. */
const JsonFieldSchema = strictObject({
  name: Type.String(),
  path: Type.String({ description: 'A JSONPath, from the page or from the entry.' }),
  types: Type.Array(Type.String(), { description: '"text", "number", "boolean", "list" or "object".' }),
  sample: Type.String(),
  count: Count,
});

/** Schema of `PageAnalysis`. */
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
          selector: Type.String({ description: 'Relative to the record: CSS or XPath.' }),
          sample: Type.String(),
          count: Count,
        }),
      ),
      callback: strictObject(
        {
          iterate: strictObject({ selector: Type.String() }),
          extract: record(Type.Unsafe<FieldExtract>({ type: 'object' })),
        },
        { description: 'A callback that makes each of them an item.' },
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
  data: nullable(
    strictObject({
      lists: Type.Array(
        strictObject({
          path: Type.String({ description: 'A JSONPath that selects the entries.' }),
          count: Count,
          fields: Type.Array(JsonFieldSchema),
          callback: strictObject(
            {
              iterate: strictObject({ selector: Type.String() }),
              extract: record(strictObject({ json_path: Type.String() })),
            },
            { description: 'A callback that makes each of them an item.' },
          ),
        }),
        { description: 'Lists of objects, longest first.' },
      ),
      values: Type.Array(JsonFieldSchema, { description: 'Values outside of lists.' }),
    }),
    { description: 'What a JSON page holds; null for another page.' },
  ),
  notes: Type.Array(Type.String()),
});

/** Why a saved page is not what a run would see. */
export const Unacted = nullable(Type.String(), {
  description:
    'Why the page is not what a run would see after BROWSER_ACTIONS and PAGINATED_LISTINGS, in one sentence; null: it is.',
});

/** The text of a selector. */
export const Selector = Type.String({ minLength: 1, maxLength: 20_000 });
const PageAndText = { page: Id, text: SpiderText };
const expected = ['unknown-page', 'timed-out', 'cancelled'] as const;

/** Calls that try selectors, callbacks and rules on a saved page. They change nothing. */
export const testerCalls = {
  'tester.callback': query(
    'Runs a callback on a saved page as a crawl would, and reports how each field got its value. Other parts of the text may be invalid.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/pages/{page}/callback',
      args: strictObject({
        ...PageAndText,
        callback: Type.String({ minLength: 1, maxLength: 500 }),
        fields: Type.Optional(
          Type.Array(Type.String({ maxLength: 2000 }), {
            description: 'Only these top-level fields of the callback. Default: all.',
          }),
        ),
        whole: Type.Optional(
          Type.Boolean({ description: 'Whether to return long values with the larger limits.' }),
        ),
      }),
      result: strictObject({
        callback: Type.String(),
        refused: nullable(Type.String(), {
          description: 'Why a crawl extracts nothing from such a page with this callback; null: it does.',
        }),
        fields: Type.Array(FieldReportSchema, {
          description: 'In text order; inner fields follow their list.',
        }),
        problems: FieldProblems,
        rows: nullable(RowsReportSchema, { description: 'null: the callback makes one item of the page.' }),
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
        nullable(Selector, {
          description:
            'Selector of the items of a nested list or of rows to search in: CSS, XPath after "/", "./" or "(", or JSONPath after "$".',
        }),
      ),
    }),
    result: strictObject({
      matches: Count,
      samples: Type.Array(MatchSchema, { description: 'The first 100 matches.' }),
      nodes: NodesSchema,
      problem: nullable(Type.String(), {
        description: 'Why it cannot be read or evaluated, in one sentence.',
      }),
      hint: nullable(Type.String()),
      empty: nullable(WhyEmptySchema),
      ...Timing,
    }),
    errors: expected,
  }),
  'tester.article': query('The results of all article strategies for a saved page.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/article',
    args: strictObject(PageAndText),
    result: strictObject({ strategies: Type.Array(StrategySchema), ...Timing }),
    errors: [...expected, 'invalid-spider'],
  }),
  'tester.links': query('The links of a saved page, and what the rules decide about each.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/links',
    args: strictObject(PageAndText),
    result: PageLinksSchema,
    errors: [...expected, 'invalid-spider'],
  }),
  'tester.given': query('Which callback a crawl would run on a saved page, by its URL.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/decision',
    args: strictObject(PageAndText),
    result: strictObject({
      url: nullable(Type.String(), {
        description: 'The URL of the page; null: unknown, so no rule applies.',
      }),
      callback: nullable(Type.String(), { description: 'null: none.' }),
      reason: Type.String({ description: 'What the rules decide about the URL, in sentences.' }),
      unacted: Unacted,
    }),
    errors: [...expected, 'invalid-spider'],
  }),
  'tester.analyze': query('Analyzes a saved page and proposes selectors.', {
    executor: 'work',
    path: '/api/pages/{page}/analysis',
    args: strictObject({ page: Id }),
    result: strictObject({ ...AnalysisSchema.properties, ...Timing }),
    errors: expected,
  }),
} as const;
