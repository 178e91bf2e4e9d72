import { Type } from 'typebox';
import { query } from '../define.ts';
import {
  Count,
  Id,
  Limit,
  Name,
  Offset,
  OperationId,
  Time,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { CellSchema, RunSummarySchema, sliceOf } from './common.ts';

/** Who made a difference. */
export const CauseSchema = stringEnum(['site', 'spider', 'both', 'unknown'], {
  description: '`both`: the site and the spider have changed, and neither alone explains it, or each would.',
});

/** What became of an item. */
const Kind = stringEnum(['added', 'removed', 'changed']);

const causeCounts = {
  site: Type.Integer({
    minimum: 0,
    description: 'Differences that the site made, alone or with the spider.',
  }),
  spider: Type.Integer({
    minimum: 0,
    description: 'Differences that the spider made, alone or with the site.',
  }),
  both: Type.Integer({ minimum: 0, description: 'Those that count for both.' }),
  unknown: Count,
};

/** Schema of `ItemDifference`. */
export const ItemDifferenceSchema = strictObject({
  kind: Kind,
  key: Type.String({ description: 'What tells the item from others; rows of a page share it.' }),
  url: Type.String(),
  name: nullable(Type.String(), { description: 'Its title or name, cut after 200 characters; null: none.' }),
  before: nullable(Id, { description: 'The item of the earlier run; null: it has none.' }),
  after: nullable(Id, { description: 'The item of the later run; null: it has none.' }),
  cause: nullable(CauseSchema, { description: 'Null: it was not looked into.' }),
  reason: nullable(Type.String(), { description: 'What shows the cause, in one sentence.' }),
  fields: Type.Array(
    strictObject({
      field: Type.String(),
      before: CellSchema,
      after: CellSchema,
      cause: nullable(CauseSchema),
      reason: nullable(Type.String()),
    }),
    {
      description:
        'Fields that differ, with the values of both runs; the first 20 fields of an item that is added or removed.',
    },
  ),
});

/** Schema of `RunComparison`. */
export const RunComparisonSchema = strictObject({
  before: RunSummarySchema,
  after: RunSummarySchema,
  key: Type.Array(Type.String(), {
    description: 'The fields that tell items apart; empty: their row or their URL does.',
  }),
  items: strictObject({ before: Count, after: Count }),
  added: Count,
  removed: Count,
  changed: Count,
  unchanged: Count,
  keyless: strictObject(
    { before: Count, after: Count },
    { description: 'Items in which a field of the key is empty: their row or their URL tells them apart.' },
  ),
  duplicates: strictObject(
    { before: Count, after: Count },
    { description: 'Items whose key another item of their run has before them.' },
  ),
  cause: strictObject({
    ...causeCounts,
    checked: Type.Integer({
      minimum: 0,
      description: 'Differences that were looked into. Where there are more, the other counts are estimates.',
    }),
    reasons: Type.Array(strictObject({ cause: CauseSchema, reason: Type.String(), count: Count }), {
      description: 'What showed it, most frequent first; at most 20.',
    }),
    sameSpider: Type.Boolean({
      description: 'Whether both runs used the same spider, settings and arguments.',
    }),
    settings: Type.Array(Type.String(), { description: 'Settings that differ between the runs.' }),
    args: Type.Array(Type.String(), { description: 'Arguments that differ between the runs.' }),
  }),
  fields: Type.Array(
    strictObject({
      field: Type.String(),
      added: Count,
      removed: Count,
      changed: Count,
      cause: strictObject(causeCounts),
    }),
    { description: 'How often fields differ in items that both runs have: filled, emptied, changed.' },
  ),
  examples: Type.Array(ItemDifferenceSchema, { description: 'The first 5 of each kind.' }),
});

/** Schema of `RunPoint`. */
export const RunPointSchema = strictObject({
  run: Id,
  version: Type.Integer(),
  kind: stringEnum(['test', 'full', 'reextract'], {
    description: 'Of a run that extracted again: the kind of its source.',
  }),
  source: nullable(Id, { description: 'The run whose place it takes; null: it was crawled itself.' }),
  startedAt: nullable(Time, { description: 'When the crawl began whose pages it has.' }),
  items: Count,
  fields: Type.Array(
    strictObject({ field: Type.String(), rate: Type.Number({ description: 'From 0 to 1.' }) }),
    {
      description: 'How often fields are filled, in an even sample of the items.',
    },
  ),
});

const sides = {
  before: Type.String({ minLength: 1, maxLength: 64, description: 'The earlier run.' }),
  after: Type.String({ minLength: 1, maxLength: 64, description: 'The later run.' }),
  key: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      maxItems: 20,
      description: 'Fields that tell items apart. Default: `expect.key` of the later run.',
    }),
  ),
  operation: Type.Optional(OperationId),
};

/** Calls that compare runs. */
export const comparisonCalls = {
  'runs.compare': query('What differs between two runs, and whether the site or the spider made it differ.', {
    executor: 'work',
    path: '/api/runs/{before}/comparison/{after}',
    args: strictObject(sides),
    result: RunComparisonSchema,
    errors: ['unknown-run', 'cancelled'],
    topics: ['progress'],
  }),
  'runs.differences': query('A part of the differences of two runs, in the order of the earlier one.', {
    executor: 'work',
    path: '/api/runs/{before}/comparison/{after}/differences',
    args: strictObject({
      ...sides,
      kind: Type.Optional(Kind),
      field: Type.Optional(
        Type.String({ maxLength: 500, description: 'Only items that differ in this field.' }),
      ),
      offset: Offset,
      limit: Limit,
    }),
    result: strictObject(sliceOf(ItemDifferenceSchema)),
    errors: ['unknown-run', 'cancelled'],
    topics: ['progress'],
  }),
  'runs.history': query(
    'Items and filled fields of the last runs of a spider, in the order of their crawls. An accepted run that extracted again takes the place of its source.',
    {
      executor: 'count',
      path: '/api/projects/{project}/spiders/{spider}/history',
      args: strictObject({ project: Name, spider: Name, limit: Type.Integer({ minimum: 1, maximum: 100 }) }),
      result: strictObject({ runs: Type.Array(RunPointSchema) }),
      errors: ['unknown-project', 'unknown-spider'],
    },
  ),
};
