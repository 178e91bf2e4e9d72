import { Type } from 'typebox';
import { requestSortColumns } from '../../request-columns.ts';
import { query } from '../define.ts';
import {
  Count,
  EventId,
  Id,
  Limit,
  Offset,
  PageKindSchema,
  Time,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { CellSchema, sliceOf } from './common.ts';

/** The states of a request. The last three are final, but `runs.requeue` queues failed requests again. */
/** The states of a request. */
export const requestStates = ['queued', 'active', 'done', 'failed', 'skipped'] as const;

/** An HTTP status; 0: a response without one. */
const HttpStatus = Type.Integer({ minimum: 0, maximum: 999 });

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
  method: Type.Optional(Type.String({ description: 'How it asks; left out: GET.' })),
  isFile: Type.Optional(
    Type.Literal(true, { description: 'It fetches a file that an item names. Left out: a page.' }),
  ),
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
  sent: nullable(
    strictObject({
      method: Type.String(),
      headers: Type.Array(HeaderSchema),
      body: nullable(Type.String(), { description: 'At most its first 10,000 characters; null: none.' }),
    }),
    { description: 'What it says besides its URL, without credentials; null: it is a plain GET.' },
  ),
  statusLine: nullable(Type.String(), { description: 'Status line of the response; null: not known.' }),
  headers: nullable(Type.Array(HeaderSchema), {
    description: 'Headers of the response in the order received, without credentials; null: not stored.',
  }),
  decision: nullable(Type.String(), {
    description: 'The rule and the pattern that admitted it; null: unknown.',
  }),
});

/** Calls that read what the ledger of a run holds: its requests, their hosts and its log. */
export const runLedgerCalls = {
  'runs.events': query(
    'The events of a run in order. Without `after`, `before` and `since`: the newest ones.',
    {
      executor: 'slow',
      path: '/api/runs/{run}/events',
      args: strictObject({
        run: Id,
        after: Type.Optional(EventId),
        before: Type.Optional(EventId),
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
      files: Type.Optional(
        Type.Boolean({
          description: 'true: only those that fetch files of items; false: only those that do not.',
        }),
      ),
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
