import { Type } from 'typebox';
import { runCauses } from '../../run-cause.ts';
import { requestSortColumns } from '../../request-columns.ts';
import { RunExpectationsSchema } from '../../spider/expectation-report.ts';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Json,
  Limit,
  Name,
  Offset,
  PageKindSchema,
  SpiderRef,
  Time,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import {
  CellSchema,
  CountersSchema,
  ProblemSchema,
  RunArgs,
  RunRef,
  runStates,
  RunSummarySchema,
  sliceOf,
} from './common.ts';
import { RunSeriesSchema } from './run-series.ts';

/** An HTTP status; 0: a response without one. */
const HttpStatus = Type.Integer({ minimum: 0, maximum: 999 });

/** The states of a request. The last three are final, but `runs.requeue` queues failed requests again. */
export const requestStates = ['queued', 'active', 'done', 'failed', 'skipped'] as const;

const tierCounts = strictObject({ requests: Count, answered: Count, blocked: Count, failed: Count });

/** Requests of one origin by state, and the items of its pages. */
export const HostRowSchema = strictObject({
  origin: Type.String(),
  queued: Count,
  active: Count,
  done: Count,
  failed: Count,
  skipped: Count,
  items: Count,
});

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
});

/** Schema of `RunEvent`. `page` is null unless the event is about a response. */
export const RunEventSchema = strictObject({
  id: Type.String({ description: 'Position in the log, for `after` and `before`.' }),
  run: Id,
  at: Time,
  kind: Type.String({
    description: 'fetched, extracted, failed, skipped, retried, links-dropped, paused, …',
  }),
  url: nullable(Type.String()),
  message: Type.String(),
  page: nullable(
    strictObject({
      request: Id,
      status: nullable(Type.Integer()),
      bytes: nullable(Count),
      durationMs: nullable(Type.Number()),
      contentType: nullable(Type.String()),
      items: Count,
    }),
  ),
});

/** Schema of `RequestRow`. What a response would give is null until there is one. */
export const RequestRowSchema = strictObject({
  id: Id,
  run: Id,
  url: Type.String(),
  state: stringEnum(requestStates),
  priority: Type.Integer(),
  depth: Count,
  rule: nullable(Type.Integer()),
  callback: nullable(Type.String()),
  follow: Type.Boolean(),
  parent: nullable(Id),
  tries: Count,
  reason: nullable(Type.String()),
  status: nullable(Type.Integer()),
  finalUrl: nullable(Type.String()),
  bytes: nullable(Count),
  durationMs: nullable(Type.Number()),
  contentType: nullable(Type.String()),
  items: Count,
  hasPage: Type.Boolean(),
  freshness: nullable(stringEnum(['new', 'unchanged', 'changed'])),
  answeredBy: nullable(stringEnum(['site', 'stored-page', 'cache', 'memory'])),
  finishedAt: nullable(Time),
});

const LinkRef = strictObject({ id: Id, url: Type.String(), state: stringEnum(requestStates), items: Count });

const RowProblems = Type.Array(strictObject({ field: Type.String(), message: Type.String() }));

/** A header of a response. */
export const HeaderSchema = strictObject({ name: Type.String(), value: Type.String() });

/** Schema of `RequestDetail`. */
export const RequestDetailSchema = strictObject({
  request: RequestRowSchema,
  parent: nullable(LinkRef, { description: 'The request on whose page the link was first found.' }),
  children: Type.Array(LinkRef, {
    description: 'Requests that were first found on its page; at most 200.',
  }),
  childCount: Count,
  rows: Type.Array(
    strictObject({
      from: LinkRef,
      position: Count,
      values: record(CellSchema),
      problems: RowProblems,
    }),
    {
      description:
        'Rows whose values travel to it, with the request whose page they are on and their place there, from 0; the first 20.',
    },
  ),
  rowCount: Count,
  leadingRows: Type.Array(
    strictObject({
      to: nullable(LinkRef, { description: 'The request that it leads to; null: none.' }),
      reason: nullable(Type.String(), { description: 'Why it leads to none.' }),
      position: Count,
      values: record(CellSchema),
      problems: RowProblems,
    }),
    { description: 'Rows of its page whose values travel to others; the first 200.' },
  ),
  leadingRowCount: Count,
  items: Type.Array(
    strictObject({ id: Id, callback: Type.String(), title: nullable(Type.String()), position: Count }),
  ),
  events: Type.Array(RunEventSchema, { description: 'Its events in order; the last 200.' }),
  page: nullable(strictObject({ bytes: Count, encoding: Type.String(), kind: PageKindSchema }), {
    description: 'The stored page; null: none.',
  }),
  statusLine: nullable(Type.String(), { description: 'Status line of the response; null: not known.' }),
  headers: nullable(Type.Array(HeaderSchema), {
    description: 'Headers of the response in the order received, without credentials; null: not stored.',
  }),
  decision: nullable(Type.String(), {
    description: 'The rule and the pattern that admitted it; null: unknown.',
  }),
});

/** Calls that start, control and read runs. */
export const runCalls = {
  'runs.list': query('Runs, newest first.', {
    executor: 'quick',
    path: '/api/runs',
    args: strictObject({
      project: Type.Optional(Name),
      spider: Type.Optional(Name),
      before: Type.Optional(Type.String({ maxLength: 64, description: 'Only runs older than this one.' })),
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
    'Starts a run of the newest version and returns as soon as it is in progress. The topics `runs` and `run` report the rest.',
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
      }),
      result: strictObject({ run: RunSummarySchema, problems: Type.Array(ProblemSchema) }),
      errors: ['unknown-spider', 'invalid-spider', 'bad-run-args', 'no-proxy', 'no-browser'],
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
    args: RunRef,
    result: strictObject({ run: RunSummarySchema, problems: Type.Array(ProblemSchema) }),
    errors: ['unknown-run', 'not-resumable', 'no-proxy', 'no-browser', 'invalid-spider'],
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
  'runs.delete': command('Deletes a run with its requests, items, events and pages.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/runs/{run}',
    args: RunRef,
    result: strictObject({ requests: Count, items: Count, events: Count }),
    errors: ['unknown-run', 'conflict'],
  }),
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
  'runs.events': query(
    'The events of a run in order. Without `after`, `before` and `since`: the newest ones.',
    {
      executor: 'slow',
      path: '/api/runs/{run}/events',
      args: strictObject({
        run: Id,
        after: Type.Optional(Type.String({ maxLength: 50 })),
        before: Type.Optional(Type.String({ maxLength: 50 })),
        since: Type.Optional(
          Type.Integer({
            ...Count,
            description:
              'Only events from this time on, in milliseconds since 1970; the oldest ones come first.',
          }),
        ),
        kinds: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 })),
        url: Type.Optional(
          Type.String({ maxLength: 2000, description: 'Only those whose URL contains this.' }),
        ),
        limit: Type.Optional(Limit),
      }),
      result: strictObject({ events: Type.Array(RunEventSchema), more: Type.Boolean() }),
      errors: ['unknown-run'],
    },
  ),
  'runs.requests': query('A page of the requests of a run: filtered, searched and sorted in the database.', {
    executor: 'slow',
    verb: 'POST',
    path: '/api/runs/{run}/requests',
    args: strictObject({
      run: Id,
      states: Type.Optional(Type.Array(stringEnum(requestStates), { maxItems: 5 })),
      statuses: Type.Optional(
        Type.Array(nullable(Type.Union([HttpStatus, Type.Literal('not-fetched')])), {
          maxItems: 50,
          description: 'HTTP statuses; null: failed without a response; `not-fetched`: skipped without one.',
        }),
      ),
      url: Type.Optional(
        Type.String({ maxLength: 2000, description: 'Only those whose URL contains this.' }),
      ),
      reason: Type.Optional(
        Type.String({ maxLength: 2000, description: 'Only those whose reason contains this.' }),
      ),
      origin: Type.Optional(Type.String({ maxLength: 2000 })),
      callback: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
      sort: Type.Optional(
        strictObject({ column: stringEnum(requestSortColumns), descending: Type.Boolean() }),
      ),
      offset: Offset,
      limit: Limit,
    }),
    result: strictObject(sliceOf(RequestRowSchema)),
    errors: ['unknown-run'],
  }),
  'runs.request': query('One request with its response, its links in and out, its items and its events.', {
    executor: 'slow',
    path: '/api/requests/{request}',
    args: strictObject({ request: Id }),
    result: RequestDetailSchema,
    errors: ['unknown-request'],
  }),
  'runs.hosts': query('The hosts of a run, busiest first.', {
    executor: 'count',
    path: '/api/runs/{run}/hosts',
    args: strictObject({ run: Id, offset: Offset, limit: Limit }),
    result: strictObject(sliceOf(HostRowSchema)),
    errors: ['unknown-run'],
  }),
} as const;
