import { Type } from 'typebox';
import { Count, Id, Json, PageKindSchema, Time, nullable, strictObject, stringEnum } from '../shapes.ts';
import { Language } from './common.ts';
import { HeaderSchema } from './run-ledger.ts';
import { MatchSchema } from './tester.ts';

const Index = Type.Integer({ minimum: 0 });

/** The way from a column into a nested value. */
export const InsideSchema = Type.Array(Type.Union([Count, Type.String({ maxLength: 1000 })]), {
  maxItems: 20,
  description:
    'The way from the column into a nested value: places in lists, from 0, and names of members. Default: the whole value.',
});

/** Schema of `ProvenancePage`: the page that a value was taken from, and how it was fetched. */
export const ProvenancePageSchema = strictObject({
  request: Id,
  asked: Type.String({ description: 'The URL of the request.' }),
  url: Type.String({ description: 'The URL after redirects.' }),
  redirects: Type.Array(
    strictObject({
      url: Type.String(),
      status: Type.Integer(),
      refreshSeconds: Type.Optional(
        Type.Number({ description: 'The delay that the page asked for, if its meta refresh was followed.' }),
      ),
    }),
    { description: 'The redirects that were followed, in order: the URL that redirected, and how.' },
  ),
  status: nullable(Type.Integer()),
  statusLine: nullable(Type.String()),
  headers: nullable(Type.Array(HeaderSchema), { description: 'null: not stored.' }),
  fetchedAt: nullable(Time, { description: 'When it was received; null: no page is stored.' }),
  durationMs: nullable(Type.Number()),
  answeredBy: nullable(stringEnum(['site', 'stored-page', 'cache', 'memory'])),
  rendered: Type.Boolean({ description: 'Whether the stored page is as a browser has rendered it.' }),
  kind: nullable(PageKindSchema, { description: 'null: no page is stored.' }),
  encoding: nullable(Type.String(), { description: 'The encoding in which it was received.' }),
  bytes: nullable(Count, { description: 'Size of its text in UTF-8.' }),
  sha256: nullable(Type.String(), {
    description: 'SHA-256 of its text in UTF-8, in lower-case hexadecimal digits; null: no page is stored.',
  }),
  callback: nullable(Type.String()),
  rule: nullable(Type.Integer(), { description: 'Number of the rule that took the link, from 0.' }),
  decision: nullable(Type.String(), { description: 'The rule and the pattern that admitted it.' }),
  foundOn: nullable(Type.String(), {
    description: 'The URL of the page with its link; null: it is a start URL.',
  }),
});

/** Schema of `ProvenanceScope`: a row or an entry of a nested list around a value. */
const ScopeSchema = strictObject({
  kind: stringEnum(['row', 'entry']),
  language: Language,
  selector: Type.String(),
  index: Type.Integer({ minimum: 0, description: 'Its place among all of them, from 0.' }),
  total: Count,
  element: nullable(Index, { description: 'Number of its element or JSON value.' }),
});

/** Schema of `Provenance`. */
export const ProvenanceSchema = strictObject({
  item: Id,
  project: Type.String(),
  spider: Type.String(),
  version: Type.Integer({ description: 'The version of the spider with which the run was carried out.' }),
  run: Id,
  path: Type.String({ description: 'The value, for example `offers[2].price`.' }),
  value: nullable(Json, { description: 'The value as stored, cut after 10,000 characters or 500 values.' }),
  source: stringEnum(['field', 'url', 'article', 'crawl', 'unknown'], {
    description:
      '`field`: a field of the callback. `url`: `url_context`. `article`: a strategy for articles. `crawl`: a fact of the crawl, such as the URL. `unknown`: it could not be extracted again.',
  }),
  verdict: strictObject({
    same: nullable(Type.Boolean(), {
      description:
        'Whether the value extracted again is the stored one; null: it could not be extracted again.',
    }),
    message: Type.String({ description: 'In plain sentences.' }),
  }),
  travelled: Type.Boolean({
    description: 'Whether it came with a row of another page, which is `page` then.',
  }),
  page: ProvenancePageSchema,
  callback: nullable(Type.String(), { description: 'The callback that took it from the page.' }),
  scopes: Type.Array(ScopeSchema, { description: 'The rows and entries around it, from the outside.' }),
  strategy: nullable(strictObject({ name: Type.String(), earlier: Type.Array(Type.String()) }), {
    description: 'The strategy that gave the article, and why those before it did not.',
  }),
  definition: nullable(Json, { description: 'The field in the spider.' }),
  language: nullable(Language),
  selector: nullable(Type.String()),
  matches: Count,
  taken: nullable(MatchSchema, { description: 'The first match that it was taken from.' }),
  elements: Type.Array(Index, {
    description: 'Numbers of the elements, or JSON values, that it was taken from.',
  }),
  steps: Type.Array(strictObject({ step: Type.String(), value: Json }), {
    description:
      'The value after the selection (`select`) and after each processor; `text`: as text for its column.',
  }),
  extracted: nullable(Json, { description: 'The value extracted again; null where it could not be.' }),
});
