import { Type } from 'typebox';
import { command } from '../define.ts';
import { Json, SpiderRef, Time, nullable, record, strictObject } from '../shapes.ts';
import { RunArgs, VersionRef } from './common.ts';

/** Schema of an item that a page has given. The keys are those of the JSON export. */
export const ScrapedItemSchema = strictObject({
  title: nullable(Type.String()),
  content: nullable(Type.String()),
  author: nullable(Type.String()),
  published_date: nullable(Type.String()),
  metadata: record(Json, { description: 'The other fields of the callback.' }),
  problems: Type.Array(strictObject({ field: Type.String(), message: Type.String() })),
});

/** Schema of `ScrapedPage`. */
export const ScrapedPageSchema = strictObject({
  url: Type.String({ description: 'The address after redirects.' }),
  title: nullable(Type.String(), { description: 'Of the first item, as the four values below it.' }),
  content: nullable(Type.String()),
  author: nullable(Type.String()),
  date: nullable(Type.String()),
  metadata: record(Json),
  items: Type.Array(ScrapedItemSchema, { description: 'All that the page gives; rows are an item each.' }),
  callback: nullable(Type.String(), { description: 'What took the page; null: nothing did.' }),
  reason: Type.String({
    description: 'Why that, in one sentence; of a page without items, why it has none.',
  }),
  rendered: Type.Boolean({ description: 'Whether a browser has shown the page.' }),
  fetchedAt: Time,
  notes: Type.Array(Type.String(), { description: 'Remarks on fetching the page, in sentences.' }),
});

/** Calls that take one page at once. */
export const scrapeCalls = {
  'scrape.page': command(
    'Fetches one page as a crawl of the spider would, and returns what it takes from it. Nothing is stored.',
    {
      executor: 'work',
      path: '/api/scrape',
      args: strictObject({
        ...SpiderRef,
        url: Type.String({ minLength: 1, maxLength: 10_000 }),
        version: Type.Optional({ ...VersionRef, description: 'Default: the newest version.' }),
        callback: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'What is to take the page. Default: what takes it in a crawl.',
          }),
        ),
        args: Type.Optional(RunArgs),
        allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
        timeoutMs: Type.Optional(
          Type.Integer({
            minimum: 100,
            maximum: 120_000,
            description: 'The most time for all of it, in milliseconds. Default: 30,000.',
          }),
        ),
      }),
      result: ScrapedPageSchema,
      errors: [
        'unknown-spider',
        'unknown-version',
        'unknown-callback',
        'invalid-spider',
        'bad-run-args',
        'bad-url',
        'outside-domains',
        'not-allowed',
        'fetch-failed',
        'not-html',
        'login-expired',
        'no-proxy',
        'no-browser',
        'timed-out',
      ],
    },
  ),
};
