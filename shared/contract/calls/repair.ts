import { Type } from 'typebox';
import type { FieldExtract } from '../../spider/schema.ts';
import { command, query } from '../define.ts';
import { Count, Id, SpiderRef, SpiderText, nullable, strictObject, stringEnum } from '../shapes.ts';
import { Language, RunSummarySchema } from './common.ts';

/** Schema of `FillFall`. */
export const FillFallSchema = strictObject(
  {
    callback: Type.String(),
    field: nullable(Type.String(), { description: 'null: the callback gave no item at all.' }),
    items: Count,
    rate: Type.Number({ description: 'Share of the items in which the field is filled, from 0 to 1.' }),
    itemsBefore: Count,
    rateBefore: Type.Number({ description: 'The same in the run before.' }),
  },
  { description: 'A field that is filled in fewer items than in an earlier run.' },
);

/** Schema of `FieldBreach`. */
export const FieldBreachSchema = strictObject(
  {
    field: nullable(Type.String(), { description: 'null: the run has too few items.' }),
    message: Type.String({ description: 'What is expected and what is there, in one sentence.' }),
  },
  { description: 'A field whose fill rate, type or pattern is not what the spider expects.' },
);

/** Schema of `RepairProof`. */
export const RepairProofSchema = strictObject({
  old: Type.Integer({
    minimum: 0,
    description: 'Values of the run before on pages that the new run has too, under the same URL.',
  }),
  found: Type.Integer({ minimum: 0, description: 'Those of them that are found again, unchanged.' }),
  changed: Type.Integer({ minimum: 0, description: 'Those where there is another value now.' }),
  missing: Type.Integer({ minimum: 0, description: 'Those where there is none.' }),
  filled: Type.Integer({ minimum: 0, description: 'Places on new pages where there is a value.' }),
  places: Type.Integer({ minimum: 0, description: 'All places: pages, or rows and entries of them.' }),
  examples: Type.Array(
    strictObject({ url: Type.String(), old: nullable(Type.String()), fresh: nullable(Type.String()) }),
    { description: 'Values before and after, those that are not equal first; at most 12.' },
  ),
});

/** Schema of `RepairChoice`. */
export const RepairChoiceSchema = strictObject({
  value: Type.Unsafe<FieldExtract | string>({
    description: 'What stands at the path instead: the definition of a field, or the selector of rows.',
  }),
  selector: Type.String(),
  language: Language,
  why: Type.String({ description: 'What the selector goes by, in a few words.' }),
  proof: RepairProofSchema,
});

/** Schema of `RepairedSelector`. */
export const RepairedSelectorSchema = strictObject({
  callback: nullable(Type.String(), {
    description: 'Of a region, the callback of its rule; null: the rule has none.',
  }),
  name: Type.String({
    description:
      'The field; "rows" for those of a page, "reviews.author" inside a list, "rule 2 restrict_css" for a region.',
  }),
  path: Type.Array(Type.String(), { description: 'Where it stands in the spider document.' }),
  selector: Type.String({ description: 'As it is.' }),
  language: Language,
  verdict: stringEnum(['fine', 'sure', 'unsure', 'lost'], {
    description:
      '`fine`: it works as before. `sure`: one repair is right. `unsure`: one of several may be. `lost`: nothing on the new pages is like what it took.',
  }),
  present: RepairProofSchema,
  choices: Type.Array(RepairChoiceSchema, { description: 'The best first; at most 3, of `sure` one.' }),
  reason: nullable(Type.String(), { description: 'Why it is lost, in one or two sentences.' }),
});

/** Schema of `RepairProposal`. */
export const RepairProposalSchema = strictObject({
  run: RunSummarySchema,
  against: nullable(RunSummarySchema, {
    description:
      'The run before; null: there is none to compare with, so that pages of the run are compared with others of it.',
  }),
  pages: strictObject({
    old: Count,
    fresh: Count,
    same: Type.Integer({ minimum: 0, description: 'Pages with the same URL in both runs.' }),
  }),
  falls: Type.Array(FillFallSchema),
  breaches: Type.Array(FieldBreachSchema),
  selectors: Type.Array(RepairedSelectorSchema),
});

const runPair = {
  run: Id,
  against: Type.Optional(
    nullable(Id, {
      description:
        'The run before. Left out: the newest earlier one in which more was filled, or what is breached was as expected.',
    }),
  ),
};
const RunPair = strictObject(runPair);
const RepairArgs = strictObject({
  ...runPair,
  text: Type.Optional(
    nullable(SpiderText, { description: 'The spider that is to be repaired. Left out: its newest version.' }),
  ),
});

/** Schema of `RepairMode`. */
export const RepairModeSchema = strictObject({
  byItself: Type.Boolean({
    description:
      'Whether the spider is repaired when a run no longer fills what an earlier one filled, or breaches what is expected of its fields: if all repairs are sure, and checks 1 to 9 of the proof find no fault.',
  }),
});

/** Calls about selectors that no longer take what they took. */
export const repairCalls = {
  'repair.falls': query(
    'The fields of a run that are filled less often than in an earlier run, or are not as the spider expects.',
    {
      executor: 'count',
      path: '/api/runs/{run}/falls',
      args: RunPair,
      result: strictObject({
        against: nullable(RunSummarySchema),
        falls: Type.Array(FillFallSchema),
        breaches: Type.Array(FieldBreachSchema),
      }),
      errors: ['unknown-run'],
    },
  ),
  'repair.propose': query(
    'Finds what the selectors of a spider took in an earlier run again on the pages of a run, with proof. Nothing is changed.',
    {
      executor: 'work',
      path: '/api/runs/{run}/repair',
      args: RepairArgs,
      result: RepairProposalSchema,
      errors: ['unknown-run', 'bad-arguments', 'timed-out', 'cancelled'],
    },
  ),
  'repair.mode': query('Whether a spider is repaired by itself.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/repair',
    args: strictObject(SpiderRef),
    result: RepairModeSchema,
    errors: ['unknown-spider'],
  }),
  'repair.setMode': command('Allows a spider to be repaired by itself, or forbids it.', {
    executor: 'write',
    verb: 'PUT',
    path: '/api/spiders/{spider}/repair',
    args: strictObject({ ...SpiderRef, byItself: Type.Boolean() }),
    result: RepairModeSchema,
    errors: ['unknown-spider'],
  }),
  'repair.byItself': command(
    'Repairs the spider of a run that has ended or paused, where that is allowed, every repair is sure, and the repaired spider is proved by pages of the run. A new version is saved; runs under way keep theirs.',
    {
      executor: 'work',
      path: '/api/runs/{run}/repair/by-itself',
      args: strictObject({ run: Id }),
      result: strictObject({
        version: nullable(Count, { description: 'The version that was saved; null: nothing was repaired.' }),
        names: Type.Array(Type.String(), { description: 'The fields that were repaired.' }),
      }),
      errors: ['unknown-run', 'timed-out', 'cancelled'],
    },
  ),
};
