import { type Static, Type } from 'typebox';
import { runCauses } from '../../../shared/run-cause.ts';

const oneOf = <const T extends string>(values: readonly T[]) => Type.Enum(values);
const Text = Type.Union([Type.String(), Type.Null()]);
/** What a change is about: its row id, as a text. */
const Subject = Type.String();

/**
 * A run was created, moved to another state, asked to pause or stop, accepted in place of another one, deleted, or restored from the trash. `breaches`: how
 * much of what its spider expects does not hold, where something does not.
 */
const RunChangeSchema = Type.Object({
  kind: Type.Literal('run'),
  subject: Subject,
  project: Type.String(),
  spider: Type.String(),
  what: oneOf(['created', 'moved', 'asked', 'accepted', 'deleted', 'restored']),
  state: oneOf([
    'queued',
    'running',
    'pausing',
    'paused',
    'interrupted',
    'completed',
    'stopped',
    'failed',
    'deleted',
  ]),
  cause: Type.Union([oneOf(runCauses), Type.Null()]),
  reason: Text,
  runKind: oneOf(['test', 'full', 'reextract']),
  breaches: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** An entry of the queue was added or is in another state, order or number of attempts. */
const QueueChangeSchema = Type.Object({
  kind: Type.Literal('queue'),
  subject: Subject,
  project: Type.String(),
  spider: Type.String(),
  state: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled', 'dead']),
  reason: Text,
  run: Text,
  attempts: Type.Integer({ minimum: 0 }),
});

/** A schedule was added, changed or removed, or one of its moments was queued or skipped. `dueAt`: that moment, in ms since 1970. */
const ScheduleChangeSchema = Type.Object({
  kind: Type.Literal('schedule'),
  subject: Subject,
  project: Type.String(),
  spider: Type.String(),
  what: oneOf(['added', 'changed', 'removed', 'queued', 'skipped']),
  dueAt: Type.Union([Type.Integer(), Type.Null()]),
  reason: Text,
});

/** A spider got a version, another name, or a note or label of a version, was deleted or restored. `version`: the number of its newest version. `before`: its earlier name. */
const SpiderChangeSchema = Type.Object({
  kind: Type.Literal('spider'),
  subject: Subject,
  project: Type.String(),
  spider: Type.String(),
  what: oneOf(['saved', 'renamed', 'marked', 'deleted', 'restored']),
  version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  before: Type.Optional(Type.String()),
});

/** A project was created, changed, renamed, deleted or restored. `before`: its earlier name. */
const ProjectChangeSchema = Type.Object({
  kind: Type.Literal('project'),
  subject: Subject,
  project: Type.String(),
  what: oneOf(['created', 'changed', 'renamed', 'deleted', 'restored']),
  before: Type.Optional(Type.String()),
});

/** A saved page was deleted, or restored from the trash. */
const PageChangeSchema = Type.Object({
  kind: Type.Literal('page'),
  subject: Subject,
  project: Type.String(),
  spider: Type.String(),
  what: oneOf(['deleted', 'restored']),
});

/** An entry of the trash went for good, with those of what belongs to it. What is put there or restored has a change of its own. */
const TrashChangeSchema = Type.Object({
  kind: Type.Literal('trash'),
  subject: Subject,
  what: Type.Literal('emptied'),
});

/** A change in the outbox: the column `outbox.change_json`. */
export const ChangeSchema = Type.Union([
  RunChangeSchema,
  QueueChangeSchema,
  ScheduleChangeSchema,
  SpiderChangeSchema,
  ProjectChangeSchema,
  PageChangeSchema,
  TrashChangeSchema,
]);

/** See `ChangeSchema`. */
export type Change = Static<typeof ChangeSchema>;
/** A change of a run. */
export type RunChange = Static<typeof RunChangeSchema>;
