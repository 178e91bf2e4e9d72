import { Type } from 'typebox';
import { keptReasons } from '../../retention.ts';
import { command, query } from '../define.ts';
import {
  Count,
  Id,
  Name,
  OperationId,
  SpiderRef,
  Time,
  emptyObject,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { RunSummarySchema } from './common.ts';

const AtMost = (description: string) =>
  nullable(Type.Integer({ minimum: 1, maximum: 100_000 }), {
    description: `${description} null: all are kept.`,
  });

/** Schema of `RetentionRule`. */
export const RetentionRuleSchema = strictObject({
  runs: AtMost(
    'Keeps this many of the newest full runs that completed, and everything since the oldest of them.',
  ),
  days: AtMost('Keeps the runs of so many days. With `runs`, a run goes only where both let it go.'),
  pages: AtMost(
    'Keeps the stored pages of this many of the newest full runs that completed, and of everything since.',
  ),
  detail: AtMost('Keeps the log and the headers of responses, likewise.'),
  dataset: stringEnum(['keep', 'forget'], {
    description:
      '`keep`: a run stays that was the first or the last to see an item of the dataset. `forget`: the dataset forgets what only runs that go have seen.',
  }),
});

const Scope = {
  project: Type.Optional(Name),
  spider: Type.Optional(Name),
};

const Removed = strictObject({ runs: Count, items: Count, pagesOf: Count, detailOf: Count, bytes: Count });

/** Schema of `RetentionRules`. */
export const RetentionRulesSchema = strictObject({
  rules: Type.Array(
    strictObject({ project: nullable(Name), spider: nullable(Name), rule: RetentionRuleSchema }),
    { description: 'Both null: of the workspace. The nearest one holds, as a whole.' },
  ),
  nightly: Type.Boolean({
    description: 'Whether the rules are applied every night, by a daemon or a window.',
  }),
  last: nullable(strictObject({ at: Time, removed: Removed }), {
    description: 'What the last night has removed; null: there was none.',
  }),
});

/** Schema of `SpiderRetention`: what goes of a spider by its rule. */
export const SpiderRetentionSchema = strictObject({
  ...SpiderRef,
  rule: RetentionRuleSchema,
  from: stringEnum(['spider', 'project', 'workspace']),
  remove: Type.Array(
    strictObject({
      run: Id,
      kind: RunSummarySchema.properties.kind,
      createdAt: Time,
      items: Count,
      pages: Type.Integer({ minimum: 0, description: 'Stored pages that no other run has.' }),
      bytes: Count,
    }),
    { description: 'Runs that go, with everything.' },
  ),
  pages: Type.Array(strictObject({ run: Id, createdAt: Time, pages: Count, bytes: Count }), {
    description: 'Runs that lose their stored pages, and keep their items.',
  }),
  detail: Type.Array(strictObject({ run: Id, createdAt: Time, events: Count, bytes: Count }), {
    description: 'Runs that lose their log and the headers of responses.',
  }),
  kept: Type.Array(strictObject({ run: Id, why: stringEnum(keptReasons) }), {
    description: 'Runs that the rule would touch, and why they stay as they are.',
  }),
  dataset: strictObject(
    {
      lost: Type.Integer({ minimum: 0, description: 'Items that only runs that go have seen.' }),
      later: Type.Integer({ minimum: 0, description: 'Items whose `first_seen` becomes later.' }),
    },
    { description: 'What its dataset loses.' },
  ),
});

/** Schema of `RunRetention`. */
export const RunRetentionSchema = strictObject({
  pinnedAt: nullable(Time),
  pagesDroppedAt: nullable(Time, {
    description: 'When its stored pages have gone by rule; null: they have not.',
  }),
  detailDroppedAt: nullable(Time, { description: 'The same of its log and the headers of responses.' }),
});

/** Calls about what goes by rule. */
export const retentionCalls = {
  'retention.rules': query('The rules by which runs go, and whether they are applied every night.', {
    executor: 'quick',
    path: '/api/retention',
    args: emptyObject,
    result: RetentionRulesSchema,
  }),
  'retention.set': command(
    'Sets the rule of a spider, a project or the workspace, or removes it. Nothing goes by this.',
    {
      executor: 'write',
      verb: 'PUT',
      path: '/api/retention',
      args: strictObject({ ...Scope, rule: nullable(RetentionRuleSchema) }),
      result: RetentionRulesSchema,
      errors: ['unknown-project', 'unknown-spider'],
    },
  ),
  'retention.configure': command('Says whether the rules are applied every night, after three.', {
    executor: 'write',
    path: '/api/retention/nightly',
    args: strictObject({ nightly: Type.Boolean() }),
    result: RetentionRulesSchema,
  }),
  'retention.preview': query('Exactly what would go by the rules, and why other runs stay.', {
    executor: 'work',
    path: '/api/retention/preview',
    args: strictObject({ ...Scope, operation: Type.Optional(OperationId) }),
    result: strictObject({
      spiders: Type.Array(SpiderRetentionSchema, {
        description: 'Those of which something goes, or stays against the rule.',
      }),
      runs: Count,
      items: Count,
      bytes: Type.Integer({ minimum: 0, description: 'What becomes free inside the database, about.' }),
    }),
    errors: ['unknown-project', 'unknown-spider'],
    topics: ['progress'],
  }),
  'retention.apply': command(
    'Removes for good what `retention.preview` tells, in short steps between which everything goes on.',
    {
      executor: 'work',
      path: '/api/retention/apply',
      args: strictObject({
        ...Scope,
        only: Type.Optional(
          Type.Array(Id, {
            maxItems: 100_000,
            description: 'Only these runs are touched: those that a person has seen in a preview.',
          }),
        ),
        operation: Type.Optional(OperationId),
      }),
      result: Removed,
      errors: ['unknown-project', 'unknown-spider', 'conflict'],
      topics: ['progress'],
    },
  ),
  'runs.pin': command('Pins a run, which no rule then touches, or takes the pin away.', {
    executor: 'write',
    path: '/api/runs/{run}/pin',
    args: strictObject({ run: Id, pinned: Type.Boolean() }),
    result: RunRetentionSchema,
    errors: ['unknown-run'],
  }),
  'runs.retention': query('Whether a run is pinned, and what of it has gone by rule.', {
    executor: 'quick',
    path: '/api/runs/{run}/retention',
    args: strictObject({ run: Id }),
    result: RunRetentionSchema,
    errors: ['unknown-run'],
  }),
} as const;
