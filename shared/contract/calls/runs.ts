import { Type } from 'typebox';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Json,
  Limit,
  Name,
  Offset,
  SpiderRef,
  Time,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { CountersSchema, ProblemSchema, runStates, RunSummarySchema, sliceOf } from './common.ts';

/** 0: an answer that has none. */
const HttpStatus = Type.Integer({ minimum: 0, maximum: 999 });

export const requestStates = ['queued', 'active', 'done', 'failed', 'skipped'] as const;

const tierCounts = strictObject({ requests: Count, answered: Count, blocked: Count, failed: Count });

export const HostRowSchema = strictObject({
  origin: Type.String(),
  queued: Count,
  active: Count,
  done: Count,
  failed: Count,
  skipped: Count,
  items: Count,
});

export const FillSchema = strictObject({
  callback: Type.String(),
  field: Type.String(),
  items: Count,
  filled: Count,
  rate: Type.Number({ description: 'From 0 to 1.' }),
});

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
  { description: 'What became of the work of a run that was resumed, counted in the ledger.' },
);

export const RunDetailsSchema = strictObject({
  run: RunSummarySchema,
  appVersion: Type.String(),
  statuses: Type.Array(strictObject({ status: nullable(Type.Integer()), count: Count }), {
    description: 'Most frequent first; null: failed without an answer.',
  }),
  notFetched: Type.Integer({ minimum: 0, description: 'Requests skipped without an answer.' }),
  hosts: Type.Array(HostRowSchema, { description: 'The 100 busiest.' }),
  hostCount: Count,
  reasons: Type.Array(
    strictObject({ state: stringEnum(['failed', 'skipped']), reason: Type.String(), count: Count }),
    {
      description: 'Most frequent first; at most 200.',
    },
  ),
  bytes: Type.Integer({ minimum: 0, description: 'Decoded bytes of all answers.' }),
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
      'There are so many items that `fields` and `itemsWithValues` come from an even part of them.',
  }),
  receipt: ReceiptSchema,
  tiers: nullable(record(tierCounts), { description: 'Requests by proxy tier; null: no proxies were used.' }),
  eventKinds: Type.Array(strictObject({ kind: Type.String(), count: Count })),
});

export const RunOutcomeSchema = strictObject({
  run: Id,
  state: stringEnum(runStates),
  reason: nullable(Type.String()),
  counters: CountersSchema,
  failed: Type.Boolean({
    description:
      'Whether it failed, was blocked or was cut off, or has nothing to show, as far as that is known where it is asked.',
  }),
  tiers: nullable(record(tierCounts), { description: 'As in `runs.show`.' }),
  receipt: nullable(ReceiptSchema, { description: 'Of a run that was resumed; null: it was not.' }),
});

export const RunSeriesSchema = strictObject({
  bucketMs: Type.Integer({ minimum: 1 }),
  points: Type.Array(
    strictObject({
      at: Type.Number({ description: 'Beginning of the bucket, in milliseconds since 1970.' }),
      ms: Type.Integer({
        minimum: 1,
        description: 'How long it is; the first and the last may be shorter or longer than `bucketMs`.',
      }),
      pages: Type.Integer({ minimum: 0, description: 'Requests done.' }),
      items: Count,
      failed: Count,
      skipped: Count,
      bytes: Count,
      meanMs: nullable(Type.Number({ description: 'Mean time of answers.' })),
      maxMs: nullable(Type.Number()),
    }),
    {
      description:
        'Every bucket from the first to the last, empty ones included; of a run under way, those that are over.',
    },
  ),
});

export const RunEventSchema = strictObject({
  id: Type.String({ description: 'Its place in the order; what `after` and `before` take.' }),
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

export const requestColumns = [
  'id',
  'url',
  'state',
  'status',
  'priority',
  'depth',
  'bytes',
  'durationMs',
  'items',
  'tries',
  'contentType',
  'callback',
  'finishedAt',
] as const;

const LinkRef = strictObject({ id: Id, url: Type.String(), state: stringEnum(requestStates), items: Count });

export const RequestDetailSchema = strictObject({
  request: RequestRowSchema,
  parent: nullable(LinkRef, { description: 'The request on whose page the link was found first.' }),
  children: Type.Array(LinkRef, {
    description: 'Requests that were found on its page first; the first 200.',
  }),
  childCount: Count,
  items: Type.Array(
    strictObject({ id: Id, callback: Type.String(), title: nullable(Type.String()), position: Count }),
  ),
  events: Type.Array(RunEventSchema, { description: 'What happened to it, in order; the last 200.' }),
  page: nullable(strictObject({ bytes: Count, encoding: Type.String() }), {
    description: 'The stored page, if any.',
  }),
  headers: nullable(record(Type.String()), { description: 'Of the answer, where they were kept.' }),
  decision: nullable(Type.String(), {
    description: 'Why it was fetched as it was: the rule and the pattern.',
  }),
});

const RunRef = strictObject({ run: Id });

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
  'runs.show': query('A run with everything its ledger tells.', {
    executor: 'count',
    path: '/api/runs/{run}/details',
    args: RunRef,
    result: RunDetailsSchema,
    errors: ['unknown-run'],
  }),
  'runs.start': command(
    'Starts a run of the newest version; answers as soon as it is under way. The rest is told by the topics `runs` and `run`.',
    {
      executor: 'work',
      path: '/api/runs',
      topics: ['runs', 'run', 'log', 'items'],
      args: strictObject({
        ...SpiderRef,
        limit: nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
          description: 'Items at most: a test run; null: a full run.',
        }),
        overrides: Type.Optional(
          record(Json, { maxProperties: 200, description: 'Settings for this run only. Default: none.' }),
        ),
        allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
      }),
      result: strictObject({ run: RunSummarySchema, problems: Type.Array(ProblemSchema) }),
      errors: ['unknown-spider', 'invalid-spider', 'no-proxy', 'no-browser'],
    },
  ),
  'runs.pause': command('Asks for a pause: what is in flight is finished first. Answers at once.', {
    executor: 'write',
    path: '/api/runs/{run}/pause',
    args: RunRef,
    result: RunSummarySchema,
    errors: ['unknown-run', 'not-running'],
  }),
  'runs.resume': command('Goes on with a paused or interrupted run; answers as soon as it is under way.', {
    executor: 'work',
    path: '/api/runs/{run}/resume',
    topics: ['runs', 'run', 'log', 'items'],
    args: RunRef,
    result: strictObject({ run: RunSummarySchema, problems: Type.Array(ProblemSchema) }),
    errors: ['unknown-run', 'not-resumable', 'no-proxy', 'no-browser', 'invalid-spider'],
  }),
  'runs.wait': query('Waits until nobody carries a run out any more, and tells how it ended or stands.', {
    executor: 'work',
    path: '/api/runs/{run}/wait',
    args: RunRef,
    result: RunOutcomeSchema,
    errors: ['unknown-run', 'cancelled'],
  }),
  'runs.stop': command('Ends a run and keeps its data; what is in flight is dropped. Answers at once.', {
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
  'runs.requeue': command(
    'Puts the failed requests back into the queue; a run that had ended can be resumed then.',
    {
      executor: 'write',
      path: '/api/runs/{run}/requeue',
      args: RunRef,
      result: strictObject({ requeued: Count, run: RunSummarySchema }),
      errors: ['unknown-run', 'conflict'],
    },
  ),
  'runs.series': query('A run over time: pages, items, failures and answer times in buckets.', {
    executor: 'count',
    path: '/api/runs/{run}/series',
    args: strictObject({ run: Id, buckets: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: RunSeriesSchema,
    errors: ['unknown-run'],
  }),
  'runs.events': query(
    'What happened in a run, in order. Without `after`, `before` and `since`: the newest ones.',
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
            description: 'Only from this time on, in milliseconds since 1970; the oldest ones come first.',
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
  'runs.requests': query(
    'The requests of a run, a part of them: filtered, searched and sorted in the database.',
    {
      executor: 'slow',
      verb: 'POST',
      path: '/api/runs/{run}/requests',
      args: strictObject({
        run: Id,
        states: Type.Optional(Type.Array(stringEnum(requestStates), { maxItems: 5 })),
        statuses: Type.Optional(
          Type.Array(nullable(Type.Union([HttpStatus, Type.Literal('not-fetched')])), {
            maxItems: 50,
            description: 'HTTP statuses; null: failed without an answer; `not-fetched`: skipped without one.',
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
        sort: Type.Optional(strictObject({ column: stringEnum(requestColumns), descending: Type.Boolean() })),
        offset: Offset,
        limit: Limit,
      }),
      result: strictObject(sliceOf(RequestRowSchema)),
      errors: ['unknown-run'],
    },
  ),
  'runs.request': query(
    'One request with its answer, its links in and out, its items, and what happened to it.',
    {
      executor: 'slow',
      path: '/api/requests/{request}',
      args: strictObject({ request: Id }),
      result: RequestDetailSchema,
      errors: ['unknown-request'],
    },
  ),
  'runs.hosts': query('The hosts of a run, busiest first.', {
    executor: 'count',
    path: '/api/runs/{run}/hosts',
    args: strictObject({ run: Id, offset: Offset, limit: Limit }),
    result: strictObject(sliceOf(HostRowSchema)),
    errors: ['unknown-run'],
  }),
} as const;
