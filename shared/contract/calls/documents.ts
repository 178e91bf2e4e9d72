import { Type } from 'typebox';
import { query } from '../define.ts';
import { Count, Json, Name, SpiderText, nullable, record, strictObject } from '../shapes.ts';
import { Language } from './common.ts';
import { WhyEmptySchema } from './tester.ts';
import { AnalysisSchema } from './tester.ts';

/** Schema of `PageDocument`. */
export const DocumentSchema = Type.Union([
  strictObject({
    kind: Type.Literal('content'),
    name: Type.String({ maxLength: 4000, description: 'How messages name the page.' }),
    data: Type.String({
      maxLength: 90_000_000,
      description: 'The bytes as Base64, in any character set.',
    }),
    url: nullable(Type.String({ maxLength: 10_000 }), {
      description: 'The URL it was saved from; null: unknown.',
    }),
  }),
  strictObject({
    kind: Type.Literal('address'),
    url: Type.String({ minLength: 1, maxLength: 10_000 }),
    project: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The project whose proxies are used.',
    }),
    spider: nullable(SpiderText, { description: 'The spider whose settings apply; null: the defaults.' }),
    allowPrivate: Type.Boolean(),
    browser: nullable(Type.Boolean(), {
      description: 'Whether a browser renders it; null: the settings decide.',
    }),
  }),
]);

/** Remarks on fetching the page. */
const Fetched = {
  notes: Type.Array(Type.String(), { description: 'Remarks on fetching the page, in sentences.' }),
};

/** Schema of `Selection`. */
export const SelectionSchema = strictObject({
  count: Count,
  matches: Type.Array(
    strictObject({
      text: Type.String(),
      html: Type.String({ description: 'Markup of an element; empty for other nodes.' }),
      value: Type.String({ description: 'The value that an extraction gets.' }),
    }),
    { description: 'All matches, in document order.' },
  ),
  why: Type.Optional(WhyEmptySchema),
});

/** Schema of `Extraction`. `item` is null where nothing was extracted; `fields` holds the fields by name. */
export const ExtractionSchema = strictObject({
  item: nullable(record(Json)),
  fields: record(
    strictObject({
      value: Json,
      count: Count,
      steps: Type.Array(strictObject({ step: Type.String(), value: Json })),
      problem: nullable(Type.String()),
    }),
  ),
  rows: nullable(
    Type.Array(
      strictObject({
        values: record(Json),
        problems: Type.Array(strictObject({ field: Type.String(), message: Type.String() })),
        url: nullable(Type.String(), { description: 'The address that it leads to; null: none.' }),
        reason: nullable(Type.String(), {
          description: 'Why a crawl does not follow that address, in one sentence; null: it does.',
        }),
      }),
    ),
    {
      description:
        'The rows of a callback that has them; `item` and `fields` are then empty. null: it makes one item.',
    },
  ),
  strategies: Type.Array(
    Type.Object({ strategy: Type.String(), article: Json, reason: nullable(Type.String()) }),
    { description: 'The article strategies that were tried; empty for a callback of the spider.' },
  ),
});

const DocumentErrors = [
  'unknown-project',
  'unknown-spider',
  'invalid-spider',
  'bad-url',
  'not-html',
  'fetch-failed',
  'no-browser',
  'no-proxy',
  'unknown-login',
  'login-expired',
  'cancelled',
] as const;

/** Calls about pages that are not saved. They store nothing. */
export const documentCalls = {
  'documents.analyze': query('Analyzes a page that is not saved, and proposes selectors.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/documents/analyze',
    args: strictObject({ document: DocumentSchema }),
    result: strictObject({ analysis: AnalysisSchema, ...Fetched }),
    errors: DocumentErrors,
  }),
  'documents.select': query('What a selector matches on a page that is not saved.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/documents/select',
    args: strictObject({
      document: DocumentSchema,
      language: Language,
      selector: Type.String({ maxLength: 20_000 }),
    }),
    result: strictObject({ selection: SelectionSchema, ...Fetched }),
    errors: [...DocumentErrors, 'invalid-selector'],
  }),
  'documents.extract': query('What a callback extracts from a page that is not saved, as a crawl would.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/documents/extract',
    args: strictObject({
      document: DocumentSchema,
      text: SpiderText,
      file: Type.String({ maxLength: 4000, description: 'How messages name the spider.' }),
      callback: Name,
    }),
    result: strictObject({ extraction: ExtractionSchema, ...Fetched }),
    errors: [...DocumentErrors, 'unknown-callback'],
  }),
  'documents.find': query('Finds the elements and attributes of an unsaved page that contain a text.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/documents/find',
    args: strictObject({ document: DocumentSchema, text: Type.String({ minLength: 1, maxLength: 2000 }) }),
    result: strictObject({
      found: Type.Array(
        strictObject({
          selector: Type.String(),
          tag: Type.String(),
          attribute: nullable(Type.String()),
          text: Type.String(),
        }),
      ),
      ...Fetched,
    }),
    errors: DocumentErrors,
  }),
} as const;
