import { Type } from 'typebox';
import { runCauses } from '../../run-cause.ts';
import { RunExpectationsSchema } from '../../spider/expectation-report.ts';
import { query, command } from '../define.ts';
import {
  Count,
  EntryId,
  Id,
  Json,
  Limit,
  Name,
  SpiderRef,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { ForGood, InTrash } from './trash.ts';
import {
  CountersSchema,
  ProblemSchema,
  RunArgs,
  RunRef,
  runStates,
  RunSummarySchema,
  VersionRef,
  Workers,
} from './common.ts';
import { HostRowSchema } from './run-ledger.ts';
import { RunSeriesSchema } from './run-series.ts';

/** Most characters of the pattern of an exclusion. */
const maxExclusionLength = 2000;

const Exclusions = Type.Array(Type.String(), {
  description: 'Patterns of the URLs that people have taken out of the run, oldest first.',
});

const tierCounts = strictObject({ requests: Count, answered: Count, blocked: Count, failed: Count });

/** Schema of `FieldFill`. */
export const FillSchema = strictObject({
  callback: Type.String(),
  field: Type.String(),
  items: Count,
  filled: Count,
  rate: Type.Number({ description: 'From 0 to 1.' }),
});

/** Schema of `Receipt`. */
export const ReceiptSchema = strictObject(
  {
    done: Count,
    requeued: Count,
    fetchedAgain: Count,
    fetchedAgainInAll: Count,
    givenUp: Count,
    itemsLost: Count,
    itemsDuplicated: Count,
  },
  { description: 'The account of a resumed run, counted in the ledger.' },
);

const ExpiredLoginSchema = nullable(strictObject({ name: Type.String(), url: Type.String() }), {
  description:
    'The login that a paused run waits for because it has expired, and where to log in; null: it waits for none.',
});

/** Schema of `RunDetails`. */
export const RunDetailsSchema = strictObject({
  run: RunSummarySchema,
  appVersion: Type.String(),
  statuses: Type.Array(strictObject({ status: nullable(Type.Integer()), count: Count }), {
    description: 'Most frequent first; null: failed without a response.',
  }),
  notFetched: Type.Integer({ minimum: 0, description: 'Requests that were skipped without a response.' }),
  hosts: Type.Array(HostRowSchema, { description: 'The 100 origins with the most requests.' }),
  hostCount: Count,
  reasons: Type.Array(
    strictObject({ state: stringEnum(['failed', 'skipped']), reason: Type.String(), count: Count }),
    {
      description: 'Most frequent first; at most 200.',
    },
  ),
  bytes: Type.Integer({ minimum: 0, description: 'Decoded bytes of all responses.' }),
  extractionRequests: Count,
  itemsWithValues: Count,
  files: strictObject(
    { downloaded: Count, failed: Count, waiting: Count, bytes: Count },
    {
      description:
        'Requests for files of items: those that are there, with their bytes; those that failed or were skipped; those that wait.',
    },
  ),
  freshness: strictObject({ new: Count, unchanged: Count, changed: Count }),
  answeredBy: strictObject({ site: Count, storedPage: Count, cache: Count, memory: Count }),
  timings: strictObject({
    activeMs: Type.Number(),
    answered: Count,
    pagesPerSecond: nullable(Type.Number()),
    medianMs: nullable(Type.Number()),
    p95Ms: nullable(Type.Number()),
  }),
  fields: Type.Array(FillSchema),
  sampled: Type.Boolean({
    description:
      'Whether `fields` and `itemsWithValues` come from an even sample, because there are too many items.',
  }),
  receipt: ReceiptSchema,
  tiers: nullable(record(tierCounts), { description: 'Requests by proxy tier; null: no proxies were used.' }),
  expectations: nullable(RunExpectationsSchema, { description: 'As in `runs.expectations`.' }),
  expiredLogin: ExpiredLoginSchema,
  exclusions: Exclusions,
  hasPages: Type.Boolean({ description: 'Whether a page is stored, so that items can be extracted again.' }),
  eventKinds: Type.Array(strictObject({ kind: Type.String(), count: Count })),
});

/** Schema of `RunOutcome`. */
export const RunOutcomeSchema = strictObject({
  run: Id,
  state: stringEnum(runStates),
  reason: nullable(Type.String()),
  cause: nullable(stringEnum(runCauses), { description: 'As in a run.' }),
  counters: CountersSchema,
  failed: Type.Boolean({
    description:
      'Whether the run failed, was blocked or interrupted, or extracted nothing, as far as the host knows.',
  }),
  tiers: nullable(record(tierCounts), { description: 'As in `runs.show`.' }),
  receipt: nullable(ReceiptSchema, {
    description: 'The account of a resumed run; null: the run was not resumed.',
  }),
  expiredLogin: ExpiredLoginSchema,
});

/** Calls that start and control runs, and say how they went. */
export const runCalls = {
  'runs.list': query('Runs, newest first.', {
    executor: 'quick',
    path: '/api/runs',
    args: strictObject({
      project: Type.Optional(Name),
      spider: Type.Optional(Name),
      before: Type.Optional(
        Type.Unsafe<string>({ ...EntryId, description: 'Only runs older than this one.' }),
      ),
      limit: Type.Optional(Limit),
    }),
    result: strictObject({ runs: Type.Array(RunSummarySchema), more: Type.Boolean() }),
    errors: ['unknown-project', 'unknown-spider'],
  }),
  'runs.get': query('One run, as in the list.', {
    executor: 'quick',
    path: '/api/runs/{run}',
    args: RunRef,
    result: RunSummarySchema,
    errors: ['unknown-run'],
  }),
  'runs.show': query('A run with the statistics of its ledger.', {
    executor: 'count',
    path: '/api/runs/{run}/details',
    args: RunRef,
    result: RunDetailsSchema,
    errors: ['unknown-run'],
  }),
  'runs.expectations': query('The data of a run, measured by what its spider expects.', {
    executor: 'quick',
    path: '/api/runs/{run}/expectations',
    args: RunRef,
    result: nullable(RunExpectationsSchema, { description: 'null: the spider expects nothing.' }),
    errors: ['unknown-run'],
  }),
  'runs.proposeExpect': query('What to expect of the data from now on, from the items of a run.', {
    executor: 'slow',
    path: '/api/runs/{run}/expect',
    args: strictObject({
      run: Id,
      ranges: Type.Optional(
        Type.Boolean({ description: 'Whether ranges are proposed for all numbers. Default: false.' }),
      ),
    }),
    result: strictObject({
      expect: record(Json, { description: 'A value for `expect` of the spider document.' }),
      notes: Type.Array(Type.String(), { description: 'What a person should know about it.' }),
    }),
    errors: ['unknown-run', 'nothing-to-expect'],
  }),
  'runs.start': command(
    'Starts a run and returns as soon as it is in progress. The topics `runs` and `run` report the rest.',
    {
      executor: 'work',
      path: '/api/runs',
      topics: ['runs', 'run', 'log', 'items'],
      args: strictObject({
        ...SpiderRef,
        limit: nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
          description: 'The most items of a test run; null: a full run.',
        }),
        overrides: Type.Optional(
          record(Json, { maxProperties: 200, description: 'Settings for this run only. Default: none.' }),
        ),
        args: Type.Optional(RunArgs),
        allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
        version: Type.Optional({ ...VersionRef, description: 'Default: the newest version.' }),
        workers: Type.Optional(Workers),
      }),
      result: strictObject({ run: RunSummarySchema, problems: Type.Array(ProblemSchema) }),
      errors: [
        'unknown-spider',
        'unknown-version',
        'invalid-spider',
        'bad-run-args',
        'no-proxy',
        'no-browser',
      ],
    },
  ),
  'runs.pause': command('Requests a pause and returns at once. Requests in flight are finished first.', {
    executor: 'write',
    path: '/api/runs/{run}/pause',
    args: RunRef,
    result: RunSummarySchema,
    errors: ['unknown-run', 'not-running'],
  }),
  'runs.resume': command('Resumes a paused or interrupted run and returns as soon as it is in progress.', {
    executor: 'work',
    path: '/api/runs/{run}/resume',
    topics: ['runs', 'run', 'log', 'items'],
    args: strictObject({ run: Id, workers: Type.Optional(Workers) }),
    result: strictObject({ run: RunSummarySchema, problems: Type.Array(ProblemSchema) }),
    errors: ['unknown-run', 'not-resumable', 'no-proxy', 'no-browser', 'invalid-spider', 'bad-run-args'],
  }),
  'runs.wait': query('Waits until no process carries the run out any more, and returns its outcome.', {
    executor: 'work',
    path: '/api/runs/{run}/wait',
    args: RunRef,
    result: RunOutcomeSchema,
    errors: ['unknown-run', 'cancelled'],
  }),
  'runs.stop': command('Ends a run, keeps its data and returns at once. Requests in flight are dropped.', {
    executor: 'write',
    path: '/api/runs/{run}/stop',
    args: RunRef,
    result: RunSummarySchema,
    errors: ['unknown-run', 'not-running'],
  }),
  'runs.delete': command('Moves a run to the trash, with its requests, items, events and pages.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/runs/{run}',
    args: strictObject({ run: Id, forGood: ForGood }),
    result: strictObject({ requests: Count, items: Count, trash: InTrash }),
    errors: ['unknown-run', 'conflict'],
  }),
  'runs.exclude': command(
    'Takes the URLs that a pattern matches out of a run under way. Requests in flight are finished.',
    {
      executor: 'write',
      path: '/api/runs/{run}/exclude',
      args: strictObject({
        run: Id,
        pattern: Type.String({
          maxLength: maxExclusionLength,
          description: 'A regular expression that is found in a URL, as in `deny` of a rule.',
        }),
      }),
      result: strictObject({
        run: Id,
        added: Type.Boolean({ description: 'false: the run had the pattern already.' }),
        exclusions: Exclusions,
      }),
      errors: ['unknown-run', 'bad-pattern', 'conflict'],
    },
  ),
  'runs.requeue': command('Puts the failed requests back into the queue; an ended run can then be resumed.', {
    executor: 'write',
    path: '/api/runs/{run}/requeue',
    args: RunRef,
    result: strictObject({ requeued: Count, run: RunSummarySchema }),
    errors: ['unknown-run', 'conflict'],
  }),
  'runs.series': query('A run over time: pages, items, failures and response times in buckets.', {
    executor: 'count',
    path: '/api/runs/{run}/series',
    args: strictObject({ run: Id, buckets: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: RunSeriesSchema,
    errors: ['unknown-run'],
  }),
} as const;
