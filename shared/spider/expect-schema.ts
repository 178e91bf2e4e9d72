import { Type } from 'typebox';
import { mapOf, oneOf, orNull } from './schema-parts.ts';

/** The types of values that can be expected, in the order of menus. */
export const expectedTypes = [
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'url',
  'image',
  'list',
  'object',
] as const;
/** What may happen to an item whose key was stored already. The first is the default. */
const duplicateChoices = ['keep', 'drop'] as const;
/** What may happen when an expectation does not hold. The first is the default. */
const breachChoices = ['warn', 'pause', 'fail'] as const;

/** The least share of items in which a required field is filled, unless min_fill is given. */
export const requiredFill = 0.98;

const ExpectedFieldSchema = Type.Object(
  {
    type: orNull(
      oneOf(expectedTypes, {
        description:
          'The type of its values: "text", "number", "integer", "boolean", "date" (ISO 8601), "url", "image" (a URL), "list" or "object". Text that is written as a number or a boolean counts as one.',
      }),
    ),
    required: orNull(
      Type.Boolean({
        default: false,
        description: `true: the field is filled in at least ${requiredFill * 100} % of the items, or in the share of min_fill.`,
      }),
    ),
    min_fill: orNull(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The least share of items in which the field is filled, from 0 to 1.',
      }),
    ),
    range: orNull(
      Type.Array(Type.Unsafe<number | null>({ type: ['number', 'null'] }), {
        minItems: 2,
        maxItems: 2,
        description: 'The least and the greatest number, for example [0, null]. null leaves an end open.',
      }),
    ),
    pattern: orNull(
      Type.String({
        minLength: 1,
        description: 'A regular expression that is found in every value, in Python syntax.',
      }),
    ),
    unique: orNull(Type.Boolean({ default: false, description: 'true: no two items have the same value.' })),
    constant: orNull(Type.Boolean({ default: false, description: 'true: all items have the same value.' })),
    examples: orNull(
      Type.Array(Type.Unknown(), {
        description: 'Values as they should be, or as the site writes them, for example ["19.99"].',
      }),
    ),
  },
  { additionalProperties: false, description: 'What the values of a field should be.' },
);

/** What is expected of a field of the items. */
export type ExpectedField = Type.Static<typeof ExpectedFieldSchema>;

/** Schema of `Expect`. */
export const ExpectSchema = Type.Object(
  {
    key: orNull(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description:
          'The fields whose values tell an item from all others, for example ["sku"]. Unset: the URL, or the row.',
      }),
    ),
    duplicates: orNull(
      oneOf(duplicateChoices, {
        default: 'keep',
        description: '"keep" stores an item whose key the run has stored already; "drop" does not.',
      }),
    ),
    min_items: orNull(
      Type.Integer({ minimum: 0, description: 'The least number of items of a full run that completes.' }),
    ),
    on_breach: orNull(
      oneOf(breachChoices, {
        default: 'warn',
        description:
          'What a run does when an expectation does not hold: "warn" tells it, "pause" pauses the run, "fail" ends it as failed. Data is kept.',
      }),
    ),
    fields: orNull(
      mapOf(ExpectedFieldSchema, { description: 'What is expected of each field, by its name.' }),
    ),
  },
  { additionalProperties: false, description: 'What is expected of the data. Runs are measured by it.' },
);

/** What is expected of the items of a spider. */
export type Expect = Type.Static<typeof ExpectSchema>;
