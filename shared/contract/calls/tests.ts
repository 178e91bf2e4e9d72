import { Type } from 'typebox';
import { Unacted } from './tester.ts';
import { command, query } from '../define.ts';
import {
  Count,
  Id,
  Json,
  nullable,
  OperationId,
  record,
  SpiderRef,
  SpiderText,
  strictObject,
  stringEnum,
  Time,
} from '../shapes.ts';
import { SavedPageSchema } from './pages.ts';

/** What can become of the values of a part of a page. */
export const cellStates = ['same', 'changed', 'empty', 'new', 'missing'] as const;
/** What can become of one row. */
export const rowStates = ['same', 'changed', 'empty', 'filled', 'added', 'removed'] as const;
/** What an edit can do to a field. */
export const editVerbs = ['fills', 'mends', 'adds', 'breaks', 'empties', 'drops', 'changes'] as const;

const FieldName = Type.String({ minLength: 1, maxLength: 500 });

/** Schema of `TestPart`. */
export const TestPartSchema = strictObject({
  kind: stringEnum(['field', 'links']),
  name: Type.String({
    minLength: 1,
    maxLength: 500,
    description:
      'Name of a field; of links "next pages", those to pages that the spider treats like the one they are on, or "other links".',
  }),
});

/** Schema of `TestRow`. */
export const TestRowSchema = strictObject({
  state: stringEnum(rowStates, {
    description:
      '`filled`: locked as empty, and now there is a value. `empty`: the value is gone. `added` and `removed`: the row is.',
  }),
  expected: Json,
  got: Json,
});

/** Schema of `TestCell`. */
export const TestCellSchema = strictObject({
  page: Id,
  kind: stringEnum(['field', 'links']),
  name: Type.String(),
  state: stringEnum(cellStates, {
    description:
      '`empty`: every value is gone. `missing`: the spider no longer extracts it. `new`: values that nobody has locked. The first three of `changed`, `empty` and `missing` fail a test.',
  }),
  locked: Type.Boolean(),
  total: Type.Integer({ minimum: 0, description: 'Number of values that are there, empty ones included.' }),
  filled: Type.Integer({ minimum: 0, description: 'How many of them have a value.' }),
  counts: record(Count, { description: 'Number of rows by state; all 0 where nothing is locked.' }),
  sample: nullable(Type.String(), {
    description:
      'The first value as a short text, or the expected one where it is gone; null: there is none.',
  }),
  why: nullable(Type.String(), {
    description: 'Why there are no values, in one sentence; null: there are, or it is unknown.',
  }),
  rows: nullable(Type.Array(TestRowSchema), {
    description: 'Expected values beside those that are there; null: they were not asked for.',
  }),
});

/** Schema of `TestPage`. */
export const TestPageSchema = strictObject({
  page: Id,
  title: Type.String(),
  url: nullable(Type.String()),
  callback: nullable(Type.String(), {
    description: 'The callback that takes it; null: nothing is extracted.',
  }),
  rows: nullable(Count, { description: 'Number of rows; null: the page is one item.' }),
  reason: nullable(Type.String(), { description: 'Why nothing is extracted, or why there are no rows.' }),
  fetchedAt: Time,
  unacted: Unacted,
  newer: nullable(Id, {
    description: 'The saved page with its newer copy, which waits to be kept; null: none.',
  }),
});

/** Schema of `EditEffect`. */
export const EditEffectSchema = strictObject({
  verb: stringEnum(editVerbs),
  name: Type.String(),
  pages: Type.Integer({ minimum: 1, description: 'On how many pages.' }),
});

/** Schema of `TestGrid`. */
export const TestGridSchema = strictObject({
  pages: Type.Array(TestPageSchema, { description: 'Oldest first.' }),
  parts: Type.Array(TestPartSchema, { description: 'The rows of the grid.' }),
  cells: Type.Array(TestCellSchema, {
    description: 'What a page neither gives nor should give has no cell.',
  }),
  renamed: Type.Array(strictObject({ from: Type.String(), to: Type.String(), pages: Count }), {
    description: 'Fields that seem to have got another name.',
  }),
  left: Type.Integer({
    minimum: 0,
    description: 'Number of pages that were not looked at, as there are too many or they are too large.',
  }),
});

/** Schema of `PageChange`. */
export const PageChangeSchema = strictObject({
  page: Id,
  copy: Id,
  fetchedAt: Time,
  sentence: Type.String({ description: 'What is new and what is gone on the page.' }),
});

const Which = {
  page: Type.Optional(Type.String({ ...Id, description: 'One page. Left out: all.' })),
  part: Type.Optional(TestPartSchema),
};

const Text = Type.Optional(
  Type.String({ ...SpiderText, description: 'Text of the spider. Left out: its newest version.' }),
);

/** Calls about the tests of a spider: the values that a person has locked on its saved pages. */
export const testCalls = {
  'tests.run': query(
    'Runs a spider on its saved pages and compares what it takes with the values that are locked.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/spiders/{spider}/tests',
      args: strictObject({
        ...SpiderRef,
        text: Text,
        rows: Type.Optional(
          Type.Union([Type.Boolean(), strictObject({ page: Id, part: TestPartSchema })], {
            description: 'Whether cells have their rows: all of them, or one.',
          }),
        ),
      }),
      result: strictObject({
        grid: TestGridSchema,
        locked: Type.Integer({ minimum: 0, description: 'Number of locked cells.' }),
        passed: Type.Boolean({
          description: 'Whether something is locked and everything locked is as it should be.',
        }),
        edit: nullable(
          strictObject({
            effects: Type.Array(EditEffectSchema),
            sentence: nullable(Type.String(), {
              description: 'null: it changes nothing on the saved pages.',
            }),
          }),
          { description: 'What the text does that the newest version does not; null: they are equal.' },
        ),
        elapsedMs: Type.Number(),
      }),
      errors: ['unknown-spider', 'invalid-spider', 'bad-run-args', 'timed-out', 'cancelled'],
    },
  ),
  'tests.list': query('The cells of a spider that are locked.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/locks',
    args: strictObject(SpiderRef),
    result: Type.Array(strictObject({ page: Id, ...TestPartSchema.properties, lockedAt: Time })),
    errors: ['unknown-spider'],
  }),
  'tests.lock': command('Locks what a spider takes from its saved pages as right.', {
    executor: 'work',
    path: '/api/spiders/{spider}/locks',
    args: strictObject({ ...SpiderRef, text: Text, ...Which }),
    result: strictObject({ locked: Type.Integer({ minimum: 0, description: 'Number of cells.' }) }),
    errors: ['unknown-spider', 'invalid-spider', 'bad-run-args', 'unknown-page', 'timed-out', 'cancelled'],
  }),
  'tests.unlock': command('Unlocks values on the saved pages of a spider.', {
    executor: 'write',
    path: '/api/spiders/{spider}/locks/remove',
    args: strictObject({ ...SpiderRef, ...Which }),
    result: strictObject({ unlocked: Count }),
    errors: ['unknown-spider'],
  }),
  'tests.rename': command('Moves the locked values of a field to its new name.', {
    executor: 'write',
    path: '/api/spiders/{spider}/locks/rename',
    args: strictObject({ ...SpiderRef, from: FieldName, to: FieldName }),
    result: strictObject({ pages: Type.Integer({ minimum: 0, description: 'On how many pages.' }) }),
    errors: ['unknown-spider'],
  }),
  'tests.sample': command('Saves a varied sample of the pages that the last run has stored.', {
    executor: 'write',
    path: '/api/spiders/{spider}/tests/sample',
    args: strictObject({
      ...SpiderRef,
      most: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 40, description: 'Number of pages; 8 unless set.' }),
      ),
    }),
    result: strictObject({
      run: Id,
      pages: Type.Array(SavedPageSchema, { description: 'Those that were added.' }),
    }),
    errors: ['unknown-spider', 'no-run', 'no-stored-page'],
  }),
  'tests.fetchAgain': command(
    'Fetches the saved pages of a spider again, as before, and keeps each beside the earlier copy. Nothing is replaced.',
    {
      executor: 'work',
      path: '/api/spiders/{spider}/tests/fetch',
      topics: ['progress'],
      args: strictObject({
        ...SpiderRef,
        page: Which.page,
        allowPrivate: Type.Boolean({
          description: 'Whether the call may reach loopback and private addresses.',
        }),
        operation: Type.Optional(OperationId),
      }),
      result: strictObject({
        fetched: Count,
        failed: Type.Array(
          strictObject({
            page: Id,
            message: Type.String(),
            reason: nullable(Type.String(), {
              description: 'The code of the reason, as in `details` of `fetch-failed`.',
            }),
          }),
          {
            description: 'Pages that could not be fetched, and why.',
          },
        ),
      }),
      errors: ['unknown-spider', 'unknown-page', 'no-browser', 'no-proxy', 'cancelled'],
    },
  ),
  'tests.drift': query(
    'Compares the newer copies of saved pages with the earlier ones: what has changed on them, and in the values.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/spiders/{spider}/tests/drift',
      args: strictObject({ ...SpiderRef, text: Text }),
      result: strictObject({
        changes: Type.Array(PageChangeSchema),
        grid: strictObject(TestGridSchema.properties, {
          description:
            'The newer copies. Expected is what is locked, and where nothing is, what the spider takes from the earlier copy.',
        }),
      }),
      errors: ['unknown-spider', 'invalid-spider', 'bad-run-args', 'timed-out', 'cancelled'],
    },
  ),
  'tests.keep': command('Keeps the newer copy of a saved page, or the earlier one; the other is deleted.', {
    executor: 'write',
    path: '/api/pages/{page}/keep',
    args: strictObject({ page: Id, copy: stringEnum(['newer', 'earlier']) }),
    result: SavedPageSchema,
    errors: ['unknown-page'],
  }),
} as const;
