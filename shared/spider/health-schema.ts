import { Type } from 'typebox';
import { oneOf } from './schema-parts.ts';

/** What is known of a spider after a check. The worst comes first. */
export const healthVerdicts = ['broken', 'unknown', 'healthy'] as const;

/** By what something was found. */
export const findingKinds = ['fetch', 'expect', 'fixture', 'fill', 'items', 'history'] as const;

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Time = Type.String({ description: 'ISO 8601 in UTC.' });
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9_-]+$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

function closed<P extends Type.TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

function nullable<T extends Type.TSchema>(schema: T, options: Type.TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** Schema of `HealthFinding`. */
export const HealthFindingSchema = closed({
  kind: oneOf(findingKinds, {
    description:
      '`fetch`: the sample could not be fetched. `expect`: it is not as the spider expects. `fixture`: locked values of saved pages are not extracted any more. `fill`: a field is empty more often than before. `items`: full runs give fewer items than before. `history`: the last full runs did not end as they should.',
  }),
  field: nullable(Type.String(), { description: 'The field that it is about; null: none in particular.' }),
  message: Type.String({ description: 'What is wrong, in a sentence or two.' }),
  hint: nullable(Type.String(), { description: 'What to do about it.' }),
  since: nullable(Time, {
    description:
      'Since when: the end of `sinceRun`; without one, the end of the last good run, after which it broke. null: not known.',
  }),
  sinceRun: nullable(Id, {
    description: 'The first full run of the present series in which it was so; null: no full run was so yet.',
  }),
});

/** Schema of `SpiderHealth`. */
export const SpiderHealthSchema = closed({
  spider: Name,
  version: Type.Integer({ minimum: 1, description: 'The version that was checked.' }),
  checkedAt: Time,
  verdict: oneOf(healthVerdicts, {
    description: '`unknown`: nothing wrong was found, but it could not be sampled; `reason` says why.',
  }),
  reason: nullable(Type.String(), {
    description: 'Why no sample could be made or judged, in a sentence; null: it was.',
  }),
  findings: Type.Array(HealthFindingSchema, { description: 'The most telling first.' }),
  sampled: closed({
    run: nullable(Id, { description: 'The test run that fetched the sample; null: there is none.' }),
    items: Count,
    pages: Type.Integer({ minimum: 0, description: 'Pages that were answered.' }),
  }),
  fixtures: closed({
    locked: Type.Integer({ minimum: 0, description: 'Locked parts of its saved pages.' }),
    failed: Type.Integer({ minimum: 0, description: 'How many of them are not extracted as locked.' }),
  }),
});

/** What the last check of a spider has found. */
export type SpiderHealth = Type.Static<typeof SpiderHealthSchema>;
