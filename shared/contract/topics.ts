import { Type } from 'typebox';
import { Count, Id, Name, OperationId, emptyObject, nullable, strictObject, stringEnum } from './shapes.ts';
import { PreferencesSchema } from './calls/app.ts';
import { RunSummarySchema } from './calls/common.ts';
import { ExportStateSchema } from './calls/results.ts';
import { RunEventSchema } from './calls/runs.ts';

/**
 * Something that a window may follow.
 *
 * Topics of the kind `state` tell how things are: a newer event about the same thing replaces an older one that was not
 * delivered yet, and the present state comes first. Topics of the kind `change` say that something is to be read again;
 * equal ones are told once. Topics of the kind `log` tell everything in its order; of a log that nobody reads in time
 * only the newest part is kept, and the window is told that it has missed some.
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

export const RunProgressSchema = strictObject({
  run: RunSummarySchema,
  pagesPerSecond: Type.Number({ description: 'Requests that ended, over the last ten seconds.' }),
  itemsPerSecond: Type.Number(),
});

export const topics = {
  preferences: topic('state', 'The preferences, after every change by any window.', {
    params: emptyObject,
    event: PreferencesSchema,
  }),
  projects: topic('change', 'A project was created, renamed or deleted.', {
    params: emptyObject,
    event: strictObject({ project: Name }),
  }),
  spiders: topic('change', 'A spider was saved, renamed or deleted, by any window or command line.', {
    params: strictObject({ project: Type.Optional(Name) }),
    event: strictObject({
      project: Name,
      spider: Name,
      what: stringEnum(['saved', 'renamed', 'deleted', 'draft']),
      version: nullable(Type.Integer(), { description: 'The newest version after `saved` and `renamed`.' }),
      by: nullable(Id, {
        description: 'The window that did it: `client.window` tells whether it was this one.',
      }),
    }),
  }),
  pages: topic('change', 'The saved pages of a spider have changed.', {
    params: strictObject({ project: Type.Optional(Name), spider: Type.Optional(Name) }),
    event: strictObject({ project: Name, spider: Name }),
  }),
  runs: topic('state', 'Runs as they begin, change and go; the runs under way come first.', {
    params: strictObject({ project: Type.Optional(Name), spider: Type.Optional(Name) }),
    event: Type.Union([
      strictObject({ kind: Type.Literal('run'), run: RunSummarySchema }),
      strictObject({ kind: Type.Literal('deleted'), run: Id }),
    ]),
  }),
  run: topic('state', 'One run: its counters and how fast it goes, several times a second.', {
    params: strictObject({ run: Id }),
    event: RunProgressSchema,
  }),
  log: topic('log', 'What happens in a run, as it happens; read what was before with `runs.events`.', {
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
  items: topic('state', 'How many items a spider or a run has, as they arrive.', {
    params: strictObject({ project: Name, spider: Name }),
    event: strictObject({ project: Name, spider: Name, run: Id, items: Count }),
  }),
  exports: topic('state', 'The progress of exports; those that are running come first.', {
    params: emptyObject,
    event: ExportStateSchema,
  }),
  progress: topic('state', 'How far a call is that takes its time, by the name that the caller gave to it.', {
    params: strictObject({ operation: OperationId }),
    event: strictObject({
      operation: OperationId,
      stage: stringEnum(['fetching', 'rendering', 'styles', 'downloading']),
      percent: nullable(Type.Number(), { description: 'Of the stage, from 0 to 100; null: not known.' }),
    }),
  }),
  notices: topic(
    'log',
    'What a person should see though nobody asked: a run that failed, a disk that is full.',
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
