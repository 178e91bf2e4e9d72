import { Type } from 'typebox';
import { csvDialects, exportFormats, flattenWays, nestedKinds, rowForms } from '../../export-formats.ts';
import { query, command } from '../define.ts';
import { Count, Id, SpiderRef, Time, emptyObject, nullable, strictObject, stringEnum } from '../shapes.ts';
import { CellSchema } from './common.ts';
import { ColumnName, ViewSchema } from './results.ts';

/** How an export writes items. */
const ExportHow = {
  rows: Type.Optional(
    nullable(ColumnName, {
      description:
        'A list: each of its entries is a row, with the other columns repeated, and an item without entries has no row. The members of an entry become columns (`reviews.stars`). A dotted name stands for a list inside a list (`comments.replies`). null, the default: each item is a row.',
    }),
  ),
  columns: nullable(Type.Array(ColumnName, { minItems: 1, maxItems: 2000 }), {
    description: 'These columns in this order; null: all.',
  }),
  format: stringEnum(exportFormats),
  dialect: Type.Optional(
    stringEnum(csvDialects, {
      description:
        'For CSV. `standard` (the default): commas and no byte order mark. `excel`: the list separator of the host and a byte order mark. `bom`: commas and a byte order mark. All write numbers with a decimal point.',
    }),
  ),
  flatten: Type.Optional(
    Type.Array(
      strictObject({
        path: ColumnName,
        as: stringEnum(flattenWays, {
          description:
            '`columns`: a column for each member. `join`: the entries of a list as one text. `json`: JSON text. `table`: the entries of a list as rows of a table of their own, which begins with the columns `item` and `position`.',
        }),
        separator: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 20,
            description: 'For `join`, what stands between the entries. Default: ", ".',
          }),
        ),
      }),
      {
        maxItems: 200,
        description:
          'How the nested values of some paths are written; dotted names stand for paths in objects.',
      },
    ),
  ),
  guardFormulas: Type.Optional(
    Type.Boolean({
      description:
        'For CSV: whether cells that a spreadsheet would run as a formula get an apostrophe. Default: false.',
    }),
  ),
};

const formNote = '`table`: rows of a database, with a type for each column and nested values as JSON.';

/** A key of an object, below a place. */
const ObjectKey = Type.String({
  minLength: 1,
  maxLength: 800,
  pattern: '^(?!/)(?!.*//)(?!.*(?:^|/)\\.{1,2}(?:/|$))[^\\u0000-\\u001f\\u007f]*[^/\\u0000-\\u001f\\u007f]$',
});
const PlaceText = Type.String({
  maxLength: 1000,
  pattern: '^(?:place:|s3://)[^/]',
  description: '`place:NAME` or `s3://BUCKET`, with or without a folder.',
});

/** Schema of `RecipeSettings`: what a saved export writes, and where to. */
export const RecipeSettingsSchema = strictObject({
  ...ExportHow,
  format: stringEnum(rowForms, {
    description: `${formNote} It is that of the target \`table\`, and of no other.`,
  }),
  items: stringEnum(['run', 'new'], {
    description:
      '`run`: the items of the run that it is carried out for. `new`: those of all runs that this recipe has not exported yet.',
  }),
  filters: ViewSchema.properties.filters,
  search: ViewSchema.properties.search,
  sort: ViewSchema.properties.sort,
  target: Type.Union([
    strictObject({
      kind: Type.Literal('folder'),
      folder: Type.String({ minLength: 1, maxLength: 4000, description: 'An absolute path.' }),
      name: Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'The name of the file, in which {project}, {spider}, {run}, {date} and {time} are filled in. Its ending is added if it has none.',
      }),
      append: Type.Optional(
        Type.Boolean({
          description: 'Whether rows are added to a file that is there. Default: it is replaced.',
        }),
      ),
      files: Type.Optional(
        stringEnum(['folder', 'zip'], {
          description:
            'Where the downloaded files of the items go: into the folder `files` in it, each once, or into an archive beside the file. Default: nowhere.',
        }),
      ),
    }),
    strictObject({
      kind: Type.Literal('command'),
      command: Type.Array(Type.String({ minLength: 1, maxLength: 4000 }), {
        minItems: 1,
        maxItems: 100,
        description:
          'A program and its arguments. No shell reads them. It gets the file on its standard input.',
      }),
    }),
    strictObject({
      kind: Type.Literal('place'),
      place: PlaceText,
      key: Type.String({
        minLength: 1,
        maxLength: 800,
        description:
          'The name of the object below the place, in which {project}, {spider}, {run}, {date} and {time} are filled in. Its ending is added if it has none.',
      }),
      replace: Type.Optional(
        Type.Boolean({
          description: 'Whether an object of this name is replaced. Default: the export is refused.',
        }),
      ),
    }),
    strictObject({
      kind: Type.Literal('table'),
      database: Type.String({
        minLength: 1,
        maxLength: 4000,
        description:
          'The address of a PostgreSQL database, `postgresql://USER@HOST/NAME?sslmode=verify-full`, without a password; or the absolute path of a SQLite database.',
      }),
      secret: Type.Optional(
        nullable(Type.String({ pattern: '^(?:env|keychain):[A-Za-z0-9_.-]+$' }), {
          description:
            'The secret with `user:password` for PostgreSQL. null, the default: PGUSER, PGPASSWORD and PGPASSFILE of the environment.',
        }),
      ),
      schema: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: 63 }), {
          description: 'For PostgreSQL. null, the default: the first one of the search path.',
        }),
      ),
      table: Type.String({ minLength: 1, maxLength: 63 }),
      key: Type.Optional(
        Type.Array(ColumnName, {
          maxItems: 16,
          description:
            'The columns by which a row is known again and replaced. Empty: what the spider names in `expect.key`, or else the key of the item, in the column `item_key`. Left out: rows are added, each item once.',
        }),
      ),
      addColumns: Type.Optional(
        Type.Boolean({
          description:
            'Whether the table gets a column for a new field. Default: false, and the export is refused.',
        }),
      ),
    }),
  ]),
});

/** Schema of `Recipe`. */
export const RecipeSchema = strictObject({
  name: Type.String(),
  afterRun: Type.Boolean({ description: 'Whether it is carried out after every run.' }),
  settings: nullable(RecipeSettingsSchema, { description: 'null: they cannot be read.' }),
  createdAt: Time,
  last: nullable(
    strictObject({
      run: Id,
      state: stringEnum(['pending', 'running', 'done', 'failed']),
      attempts: Count,
      reason: nullable(Type.String(), { description: 'Why the last attempt failed; null: it did not.' }),
      endedAt: nullable(Time),
      retryAt: nullable(Time, { description: 'When it is tried again; null: it is not waiting for that.' }),
    }),
    { description: 'How it went for the newest run that it was to be carried out for; null: for none yet.' },
  ),
});

const RecipeName = Type.String({ minLength: 1, maxLength: 100 });

const ExportWhat = { view: ViewSchema, ...ExportHow };

/** Schema of `ExportState`. */
export const ExportStateSchema = strictObject({
  id: Id,
  project: Type.String(),
  spider: Type.String(),
  format: stringEnum(rowForms),
  state: stringEnum(['running', 'done', 'cancelled', 'failed']),
  rows: Type.Integer({
    minimum: 0,
    description: 'Rows written; while the export is running, the items written so far.',
  }),
  total: nullable(Count, {
    description:
      'Rows written; while the export is running, the items to write, and null until they are counted.',
  }),
  file: Type.String({
    description:
      'The name of the file; the full path if a path was chosen. Else the object or the table that it goes to.',
  }),
  download: nullable(Type.String(), {
    description:
      'Path from which a browser downloads the finished file; null: not finished, or not a download.',
  }),
  bytes: nullable(Count),
  notes: Type.Array(Type.String(), {
    description: 'What the format changed or left out, in sentences.',
  }),
  error: nullable(Type.String()),
  hint: nullable(Type.String(), { description: 'What to do about the error; null: unknown.' }),
  startedAt: Time,
});

/** Calls that export items and follow exports. */
export const exportCalls = {
  'exports.preview': query('The first rows of an export, exactly as they would be written.', {
    executor: 'slow',
    verb: 'POST',
    path: '/api/exports/preview',
    args: strictObject({
      ...ExportWhat,
      format: stringEnum(rowForms, { description: formNote }),
      limit: Type.Integer({ minimum: 1, maximum: 100 }),
      whole: Type.Optional(
        Type.Boolean({
          description:
            'Whether `columns`, `paths`, `lists` and `files` come from all items, which takes as long as reading them twice. Default: from the first ones.',
        }),
      ),
    }),
    result: strictObject({
      text: Type.String({ description: 'The beginning of the file; empty if the format is not text.' }),
      rows: Type.Integer({ minimum: 0, description: 'Rows of `cells`, `limit` at most.' }),
      total: Type.Integer({ minimum: 0, description: 'Items that the export reads.' }),
      columns: Type.Array(Type.String()),
      cells: Type.Array(Type.Array(CellSchema), {
        description: 'The first rows, by column; in CSV every cell is text.',
      }),
      tables: Type.Array(
        strictObject({
          path: Type.String({ description: 'The list whose entries are the rows.' }),
          columns: Type.Array(Type.String()),
          cells: Type.Array(Type.Array(CellSchema)),
        }),
        { description: 'The tables beside that of the items, with their first rows.' },
      ),
      item: nullable(Type.String(), {
        description: 'The first item as it is stored, as JSON text; null: there is none.',
      }),
      paths: Type.Array(strictObject({ path: Type.String(), notes: Type.Array(Type.String()) }), {
        description: 'The fields that are not written as they are, and how they change.',
      }),
      lists: Type.Array(strictObject({ path: Type.String(), entries: Count }), {
        description: 'The lists that `rows` may name, and how many rows each would give.',
      }),
      nested: Type.Array(
        strictObject({
          path: Type.String(),
          kind: stringEnum(nestedKinds, {
            description: '`values`: a list of plain values. `objects`: a list with objects or lists.',
          }),
        }),
        { description: 'The nested values of the first items, whose way `flatten` may choose.' },
      ),
      files: strictObject(
        { files: Count, bytes: Count },
        { description: 'The downloaded files that the items name, each counted once.' },
      ),
      examined: Type.Integer({
        minimum: 0,
        description:
          'Number of items, from the first, that `columns`, `paths`, `lists` and `files` come from.',
      }),
    }),
    errors: ['unknown-column', 'unknown-spider', 'unknown-run', 'no-run'],
  }),
  'exports.start': command(
    'Starts an export; the topic `exports` reports its progress. With the target `output` the call returns when the export has ended.',
    {
      executor: 'work',
      path: '/api/exports',
      topics: ['exports'],
      args: strictObject({
        ...ExportWhat,
        files: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 4000,
            description:
              'Where the downloaded files of the items are copied to: a folder, or an archive with the ending .zip. Default: nowhere.',
          }),
        ),
        packFiles: Type.Optional(
          Type.Boolean({
            description:
              'Whether a download is an archive of the file and the downloaded files of the items. Default: false.',
          }),
        ),
        sinceLast: Type.Optional(
          Type.Boolean({
            description:
              'Whether only items are written that were not exported to this target since the last time. The mark moves on once the export is complete. Default: false.',
          }),
        ),
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
              append: Type.Optional(
                Type.Boolean({
                  description:
                    'Whether the rows are added to an existing file of csv, jsonl or sqlite, whose columns must fit. Default: false.',
                }),
              ),
            }),
            strictObject({ kind: Type.Literal('output') }),
            strictObject({
              kind: Type.Literal('object'),
              place: PlaceText,
              key: ObjectKey,
              replace: Type.Boolean(),
            }),
          ],
          {
            description:
              'A download in a browser, a chosen path, the standard output of the calling program, or an object below a place in a bucket.',
          },
        ),
      }),
      result: ExportStateSchema,
      errors: [
        'unknown-column',
        'unknown-spider',
        'unknown-run',
        'no-run',
        'not-here',
        'exists',
        'needs-file',
        'not-appendable',
        'other-columns',
        'unknown-place',
        'missing-secret',
      ],
    },
  ),
  'exports.recipes': query('The saved exports of a spider, by name.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/recipes',
    args: strictObject(SpiderRef),
    result: Type.Array(RecipeSchema),
    errors: ['unknown-spider'],
  }),
  'exports.saveRecipe': command('Saves an export under a name, and replaces the one of this name.', {
    executor: 'work',
    path: '/api/spiders/{spider}/recipes',
    args: strictObject({
      ...SpiderRef,
      name: RecipeName,
      afterRun: Type.Boolean(),
      settings: RecipeSettingsSchema,
    }),
    result: RecipeSchema,
    errors: [
      'unknown-spider',
      'not-here',
      'not-appendable',
      'bad-arguments',
      'bad-place',
      'unknown-place',
      'credentials-in-url',
    ],
  }),
  'exports.removeRecipe': command('Removes a saved export. Files stay.', {
    executor: 'write',
    path: '/api/spiders/{spider}/recipes/{name}/remove',
    args: strictObject({ ...SpiderRef, name: RecipeName }),
    result: Type.Null(),
    errors: ['unknown-spider', 'unknown-recipe'],
  }),
  'exports.runRecipe': command('Carries a saved export out, and returns when it has ended.', {
    executor: 'work',
    path: '/api/spiders/{spider}/recipes/{name}/run',
    args: strictObject({
      ...SpiderRef,
      name: RecipeName,
      run: Type.Optional(Id),
    }),
    result: strictObject({
      file: nullable(Type.String(), {
        description: 'The file, the object or the table; null: it went to a command.',
      }),
      rows: Count,
      notes: Type.Array(Type.String()),
    }),
    errors: ['unknown-spider', 'unknown-recipe', 'unknown-run', 'no-run', 'recipe-failed', 'missing-secret'],
  }),
  'exports.cancel': command('Stops an export and removes its file.', {
    executor: 'work',
    path: '/api/exports/{export}/cancel',
    args: strictObject({ export: Id }),
    result: ExportStateSchema,
    errors: ['unknown-export'],
  }),
  'exports.list': query('Running and recently ended exports of this host, newest first.', {
    executor: 'work',
    path: '/api/exports',
    args: emptyObject,
    result: Type.Array(ExportStateSchema),
  }),
} as const;
