import { Type } from 'typebox';
import { datasetRun } from '../../columns-of-dataset.ts';
import { filterOperators } from '../../filters/filter.ts';
import { query } from '../define.ts';
import {
  Count,
  Id,
  Json,
  Limit,
  Offset,
  SpiderRef,
  Time,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { CellSchema, RunItemsSchema } from './common.ts';
import { InsideSchema, ProvenanceSchema } from './provenance.ts';

/** Items of one run, of the latest run, of all runs of a spider, or of its dataset. */
export const SourceSchema = strictObject({
  ...SpiderRef,
  run: Type.Union([Id, Type.Literal('latest'), Type.Literal('all'), Type.Literal(datasetRun)], {
    description:
      'The id of a run, "latest", "all", or "dataset": the newest item of each key over all runs, with the columns `first_seen`, `last_seen`, `changed_at`, `seen_in`, `copies` and `gone`.',
  }),
});

/** Schema of what the dataset knows about an item. */
export const DatasetFactsSchema = strictObject({
  first_seen: Time,
  last_seen: Time,
  changed_at: nullable(Time, { description: 'null: its values have never changed.' }),
  seen_in: Type.Integer({ minimum: 1, description: 'The number of runs that have seen it.' }),
  copies: Type.Integer({
    minimum: 1,
    description: 'How many items of the newest of these runs have its key.',
  }),
  gone: Type.Boolean({
    description: 'Whether the newest full run that fetched everything has not seen it.',
  }),
});

/** Schema of the name of a column. */
export const ColumnName = Type.String({ minLength: 1, maxLength: 1000 });

/** Schema of `ItemFilter`. */
export const FilterSchema = strictObject({
  column: ColumnName,
  operator: stringEnum(filterOperators, {
    description:
      'Text comparisons ignore case. `greater` and `less` compare numbers if the value is a number, otherwise text.',
  }),
  value: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean()])),
});

/** Schema of `ItemView`: the items that a table shows, or that an export of the current view writes. */
export const ViewSchema = strictObject({
  source: SourceSchema,
  filters: Type.Optional(Type.Array(FilterSchema, { maxItems: 50, description: 'All filters must match.' })),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Every word must occur somewhere in the item, in any case.',
    }),
  ),
  sort: Type.Optional(
    Type.Array(strictObject({ column: ColumnName, descending: Type.Boolean() }), {
      maxItems: 5,
      description: 'Default: in the order of scraping. Items without a value come last.',
    }),
  ),
});

/** Schema of `ResultColumn`. `filled` counts items with a value, out of `items`. */
export const ResultColumnSchema = strictObject({
  name: ColumnName,
  metadata: Type.Boolean({
    description: 'Whether it is a metadata key rather than a column that every item has.',
  }),
  type: stringEnum(['text', 'number', 'boolean', 'date', 'url', 'list', 'object', 'mixed', 'empty']),
  filled: Count,
  items: Count,
  rate: Type.Number({ description: 'filled / items, from 0 to 1.' }),
});

/** Schema of `ResultRow`. */
export const ResultRowSchema = strictObject({
  id: Id,
  run: Id,
  problems: Type.Integer({ minimum: 0, description: 'Number of fields with a problem.' }),
  cells: record(CellSchema, { description: 'Values by column, for the requested columns.' }),
});

/** Schema of `Item`. The keys are those of the JSON export. */
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
  dataset: Type.Optional(DatasetFactsSchema),
});

/** Schema of `Sighting`: an item of a run with the key of another item. */
export const SightingSchema = strictObject({
  run: Id,
  item: Id,
  seenAt: Time,
  copies: Type.Integer({ minimum: 1, description: 'How many items of the run have the key.' }),
  changes: Type.Array(strictObject({ column: ColumnName, before: CellSchema, after: CellSchema }), {
    description: 'What differs from the run before it that has seen the item; empty: nothing.',
  }),
});

/** Schema of `ItemDetail`. `request` is the id of the request whose page gave the item. */
export const ItemDetailSchema = strictObject({
  ...ItemSchema.properties,
  project: Type.String(),
  request: Id,
  key: Type.String({
    description:
      'What tells it from the other items of its run: the values of `expect.key` as a JSON list; else its URL, for a row that of its page or of the page that it led to, with a number.',
  }),
  hasPage: Type.Boolean({
    description: 'Whether the run has stored its page; `pages.addFromRun` saves it.',
  }),
});

/** Schema of `Distribution`. `numbers` and `lengths` are null where no value is a number or a text. */
export const DistributionSchema = strictObject({
  column: ColumnName,
  items: Count,
  filled: Count,
  distinct: Type.Integer({ minimum: 0, description: 'Number of different values, counted up to 100,000.' }),
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
    description: 'Lengths of text values, in characters; null: no value is text.',
  }),
});

/** Calls that read the items of runs. */
export const resultCalls = {
  'results.columns': query('The columns of items: first those that every item has, then the metadata keys.', {
    executor: 'count',
    verb: 'POST',
    path: '/api/results/columns',
    args: strictObject({
      source: SourceSchema,
      quick: Type.Optional(
        Type.Boolean({
          description: 'Whether a sample of a hundred items is enough, for a fast first table.',
        }),
      ),
    }),
    result: strictObject({
      run: nullable(Id, { description: 'The run that "latest" resolves to; null for all runs.' }),
      items: Count,
      earlier: nullable(RunItemsSchema, {
        description: 'If the run has no items: the newest run of the spider that has some.',
      }),
      columns: Type.Array(ResultColumnSchema),
      sampled: Type.Boolean({
        description: 'Whether the coverage was computed from a sample, because there are too many items.',
      }),
    }),
    errors: ['unknown-spider', 'unknown-run', 'no-run'],
  }),
  'results.query': query(
    'A page of the items of a view. Request what is on the screen and a little around it.',
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
            description: 'The snapshot of an earlier result: leaves out items that were scraped later.',
          }),
        ),
        patience: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 60_000,
            description:
              'After about how many milliseconds a filter or a search answers with what it has found so far; left out: when it has looked at all items.',
          }),
        ),
      }),
      result: strictObject({
        rows: Type.Array(ResultRowSchema),
        total: Count,
        searched: Type.Optional(
          Type.Integer({
            minimum: 0,
            description:
              'About how many items were searched so far: "total" counts what was found among them, and the same call goes on. Left out: all.',
          }),
        ),
        snapshot: Type.String({ description: 'Identifies the items that exist now.' }),
        newer: Type.Integer({
          minimum: 0,
          description: 'Items of the source that were scraped after the snapshot.',
        }),
        run: nullable(Id),
      }),
      errors: ['unknown-spider', 'unknown-run', 'no-run', 'unknown-column', 'cancelled'],
    },
  ),
  'results.items': query(
    'The items of a view in full; in the order in which they were scraped, unless it has another.',
    {
      executor: 'slow',
      verb: 'POST',
      path: '/api/items',
      args: strictObject({
        ...ViewSchema.properties,
        offset: Offset,
        limit: Limit,
        snapshot: Type.Optional(
          Type.String({
            maxLength: 40,
            description: 'The snapshot of an earlier result: leaves out items that were scraped later.',
          }),
        ),
      }),
      result: strictObject({
        items: Type.Array(ItemSchema),
        total: Count,
        snapshot: Type.String({ description: 'Identifies the items that exist now.' }),
        run: nullable(Id, { description: 'The run that "latest" resolves to; null for all runs.' }),
        earlier: nullable(RunItemsSchema, {
          description: 'If the run has no items: the newest run of the spider that has some.',
        }),
      }),
      errors: ['unknown-spider', 'unknown-run', 'no-run', 'unknown-column'],
    },
  ),
  'results.item': query('One item in full, with its source.', {
    executor: 'quick',
    path: '/api/items/{item}',
    args: strictObject({ item: Id }),
    result: ItemDetailSchema,
    errors: ['unknown-item'],
  }),
  'results.file': query(
    'Where a window finds a downloaded file: to save it, and to show it if it is a picture. The addresses are secret, and end with the host.',
    {
      executor: 'work',
      path: '/api/files/{sha256}',
      args: strictObject({
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
        name: Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: '^[^\\\\/:*?"<>|\\u0000-\\u001f]+$',
          description: 'Its name where it is saved.',
        }),
      }),
      result: strictObject({
        download: Type.String({ description: 'Path from which it is saved; nothing shows what is there.' }),
        picture: nullable(Type.String(), {
          description: 'Path for the src of an image; null: it is no picture, or too large a one.',
        }),
        bytes: Count,
        type: Type.String({ description: 'Its media type.' }),
      }),
      errors: ['unknown-file'],
    },
  ),
  'results.history': query('The runs that have seen an item, newest first, and what changed in each.', {
    executor: 'quick',
    path: '/api/items/{item}/history',
    args: strictObject({ item: Id, limit: Type.Integer({ minimum: 1, maximum: 100 }) }),
    result: strictObject({
      sightings: Type.Array(SightingSchema),
      more: Type.Boolean({ description: 'Whether earlier runs have seen it, too.' }),
    }),
    errors: ['unknown-item'],
  }),
  'results.provenance': query(
    'Where a value comes from: the stored page, the selector, each step and the request, by the version of the spider that was carried out.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/items/{item}/provenance',
      args: strictObject({ item: Id, column: ColumnName, inside: Type.Optional(InsideSchema) }),
      result: ProvenanceSchema,
      errors: ['unknown-item', 'timed-out'],
    },
  ),
  'results.evidence': query(
    'Files that prove where the values of an item come from: the stored pages as WARC records, the values with the way to each, the spider, a picture where there is a browser, and checksums.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/items/{item}/evidence',
      args: strictObject({
        item: Id,
        column: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1000,
            description: 'The value that it is about; the picture shows it. Default: all.',
          }),
        ),
        inside: Type.Optional(InsideSchema),
        zipped: Type.Optional(
          Type.Boolean({ description: 'Whether they are packed into one ZIP archive. Default: false.' }),
        ),
      }),
      result: strictObject({
        files: Type.Array(
          strictObject({
            name: Type.String(),
            data: Type.String({ description: 'Its content in Base64.' }),
            bytes: Count,
            sha256: Type.String({ description: 'In lower-case hexadecimal digits.' }),
          }),
        ),
        noPicture: nullable(Type.String(), { description: 'Why there is no picture; null: there is one.' }),
      }),
      errors: ['unknown-item', 'timed-out'],
    },
  ),
  'results.distribution': query('How the values of one column are distributed in a view.', {
    executor: 'count',
    verb: 'POST',
    path: '/api/results/distribution',
    args: strictObject({ view: ViewSchema, column: ColumnName }),
    result: DistributionSchema,
    errors: ['unknown-column', 'unknown-run', 'cancelled'],
  }),
} as const;
