import { Type } from 'typebox';
import { csvDialects, exportFormats } from '../../export-formats.ts';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Json,
  Limit,
  Offset,
  SpiderRef,
  Time,
  emptyObject,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { CellSchema, RunItemsSchema } from './common.ts';

/** Items of one run, of the latest run, or of all runs of a spider. */
export const SourceSchema = strictObject({
  ...SpiderRef,
  run: Type.Union([Id, Type.Literal('latest'), Type.Literal('all')], {
    description: 'The id of a run, "latest" or "all".',
  }),
});

export const filterOperators = [
  'contains',
  'not-contains',
  'equals',
  'not-equals',
  'starts-with',
  'ends-with',
  'greater',
  'greater-or-equal',
  'less',
  'less-or-equal',
  'empty',
  'not-empty',
] as const;

const ColumnName = Type.String({ minLength: 1, maxLength: 1000 });

export const FilterSchema = strictObject({
  column: ColumnName,
  operator: stringEnum(filterOperators, {
    description:
      'Text is compared without regard to case; greater and less compare numbers where the value is a number, else text.',
  }),
  value: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean()])),
});

/** Which items, and in which order. What a table shows and what an export of the current view writes. */
export const ViewSchema = strictObject({
  source: SourceSchema,
  filters: Type.Optional(Type.Array(FilterSchema, { maxItems: 50, description: 'All must hold.' })),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Every word must stand somewhere in the item, whatever its case.',
    }),
  ),
  sort: Type.Optional(
    Type.Array(strictObject({ column: ColumnName, descending: Type.Boolean() }), {
      maxItems: 5,
      description: 'Left out: in the order of scraping. Items without a value come last.',
    }),
  ),
});

export const ResultColumnSchema = strictObject({
  name: ColumnName,
  metadata: Type.Boolean({
    description: 'Whether it is a key of the metadata; else a column of every item.',
  }),
  type: stringEnum(['text', 'number', 'boolean', 'date', 'url', 'list', 'object', 'mixed', 'empty']),
  filled: Count,
  items: Count,
  rate: Type.Number({ description: 'filled / items, from 0 to 1.' }),
});

export const ResultRowSchema = strictObject({
  id: Id,
  run: Id,
  problems: Type.Integer({ minimum: 0, description: 'How many fields went wrong.' }),
  cells: record(CellSchema, { description: 'By column; only the columns that were asked for.' }),
});

export const ItemSchema = strictObject({
  id: Id,
  run: Id,
  spider: Type.String(),
  version: Type.Integer(),
  url: Type.String(),
  callback: Type.String(),
  title: nullable(Type.String()),
  content: nullable(Type.String()),
  author: nullable(Type.String()),
  published_date: nullable(Type.String()),
  metadata: record(Json),
  scraped_at: Time,
  problems: Type.Array(strictObject({ field: Type.String(), message: Type.String() })),
});

export const ItemDetailSchema = strictObject({
  ...ItemSchema.properties,
  project: Type.String(),
  request: Id,
  hasPage: Type.Boolean({
    description: 'Whether the page it comes from is stored: `pages.addFromRun` opens it.',
  }),
});

export const DistributionSchema = strictObject({
  column: ColumnName,
  items: Count,
  filled: Count,
  distinct: Type.Integer({ minimum: 0, description: 'Different values; up to 100,000 are told apart.' }),
  distinctCut: Type.Boolean(),
  type: ResultColumnSchema.properties.type,
  top: Type.Array(strictObject({ value: CellSchema, count: Count }), {
    description: 'The 20 most frequent values.',
  }),
  numbers: nullable(
    strictObject({
      min: Type.Number(),
      max: Type.Number(),
      mean: Type.Number(),
      median: Type.Number(),
      histogram: Type.Array(strictObject({ from: Type.Number(), to: Type.Number(), count: Count })),
    }),
  ),
  lengths: nullable(strictObject({ min: Count, max: Count, mean: Type.Number() }), {
    description: 'Of texts, in characters.',
  }),
});

export const resultCalls = {
  'results.columns': query(
    'The columns of some items: those of every item, then the keys of their metadata.',
    {
      executor: 'count',
      verb: 'POST',
      path: '/api/results/columns',
      args: strictObject({
        source: SourceSchema,
        quick: Type.Optional(
          Type.Boolean({
            description: 'From a hundred items: enough to begin a table with, and at once.',
          }),
        ),
      }),
      result: strictObject({
        run: nullable(Id, { description: 'The run that "latest" is now; null for all runs.' }),
        items: Count,
        earlier: nullable(RunItemsSchema, {
          description: 'Where the run has no items: the newest run of the spider that has some.',
        }),
        columns: Type.Array(ResultColumnSchema),
        sampled: Type.Boolean({
          description: 'Fill rates come from a part of the items, because there are so many.',
        }),
      }),
      errors: ['unknown-spider', 'unknown-run', 'no-run'],
    },
  ),
  'results.query': query(
    'A part of the items of a view. Ask for what is on the screen and a little around it.',
    {
      executor: 'slow',
      verb: 'POST',
      path: '/api/results/query',
      args: strictObject({
        view: ViewSchema,
        columns: Type.Array(ColumnName, { maxItems: 500 }),
        offset: Offset,
        limit: Limit,
        snapshot: Type.Optional(
          Type.String({
            maxLength: 40,
            description: 'Of an earlier result: leaves out what was scraped since.',
          }),
        ),
      }),
      result: strictObject({
        rows: Type.Array(ResultRowSchema),
        total: Count,
        snapshot: Type.String({ description: 'Stands for the items that are there now.' }),
        newer: Type.Integer({
          minimum: 0,
          description: 'Items of the source that were scraped after the snapshot.',
        }),
        run: nullable(Id),
      }),
      errors: ['unknown-spider', 'unknown-run', 'no-run', 'unknown-column', 'cancelled'],
    },
  ),
  'results.items': query('Items in full, in the order in which they were scraped.', {
    executor: 'slow',
    verb: 'POST',
    path: '/api/items',
    args: strictObject({
      source: SourceSchema,
      offset: Offset,
      limit: Limit,
      snapshot: Type.Optional(
        Type.String({
          maxLength: 40,
          description: 'Of an earlier answer: leaves out what was scraped since.',
        }),
      ),
    }),
    result: strictObject({
      items: Type.Array(ItemSchema),
      total: Count,
      snapshot: Type.String({ description: 'Stands for the items that are there now.' }),
      run: nullable(Id, { description: 'The run that "latest" is now; null for all runs.' }),
      earlier: nullable(RunItemsSchema, {
        description: 'Where the run has no items: the newest run of the spider that has some.',
      }),
    }),
    errors: ['unknown-spider', 'unknown-run', 'no-run'],
  }),
  'results.item': query('One item in full, and where it comes from.', {
    executor: 'quick',
    path: '/api/items/{item}',
    args: strictObject({ item: Id }),
    result: ItemDetailSchema,
    errors: ['unknown-item'],
  }),
  'results.distribution': query('How the values of one column are distributed in a view.', {
    executor: 'count',
    verb: 'POST',
    path: '/api/results/distribution',
    args: strictObject({ view: ViewSchema, column: ColumnName }),
    result: DistributionSchema,
    errors: ['unknown-column', 'cancelled'],
  }),
} as const;

const ExportWhat = {
  view: ViewSchema,
  columns: nullable(Type.Array(ColumnName, { minItems: 1, maxItems: 2000 }), {
    description: 'These columns in this order; null: all.',
  }),
  format: stringEnum(exportFormats),
  dialect: Type.Optional(
    stringEnum(csvDialects, {
      description:
        'Of CSV: `standard` (the default) has commas and no byte order mark; `excel` has one, and the list separator of the host. Numbers have a decimal point in both.',
    }),
  ),
};

export const ExportStateSchema = strictObject({
  id: Id,
  project: Type.String(),
  spider: Type.String(),
  format: stringEnum(exportFormats),
  state: stringEnum(['running', 'done', 'cancelled', 'failed']),
  rows: Type.Integer({ minimum: 0, description: 'Items written so far.' }),
  total: nullable(Count, { description: 'Items to write; null while they are being counted.' }),
  file: Type.String({ description: 'The name of the file; the whole path where it was chosen.' }),
  download: nullable(Type.String(), {
    description: 'Where the finished file can be had with GET, in a browser; null else.',
  }),
  bytes: nullable(Count),
  notes: Type.Array(Type.String(), {
    description: 'What the format changed and what was left out, in sentences.',
  }),
  error: nullable(Type.String()),
  hint: nullable(Type.String(), { description: 'What to do about the error, where that can be said.' }),
  startedAt: Time,
});

export const exportCalls = {
  'exports.preview': query('The first rows of an export, exactly as they would be written.', {
    executor: 'slow',
    verb: 'POST',
    path: '/api/exports/preview',
    args: strictObject({ ...ExportWhat, rows: Type.Integer({ minimum: 1, maximum: 100 }) }),
    result: strictObject({
      text: Type.String(),
      rows: Count,
      total: Count,
      columns: Type.Array(Type.String()),
      paths: Type.Array(strictObject({ path: Type.String(), notes: Type.Array(Type.String()) }), {
        description: 'What becomes of the fields that are not simply written as they are.',
      }),
      examined: Type.Integer({
        minimum: 0,
        description: 'Items, from the first on, that `columns` and `paths` come from.',
      }),
    }),
    errors: ['unknown-column', 'unknown-spider', 'unknown-run', 'no-run'],
  }),
  'exports.start': command(
    'Begins an export; its progress is told by the topic `exports`. A program that writes it itself is answered at the end.',
    {
      executor: 'work',
      path: '/api/exports',
      topics: ['exports'],
      args: strictObject({
        ...ExportWhat,
        target: Type.Union(
          [
            strictObject({
              kind: Type.Literal('download'),
              file: Type.Optional(Type.String({ maxLength: 200 })),
            }),
            strictObject({
              kind: Type.Literal('file'),
              path: Type.String({ minLength: 1, maxLength: 4000 }),
              replace: Type.Boolean(),
            }),
            strictObject({ kind: Type.Literal('output') }),
          ],
          {
            description:
              'A download from a browser, a path that was chosen, or the output of the program that asks.',
          },
        ),
      }),
      result: ExportStateSchema,
      errors: ['unknown-column', 'unknown-spider', 'unknown-run', 'no-run', 'not-here', 'exists'],
    },
  ),
  'exports.cancel': command('Stops an export; nothing is left of its file.', {
    executor: 'work',
    path: '/api/exports/{export}/cancel',
    args: strictObject({ export: Id }),
    result: ExportStateSchema,
    errors: ['unknown-export'],
  }),
  'exports.list': query('Exports of this host that are running or ended lately, newest first.', {
    executor: 'work',
    path: '/api/exports',
    args: emptyObject,
    result: Type.Array(ExportStateSchema),
  }),
} as const;
