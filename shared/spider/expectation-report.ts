import { Type } from 'typebox';
import { oneOf } from './schema-parts.ts';

/** What can be expected, of a field or of the run. */
const expectationNames = ['min_items', 'fill', 'type', 'range', 'pattern', 'unique', 'constant'] as const;

const Count = Type.Integer({ minimum: 0 });
const closed = { additionalProperties: false } as const;

/** Schema of `Breach`. */
const BreachSchema = Type.Object(
  {
    field: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'null: it is about the whole run.',
    }),
    expectation: oneOf(expectationNames),
    expected: Type.String(),
    got: Type.String(),
    message: Type.String({ description: 'Both in one sentence.' }),
    examples: Type.Array(
      Type.Object({ url: Type.String(), value: Type.String({ description: 'As JSON, shortened.' }) }, closed),
      { description: 'At most three items that do not fit.' },
    ),
  },
  closed,
);

/** An expectation that does not hold. */
export type Breach = Type.Static<typeof BreachSchema>;

/** Schema of `FieldMeter`. */
const FieldMeterSchema = Type.Object(
  {
    field: Type.String(),
    items: Type.Integer({ minimum: 0, description: 'Items that can have the field.' }),
    filled: Count,
    minFill: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'The least share of filled ones, from 0 to 1; null: none is expected.',
    }),
    expected: Type.Array(Type.String(), { description: 'What else is expected, in words.' }),
    distinct: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Number of different values of a field that is unique; null: not counted.',
    }),
    isSampled: Type.Boolean({ description: 'Whether repeated values are looked for in a sample of them.' }),
  },
  closed,
);

/** How a field of a run is filled, beside what is expected of it. */
export type FieldMeter = Type.Static<typeof FieldMeterSchema>;

/** Schema of `ExpectationReport`. */
export const ExpectationReportSchema = Type.Object(
  {
    items: Type.Integer({ minimum: 0, description: 'Items that were measured.' }),
    withoutKey: Type.Integer({ minimum: 0, description: 'Items with an empty field in their key.' }),
    isOver: Type.Boolean({ description: 'Whether the run is over, so that all of it was judged.' }),
    onBreach: oneOf(['warn', 'pause', 'fail']),
    minItems: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    fields: Type.Array(FieldMeterSchema),
    breaches: Type.Array(BreachSchema),
  },
  closed,
);

/** The data of a run, measured by what its spider expects. */
export type ExpectationReport = Type.Static<typeof ExpectationReportSchema>;

/** Schema of `RunExpectations`. */
export const RunExpectationsSchema = Type.Object(
  {
    ...ExpectationReportSchema.properties,
    dropped: Type.Integer({ minimum: 0, description: 'Duplicates that were not stored.' }),
  },
  closed,
);

/** The same, and the number of duplicates that the run did not store. */
export type RunExpectations = Type.Static<typeof RunExpectationsSchema>;
