import { Type } from 'typebox';
import { query } from '../define.ts';
import { Count, Json, Name, SpiderText, nullable, record, strictObject } from '../shapes.ts';
import { Language } from './common.ts';
import { AnalysisSchema } from './tester.ts';

/** A page that is not saved: its content, or its address. */
export const DocumentSchema = Type.Union([
  strictObject({
    kind: Type.Literal('content'),
    name: Type.String({ maxLength: 4000, description: 'Names the page in messages.' }),
    data: Type.String({
      maxLength: 90_000_000,
      description: 'Base64 of the bytes, in whichever character set.',
    }),
    url: nullable(Type.String({ maxLength: 10_000 }), { description: 'Where it was saved from.' }),
  }),
  strictObject({
    kind: Type.Literal('address'),
    url: Type.String({ minLength: 1, maxLength: 10_000 }),
    project: Type.String({ minLength: 1, maxLength: 255, description: 'Whose proxies are used.' }),
    spider: nullable(SpiderText, { description: 'Whose settings it is fetched with; null: the defaults.' }),
    allowPrivate: Type.Boolean(),
    browser: nullable(Type.Boolean(), {
      description: 'Whether a browser renders it; null: as the settings have it.',
    }),
  }),
]);

/** What went less than well when the page was fetched. */
const Fetched = { notes: Type.Array(Type.String(), { description: 'Of fetching it, in sentences.' }) };

export const SelectionSchema = strictObject({
  count: Count,
  matches: Type.Array(
    strictObject({
      text: Type.String(),
      html: Type.String({ description: 'Of an element; else empty.' }),
      value: Type.String({ description: 'What an extraction gets.' }),
    }),
    { description: 'All of them, in document order.' },
  ),
});

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
  strategies: Type.Array(
    Type.Object({ strategy: Type.String(), article: Json, reason: nullable(Type.String()) }),
    { description: 'The article strategies that were tried; none for a callback of the spider.' },
  ),
});

const DocumentErrors = [
  'bad-url',
  'not-html',
  'fetch-failed',
  'no-browser',
  'no-proxy',
  'cancelled',
] as const;

export const documentCalls = {
  'documents.analyze': query('What a page holds that is not saved, and selectors for it.', {
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
      file: Type.String({ maxLength: 4000, description: 'Names the spider in messages.' }),
      callback: Name,
    }),
    result: strictObject({ extraction: ExtractionSchema, ...Fetched }),
    errors: [...DocumentErrors, 'invalid-spider', 'unknown-callback'],
  }),
  'documents.find': query('Elements and attributes of a page that is not saved that hold a text.', {
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
