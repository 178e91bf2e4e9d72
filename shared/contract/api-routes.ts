import { Type } from 'typebox';
import { exportFormats } from '../export-formats.ts';
import { RunArgs, RunSummarySchema, VersionRef } from './calls/common.ts';
import { ItemSchema } from './calls/results.ts';
import { changeKinds } from './calls/changes.ts';
import type { HttpVerb } from './define.ts';
import type { CallName } from './index.ts';
import { Count, EventId, Id, Json, Name, nullable, record, strictObject, stringEnum } from './shapes.ts';
import { ProblemSchema } from './calls/common.ts';

/** An address of the API that is not simply a call: it puts calls together, or answers with something else than JSON. */
export interface ApiRoute {
  readonly summary: string;
  readonly verb: HttpVerb;
  /** With arguments in braces. */
  readonly path: `/api/${string}`;
  /** The call whose permission it needs; null: each call that it makes needs its own. */
  readonly call: CallName | null;
  /** What the path, the query and the body hold. */
  readonly args: Type.TSchema;
  readonly result: Type.TSchema;
  /** Status of the answer. Default: 200. */
  readonly status?: number;
  /** Media types besides JSON that it can answer with, each with what they hold. */
  readonly media?: Readonly<Record<string, string>>;
  /** Whether it sends the same over a WebSocket where that is asked for. */
  readonly socket?: true;
}

const LinksSchema = record(Type.String(), { description: 'Where to find what belongs to the run.' });

/** The most calls of a batch. */
export const maxBatchCalls = 100;

/** Addresses beside those of the calls, by name. */
export const apiRoutes = {
  'calls.batch': {
    summary: 'Makes several calls, and answers with what each gave, in their order.',
    verb: 'POST',
    path: '/api/batch',
    call: null,
    args: strictObject({
      calls: Type.Array(
        strictObject({
          call: Type.String({ description: 'The name of a call, for example "spiders.get".' }),
          args: Type.Optional(record(Json, { description: 'Its arguments, as JSON.' })),
        }),
        { minItems: 1, maxItems: maxBatchCalls },
      ),
    }),
    result: strictObject({
      results: Type.Array(
        strictObject({
          status: Type.Integer({ description: 'That of the answer, had the call come by itself.' }),
          value: Type.Optional({ ...Json, description: 'What the call gave.' }),
          problem: Type.Optional(
            record(Json, { description: 'What went wrong, as the answer would have said it.' }),
          ),
        }),
      ),
    }),
  },
  'crawls.begin': {
    summary: 'Starts a crawl of a spider, and tells where to follow it.',
    verb: 'POST',
    path: '/api/crawl',
    call: 'runs.start',
    status: 202,
    args: strictObject({
      spider: Name,
      project: Type.Optional(Name),
      limit: Type.Optional(
        nullable(Type.Integer({ minimum: 1 }), {
          description: 'The most items of a test run; null or left out: a full run.',
        }),
      ),
      overrides: Type.Optional(
        record(Json, { maxProperties: 200, description: 'Settings for this run only.' }),
      ),
      args: Type.Optional(RunArgs),
      allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
      version: Type.Optional({ ...VersionRef, description: 'Default: the newest version.' }),
    }),
    result: strictObject({
      id: Id,
      run: RunSummarySchema,
      problems: Type.Array(ProblemSchema),
      links: LinksSchema,
    }),
  },
  'crawls.status': {
    summary: 'Tells how a crawl goes; with `wait`, once it is over or so many seconds have passed.',
    verb: 'GET',
    path: '/api/crawls/{id}/status',
    call: 'runs.get',
    args: strictObject({
      id: Id,
      wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 60, description: 'Seconds. Default: 0.' })),
    }),
    result: strictObject({
      id: Id,
      run: RunSummarySchema,
      over: Type.Boolean({ description: 'Whether no process carries the run out any more.' }),
      links: LinksSchema,
    }),
  },
  'crawls.events': {
    summary: 'The log of a crawl as a stream, each event once and in order, until the crawl is over.',
    verb: 'GET',
    path: '/api/crawls/{id}/events',
    call: 'runs.events',
    args: strictObject({
      id: Id,
      after: Type.Optional(
        Type.Unsafe<string>({
          ...EventId,
          description: 'Go on after this event; `Last-Event-ID` says the same.',
        }),
      ),
    }),
    result: Type.String(),
    media: {
      'text/event-stream':
        'Events: `log` (an event of the run, with an id to go on from), `progress` (how it goes), `end` (the run), `error`.',
    },
    socket: true,
  },
  'events.follow': {
    summary: 'What changes in the workspace as a stream, each change once and in order.',
    verb: 'GET',
    path: '/api/events',
    call: 'changes.list',
    args: strictObject({
      after: Type.Optional(
        Type.String({
          pattern: '^\\d{1,15}$',
          description: 'Go on after this change; `Last-Event-ID` says the same. Default: from now on.',
        }),
      ),
      project: Type.Optional(Name),
      kinds: Type.Optional(
        Type.String({ description: `Only changes of these kinds, with commas: ${changeKinds.join(', ')}.` }),
      ),
    }),
    result: Type.String(),
    media: {
      'text/event-stream':
        'Events: a change under the name of its kind, `begin`, `gap` (changes before are not kept any more), `error`.',
    },
    socket: true,
  },
  'metrics.read': {
    summary: 'Metrics of the workspace and of the server, as Prometheus reads them.',
    verb: 'GET',
    path: '/api/metrics',
    call: 'projects.list',
    args: strictObject({}),
    result: Type.String(),
    media: {
      'text/plain': 'The text format of Prometheus, version 0.0.4.',
      'application/openmetrics-text': 'OpenMetrics 1.0.0, where `Accept` names it.',
    },
  },
  'results.read': {
    summary: 'The items of a spider in portions, or all of them as a file.',
    verb: 'GET',
    path: '/api/results/{spider}',
    call: 'results.items',
    args: strictObject({
      spider: Name,
      project: Type.Optional(Name),
      run: Type.Optional(
        Type.String({ description: 'The id of a run, "latest", "all" or "dataset". Default: "latest".' }),
      ),
      where: Type.Optional(
        Type.String({ description: 'Conditions, for example: price >= 10 and title contains "lamp".' }),
      ),
      search: Type.Optional(Type.String({ description: 'Words that must occur somewhere in the item.' })),
      sort: Type.Optional(Type.String({ description: 'The order, for example: price desc, title.' })),
      columns: Type.Optional(Type.String({ description: 'The columns of a file, with commas.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 100.' })),
      cursor: Type.Optional(Type.String({ description: '`next` of the portion before.' })),
      format: Type.Optional(
        stringEnum(['items', ...exportFormats], {
          description: 'A file of this format with all items, instead of a portion. Default: "items".',
        }),
      ),
    }),
    result: strictObject({
      items: Type.Array(ItemSchema),
      total: Count,
      run: nullable(Id),
      next: nullable(Type.String(), {
        description: 'The cursor of the next portion; null: this is the last.',
      }),
    }),
    media: {
      'text/csv': 'format=csv',
      'application/x-ndjson': 'format=jsonl',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'format=xlsx',
      'application/vnd.apache.parquet': 'format=parquet',
      'application/vnd.sqlite3': 'format=sqlite',
    },
  },
} as const satisfies Record<string, ApiRoute>;

/** The name of an address beside the calls. */
export type ApiRouteName = keyof typeof apiRoutes;
