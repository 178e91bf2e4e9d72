import { Type } from 'typebox';
import { query } from '../define.ts';
import { Count, Id, Name, SpiderText, nullable, record, strictObject } from '../shapes.ts';
import { TestedRowSchema, WhyEmptySchema } from './tester.ts';

/** Schema of `PageRows`. */
export const PageRowsSchema = strictObject({
  page: Id,
  total: Type.Integer({ minimum: 0, description: 'Number of rows; 1 where the page is one item.' }),
  rows: Type.Array(TestedRowSchema, {
    description: 'The first 500, or fewer where the values of all pages are long.',
  }),
  filled: record(Count, { description: 'In how many of all its rows each field is filled.' }),
  problem: nullable(Type.String(), { description: 'Why there are no rows, in one sentence.' }),
});

/** Schema of `EmptyField`. */
export const EmptyFieldSchema = strictObject({
  callback: Type.String(),
  field: nullable(Type.String(), { description: 'null: the callback finds no rows.' }),
  of: Type.Integer({ minimum: 1, description: 'In how many pages or items it is empty: in all of them.' }),
  why: WhyEmptySchema,
});

/** Schema of `EmptySelector`. */
export const EmptySelectorSchema = strictObject({
  pointer: Type.String({
    description: 'JSON Pointer of a selector of BROWSER_ACTIONS or PAGINATED_LISTINGS that matches nothing.',
  }),
  of: Type.Integer({ minimum: 1, description: 'On how many pages it should match.' }),
  why: WhyEmptySchema,
});

const EmptyFields = strictObject({ fields: Type.Array(EmptyFieldSchema) });

/** Calls that try a spider on all of its saved pages. They change nothing. */
export const testerPagesCalls = {
  'tester.pages': query(
    'Runs a callback on the saved pages of a spider that a crawl would run it on, and gives the rows of each.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/spiders/{spider}/rows',
      args: strictObject({
        project: Name,
        spider: Name,
        text: SpiderText,
        callback: Type.String({ minLength: 1, maxLength: 500 }),
      }),
      result: strictObject({
        iterates: Type.Boolean({
          description: 'Whether the callback makes rows; otherwise each page is one.',
        }),
        fields: Type.Array(Type.String(), {
          description: 'The fields of a row: those of the callback in text order, then those from the URL.',
        }),
        pages: Type.Array(PageRowsSchema, { description: 'Newest page first.' }),
        left: Type.Integer({
          minimum: 0,
          description:
            'Number of pages that were not looked at, as there are too many or they are too large.',
        }),
      }),
      errors: ['unknown-callback', 'invalid-spider', 'timed-out', 'cancelled'],
    },
  ),
  'tester.empty': query(
    'The fields that are empty on all saved pages that a crawl would give to their callback, and the selectors of actions and lists that match nothing on any, and why.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/spiders/{spider}/empty',
      args: strictObject({ project: Name, spider: Name, text: SpiderText }),
      result: strictObject({
        ...EmptyFields.properties,
        selectors: Type.Array(EmptySelectorSchema),
      }),
      errors: ['invalid-spider', 'timed-out', 'cancelled'],
    },
  ),
  'tester.emptyInRun': query(
    'The fields that are empty in all items of a run, and why, on the stored page of one of the items.',
    {
      executor: 'work',
      verb: 'GET',
      path: '/api/runs/{run}/empty',
      args: strictObject({ run: Id }),
      result: EmptyFields,
      errors: ['unknown-run', 'timed-out', 'cancelled'],
    },
  ),
} as const;
