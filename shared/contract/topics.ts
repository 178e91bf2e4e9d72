import { Type } from 'typebox';
import { Count, Id, Name, OperationId, emptyObject, nullable, strictObject, stringEnum } from './shapes.ts';
import { ApiServerStateSchema } from './calls/api-server.ts';
import { PreferencesSchema } from './calls/app.ts';
import { RunSummarySchema } from './calls/common.ts';
import { LiveStateSchema } from './calls/live.ts';
import { ExportStateSchema } from './calls/exports.ts';
import { RunEventSchema } from './calls/run-ledger.ts';
import { queueStates } from '../queue-states.ts';

/**
 * A topic that a client can subscribe to.
 *
 * `state` topics report the current state: first as it is, then after each change. A newer event about the same thing
 * replaces an older one that is not delivered yet. `change` topics report that something should be read again; equal
 * events are delivered once. `log` topics deliver every event in order. If a client reads a log too slowly, only the
 * newest events are kept, and the client is informed that it missed some.
 */
export interface TopicDefinition {
  readonly summary: string;
  readonly kind: 'state' | 'change' | 'log';
  readonly params: Type.TSchema;
  readonly event: Type.TSchema;
}

function topic<const K extends TopicDefinition['kind'], P extends Type.TSchema, E extends Type.TSchema>(
  kind: K,
  summary: string,
  { params, event }: { params: P; event: E },
) {
  return { summary, kind, params, event };
}

/** A run with its speed. Items are counted over the same ten seconds as requests. */
export const RunProgressSchema = strictObject({
  run: RunSummarySchema,
  pagesPerSecond: Type.Number({ description: 'Requests that ended per second, over the last ten seconds.' }),
  itemsPerSecond: Type.Number(),
});

/** Every topic of the application, by its name. */
export const topics = {
  preferences: topic('state', 'The preferences, after every change.', {
    params: emptyObject,
    event: PreferencesSchema,
  }),
  api: topic('state', 'Whether this process serves the API, after every change.', {
    params: emptyObject,
    event: ApiServerStateSchema,
  }),
  projects: topic('change', 'A project was created, renamed or deleted.', {
    params: emptyObject,
    event: strictObject({ project: Name }),
  }),
  spiders: topic(
    'change',
    'A spider was saved, renamed, proved, deleted or restored, or a version marked, by any client.',
    {
      params: strictObject({ project: Type.Optional(Name) }),
      event: strictObject({
        project: Name,
        spider: Name,
        what: stringEnum(['saved', 'renamed', 'marked', 'deleted', 'draft', 'proved']),
        version: nullable(Type.Integer(), { description: 'The newest version after `saved` and `renamed`.' }),
        by: nullable(Id, {
          description: 'Session of the client that made the change; null: a client without a session.',
        }),
      }),
    },
  ),
  health: topic('change', 'A spider was checked.', {
    params: strictObject({ project: Type.Optional(Name) }),
    event: strictObject({ project: Name }),
  }),
  pages: topic('change', 'The saved pages of a spider have changed.', {
    params: strictObject({ project: Type.Optional(Name), spider: Type.Optional(Name) }),
    event: strictObject({ project: Name, spider: Name }),
  }),
  trash: topic('change', 'What is in the trash has changed.', {
    params: emptyObject,
    event: emptyObject,
  }),
  queue: topic('change', 'Entries of the queue, or its settings, have changed.', {
    params: strictObject({ project: Type.Optional(Name) }),
    event: strictObject({
      entry: nullable(Id, { description: 'null: several, or what carries the queue out, or its settings.' }),
      project: nullable(Name),
      state: nullable(stringEnum(queueStates)),
    }),
  }),
  schedules: topic('change', 'Schedules have changed, or something was decided about their moments.', {
    params: strictObject({ project: Type.Optional(Name) }),
    event: strictObject({
      schedule: nullable(Id, { description: 'null: several.' }),
      project: Name,
    }),
  }),
  runs: topic('state', 'Runs as they start, change and are deleted; the runs in progress come first.', {
    params: strictObject({ project: Type.Optional(Name), spider: Type.Optional(Name) }),
    event: Type.Union([
      strictObject({ kind: Type.Literal('run'), run: RunSummarySchema }),
      strictObject({ kind: Type.Literal('deleted'), run: Id }),
    ]),
  }),
  run: topic('state', 'One run: its counters and its speed, several times a second.', {
    params: strictObject({ run: Id }),
    event: RunProgressSchema,
  }),
  log: topic('log', 'The events of a run as they happen; read earlier ones with `runs.events`.', {
    params: strictObject({
      run: Id,
      after: Type.Optional(
        nullable(Type.String({ maxLength: 50 }), { description: 'Only events after this one.' }),
      ),
      kinds: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 })),
      url: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    event: RunEventSchema,
  }),
  items: topic('state', 'The number of items of each run of a spider, as they arrive.', {
    params: strictObject({ project: Name, spider: Name }),
    event: strictObject({ project: Name, spider: Name, run: Id, items: Count }),
  }),
  exports: topic('state', 'The progress of exports; those that are running come first.', {
    params: emptyObject,
    event: ExportStateSchema,
  }),
  live: topic('state', 'A live page: its address, what was done on it, and what is to be told.', {
    params: strictObject({ live: Id }),
    event: strictObject({ live: Id, state: LiveStateSchema }),
  }),
  progress: topic('state', 'The progress of a long call, by the name that the caller gave it.', {
    params: strictObject({ operation: OperationId }),
    event: strictObject({
      operation: OperationId,
      stage: stringEnum([
        'fetching',
        'rendering',
        'styles',
        'pictures',
        'downloading',
        'comparing',
        'proving',
        'checking',
        'storing',
        'verifying',
        'measuring',
        'compacting',
        'removing',
      ]),
      percent: nullable(Type.Number(), {
        description: 'Percentage of the stage, from 0 to 100; null: unknown.',
      }),
    }),
  }),
  notices: topic(
    'log',
    'Messages that a person should see without asking, such as a failed run or a full disk.',
    {
      params: emptyObject,
      event: strictObject({
        severity: stringEnum(['information', 'warning', 'error']),
        message: Type.String(),
        hint: nullable(Type.String()),
        run: nullable(Id),
      }),
    },
  ),
} as const satisfies Record<string, TopicDefinition>;
