import { Type } from 'typebox';
import type { Callback, FieldExtract, Rule, StartRequest } from '../../spider/schema.ts';
import type { Settings } from '../../spider/settings-schema.ts';
import { command, query } from '../define.ts';
import { Count, Id, Json, Name, nullable, OperationId, record, strictObject, stringEnum } from '../shapes.ts';
import { Language } from './common.ts';
import { DocumentSchema } from './documents.ts';
import { SavedPageSchema, WithinDomains } from './pages.ts';

/** What the values of a field are. */
export const valueTypes = ['text', 'number', 'price', 'date', 'url', 'image', 'rating', 'boolean'] as const;

/** What a page is, as far as it matters to someone who wants a spider for it. */
export const pageStates = [
  'list',
  'article',
  'product',
  'thing',
  'json',
  'feed',
  'cookie-wall',
  'login',
  'challenge',
  'refused',
  'empty-shell',
  'pdf',
  'robots',
  'iframe',
  'nothing',
] as const;

/** Schema of `ProposedField`. */
export const ProposedFieldSchema = strictObject({
  name: Type.String({ description: 'In snake_case, unique in its list.' }),
  selector: Type.String({ description: 'As the spider holds it, for example ".price::text".' }),
  language: Language,
  type: stringEnum(valueTypes, {
    description: '`boolean`: yes or no, also whether something is available.',
  }),
  filled: Type.Integer({ minimum: 0, description: 'In how many records it has a value.' }),
  samples: Type.Array(Type.String(), {
    description: 'The first 5 different values after the processors, as text.',
  }),
  raw: Type.String({ description: 'The first value before any processor.' }),
  definition: Type.Unsafe<FieldExtract>({
    type: 'object',
    description: 'The field as a spider holds it: its selector and its processors.',
  }),
});

/** Schema of `ProposedList`. */
export const ProposedListSchema = strictObject({
  selector: Type.String({
    description: 'For `iterate.selector`: it matches exactly the first node of each record.',
  }),
  language: Language,
  count: Type.Integer({ minimum: 0, description: 'Number of records.' }),
  label: Type.String({ description: 'What the records are, in the plural: "products", "jobs", "rows".' }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  fields: Type.Array(ProposedFieldSchema, { description: 'The fields that tell something, best first.' }),
  others: Type.Array(ProposedFieldSchema, { description: 'Fields that were left out as noise.' }),
  elements: Type.Array(Count, {
    description: 'Numbers of the first elements of the records, at most 2000, counted as in `MatchedNodes`.',
  }),
  rows: Type.Array(record(Json), {
    description: 'The first 10 rows, as a crawl would store them, with the values of `fields` and `others`.',
  }),
  detail: nullable(
    strictObject({
      field: Type.String({ description: 'The field with the address.' }),
      pattern: Type.String({ description: 'A regular expression that the addresses match.' }),
      count: Type.Integer({ minimum: 0, description: 'Number of different addresses.' }),
      examples: Type.Array(Type.String(), { description: 'The first addresses, absolute.' }),
    }),
    { description: 'The pages that the records lead to; null: they lead to none.' },
  ),
});

/** Schema of `ProposedNext`. */
export const ProposedNextSchema = strictObject({
  href: Type.String({ description: 'The link as the page writes it; "" for a button without one.' }),
  url: nullable(Type.String(), { description: 'The address it leads to; null: none that can be told.' }),
  why: Type.String({ description: 'Why it is taken for the next page, in a few words.' }),
  kind: stringEnum(['link', 'button', 'scroll']),
  selector: nullable(Type.String()),
  element: nullable(Count, { description: 'Number of its element.' }),
  pattern: nullable(Type.String(), {
    description: 'A regular expression for the addresses of all following pages, for `rules.allow`.',
  }),
});

/** Schema of `LinkGroup`. */
export const LinkGroupSchema = strictObject({
  pattern: Type.String({ description: 'A regular expression that the addresses match.' }),
  count: Type.Integer({ minimum: 0, description: 'Number of different addresses.' }),
  examples: Type.Array(Type.String()),
  kind: stringEnum(['detail', 'page', 'list', 'other']),
});

/** Schema of `PageState`. */
export const PageStateSchema = strictObject({
  kind: stringEnum(pageStates),
  title: Type.String({ description: 'What the page is, in one sentence.' }),
  detail: Type.String({ description: 'What that means, in one or two sentences.' }),
  step: nullable(
    strictObject({
      label: Type.String(),
      action: stringEnum(['render', 'open', 'article', 'use', 'file', 'logins', 'none']),
      url: nullable(Type.String()),
    }),
    { description: 'The one thing to do next; null: none is needed.' },
  ),
});

/** Schema of `SpiderParts`. */
export const SpiderPartsSchema = strictObject(
  {
    start_urls: Type.Array(Type.String()),
    start_requests: Type.Optional(Type.Array(Type.Unsafe<StartRequest>({ type: 'object' }))),
    allowed_domains: Type.Array(Type.String()),
    rules: Type.Array(Type.Unsafe<Rule>({ type: 'object' })),
    callbacks: record(Type.Unsafe<Callback>({ type: 'object' })),
    settings: Type.Unsafe<Settings>({ type: 'object' }),
  },
  { description: 'What a choice adds to a spider, in the words of the spider document.' },
);

/** Schema of `Choice`. */
export const ChoiceSchema = strictObject({
  id: Type.String({ description: 'For example "list-0-all", "article" or "product".' }),
  list: nullable(Count, { description: 'The position of its list in `lists`; null: it is for no list.' }),
  source: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The position of its source in `sources`; left out: it is for none.',
    }),
  ),
  scope: stringEnum(['page', 'all', 'details', 'single']),
  label: Type.String(),
  parts: SpiderPartsSchema,
  expected: strictObject(
    { pages: nullable(Count), rows: nullable(Count), seconds: nullable(Count) },
    { description: 'What a crawl would give at the pace of this site; null: this page does not tell.' },
  ),
  note: nullable(Type.String(), { description: 'What the choice cannot do, in one sentence.' }),
  sample: nullable(Type.String(), {
    description:
      'The address of a detail page that was not looked at, so that the choice takes from it what most pages have; null: none.',
  }),
});

/** Schema of `ProposedSource`. */
export const ProposedSourceSchema = strictObject({
  kind: stringEnum(['request', 'script'], {
    description:
      '`request`: an answer that the scripts of the page got; `script`: JSON in a script of the page.',
  }),
  url: Type.String({ description: 'The address of the answer, or of the page.' }),
  method: Type.String(),
  body: nullable(Type.String(), { description: 'What was sent; null: nothing.' }),
  script: nullable(Type.String(), { description: 'Selects the script; null: it is an answer.' }),
  list: ProposedListSchema,
  of: nullable(Count, {
    description:
      'Position in `lists` of what it carries; null: it carries the one thing that the page is about.',
  }),
  seen: Type.Integer({ minimum: 0, description: 'Rows of that list whose values it carries.' }),
  missing: Type.Array(Type.String(), { description: 'Fields of that list that it does not hold.' }),
  notes: Type.Array(Type.String(), { description: 'What is to be known of it, in sentences.' }),
});

/** Schema of `Proposal`. */
export const ProposalSchema = strictObject({
  url: nullable(Type.String(), { description: 'The URL of the page; null: unknown.' }),
  title: Type.String(),
  state: PageStateSchema,
  lists: Type.Array(ProposedListSchema, { description: 'Best first, at most 8.' }),
  next: Type.Array(ProposedNextSchema, { description: 'What may lead to the next page, best first.' }),
  pages: Type.Array(Type.String(), { description: 'Links to numbered pages, as the page writes them.' }),
  groups: Type.Array(LinkGroupSchema, { description: 'The links of the site by pattern.' }),
  structured: nullable(strictObject({ type: Type.String(), fields: Type.Array(ProposedFieldSchema) }), {
    description: 'What the page says about itself in structured data; null: nothing.',
  }),
  sources: Type.Array(ProposedSourceSchema, {
    description: 'JSON that carries what is seen on the page, and that can be read without a browser.',
  }),
  choices: Type.Array(ChoiceSchema, {
    description: 'What a spider could take, best first. Each was tried on this page.',
  }),
});

/** Calls that read a page and propose a spider for it. */
export const proposalCalls = {
  'pages.propose': query('Reads a saved page and proposes what a spider could take from it.', {
    executor: 'work',
    path: '/api/pages/{page}/proposal',
    args: strictObject({ page: Id }),
    result: ProposalSchema,
    errors: ['unknown-page', 'timed-out', 'cancelled'],
  }),
  'documents.propose': query('Proposes what a spider could take from a page that is not saved.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/documents/propose',
    args: strictObject({
      document: DocumentSchema,
      choice: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'A choice whose detail page is fetched and looked at, if the page is one of the web.',
        }),
      ),
    }),
    result: strictObject({
      proposal: ProposalSchema,
      notes: Type.Array(Type.String(), { description: 'Remarks on fetching the page, in sentences.' }),
    }),
    errors: [
      'unknown-project',
      'unknown-spider',
      'invalid-spider',
      'bad-url',
      'fetch-failed',
      'not-html',
      'no-browser',
      'no-proxy',
      'unknown-login',
      'login-expired',
      'unknown-choice',
    ],
  }),
  'pages.proposeDetails': command(
    'Fetches the detail page of a choice as a crawl would, saves it to the spider, and gives the choice with the fields of that page.',
    {
      executor: 'work',
      path: '/api/pages/{page}/details',
      topics: ['progress'],
      args: strictObject({
        page: Id,
        choice: Type.String({ maxLength: 200, description: 'The id of a choice that has a sample.' }),
        allowPrivate: Type.Boolean({
          description: 'Whether the call may reach loopback and private addresses.',
        }),
        withinDomains: WithinDomains,
        operation: Type.Optional(OperationId),
      }),
      result: strictObject({
        choice: ChoiceSchema,
        page: nullable(SavedPageSchema, { description: 'The detail page; null: it could not be read.' }),
        notes: Type.Array(Type.String(), { description: 'Remarks on fetching the page, in sentences.' }),
      }),
      errors: [
        'unknown-page',
        'unknown-choice',
        'outside-domains',
        'fetch-failed',
        'not-html',
        'no-browser',
        'no-proxy',
        'unknown-login',
        'login-expired',
      ],
    },
  ),
  'pages.keepSource': command(
    'Saves the answer that a source of a page is to the spider of the page, as a page of its own.',
    {
      executor: 'work',
      path: '/api/pages/{page}/source',
      args: strictObject({
        page: Id,
        source: Type.Integer({ minimum: 0, maximum: 100, description: 'Position in `sources`.' }),
      }),
      result: strictObject({
        page: nullable(SavedPageSchema, {
          description: 'The answer; null: it is not known, or is no answer.',
        }),
      }),
      errors: ['unknown-page'],
    },
  ),
  'spiders.begin': command(
    'Fetches a page as a crawl would, reads it, and creates a spider for it with the page saved. Creates nothing for a page of which no working spider can be made.',
    {
      executor: 'work',
      path: '/api/spiders/begin',
      topics: ['progress'],
      args: strictObject({
        project: Name,
        url: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 10_000,
            description: 'The address as a person types it, also without a scheme.',
          }),
        ),
        upload: Type.Optional(
          Type.String({
            ...Id,
            description: 'An uploaded file instead; `url` is then the address that it was saved from.',
          }),
        ),
        allowPrivate: Type.Boolean({
          description: 'Whether the call may reach loopback and private addresses.',
        }),
        browser: Type.Optional(
          Type.Boolean({
            description: 'Whether a browser renders it. Default: where it is empty without one.',
          }),
        ),
        anyway: Type.Optional(
          Type.Boolean({ description: 'Whether to create a spider whatever the state of the page is.' }),
        ),
        operation: Type.Optional(OperationId),
      }),
      result: strictObject({
        spider: nullable(Name, {
          description: 'The spider that was created; null: none, and the state of the proposal says why.',
        }),
        page: nullable(SavedPageSchema),
        proposal: ProposalSchema,
        notes: Type.Array(Type.String(), { description: 'Remarks on fetching the page, in sentences.' }),
      }),
      errors: [
        'bad-url',
        'fetch-failed',
        'not-html',
        'no-browser',
        'no-proxy',
        'unknown-login',
        'login-expired',
        'unknown-upload',
      ],
    },
  ),
} as const;
