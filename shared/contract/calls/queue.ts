import { Type } from 'typebox';
import { mostPriority } from '../../queue-priority.ts';
import { queueStates } from '../../queue-states.ts';
import { command, query } from '../define.ts';
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
import { RunArgs, RunOptionsSchema, VersionRef, Workers } from './common.ts';

/** What carries the queue out: `daemon` without a window, `window` the program that shows windows, `command` one batch. */
export const workerKinds = ['daemon', 'worker', 'window', 'command'] as const;

/** The priority of an entry. */
export const Priority = Type.Integer({
  minimum: -mostPriority,
  maximum: mostPriority,
  description: 'Entries with a higher one come first. Default: 0.',
});

/** How many crawls of the queue run at once. */
const Concurrency = Type.Integer({ minimum: 1, maximum: 32 });

/** A batch: entries that were queued together. */
const Batch = Type.String({ minLength: 1, maxLength: 64 });

/** Schema of `QueueEntry`. */
export const QueueEntrySchema = strictObject({
  id: Id,
  project: Type.String(),
  spider: Type.String({ description: 'Its present name; of a deleted spider, its last one.' }),
  spiderExists: Type.Boolean(),
  state: stringEnum(queueStates),
  priority: Type.Integer(),
  attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
  maxAttempts: Type.Integer({ minimum: 1 }),
  reason: nullable(Type.String(), {
    description: 'Why it ended as it did, or waits for another attempt, in a sentence or two.',
  }),
  run: nullable(Id, {
    description: 'Its last run; null: there is none yet, or the next attempt starts one.',
  }),
  source: stringEnum(['person', 'schedule'], { description: 'Who queued it.' }),
  schedule: nullable(Id, { description: 'Its schedule, unless that was removed.' }),
  scheduledFor: nullable(Time, { description: 'The moment of the schedule that it is for.' }),
  batch: nullable(Type.String(), { description: 'What it was queued together with.' }),
  options: RunOptionsSchema,
  dueAt: nullable(Time, { description: 'When a pending entry is tried again; null: as soon as possible.' }),
  addedAt: Time,
  startedAt: nullable(Time, { description: 'When its last attempt began.' }),
  endedAt: nullable(Time),
  worker: nullable(strictObject({ pid: Type.Integer(), kind: stringEnum(workerKinds) }), {
    description: 'The process that carries it out.',
  }),
});

/** Schema of `QueueStatus`. */
export const QueueStatusSchema = strictObject({
  counts: strictObject(
    {
      pending: Count,
      running: Count,
      completed: Count,
      failed: Count,
      cancelled: Count,
      dead: Count,
      all: Count,
    },
    { description: 'Entries by state, cleared ones included. `all` is the sum: entries are never deleted.' },
  ),
  concurrency: Type.Integer({ description: 'How many crawls of the queue run at once, over all processes.' }),
  held: Type.Boolean({ description: 'Whether no further entry is begun.' }),
  workers: Type.Array(
    strictObject({
      kind: stringEnum(workerKinds),
      pid: Type.Integer(),
      concurrency: Type.Integer({ description: 'How many entries it carries out at once at most.' }),
      startedAt: Time,
      here: Type.Boolean({ description: 'Whether it is this process.' }),
    }),
    {
      description:
        'The live processes that carry entries out. While there is a daemon, windows leave them to it.',
    },
  ),
  nextDueAt: nullable(Time, { description: 'When the next entry that waits for a retry is due.' }),
});

/** What an entry runs with, beside its spider. */
const EntryOptions = {
  limit: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      description: 'The most items of a test run; null: a full run. Default: null.',
    }),
  ),
  overrides: Type.Optional(
    record(Json, { maxProperties: 200, description: 'Settings for its runs only. Default: none.' }),
  ),
  allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
  workers: Type.Optional(Workers),
  priority: Type.Optional(Priority),
};

/** What is queued. */
const NewEntry = {
  ...SpiderRef,
  ...EntryOptions,
  args: Type.Optional(RunArgs),
  duplicates: Type.Optional(
    stringEnum(['allow', 'skip', 'replace'], {
      description:
        'If the same spider is pending or running with the same options: queue it again, return the entry that is there, or cancel the pending one. Default: allow.',
    }),
  ),
};

/** Many of them. */
const newEntries = strictObject({
  entries: Type.Array(strictObject(NewEntry), { minItems: 1, maxItems: 10_000 }),
});

const EntryRef = strictObject({ entry: Id });
const queued = strictObject({ batch: Batch, entries: Type.Array(QueueEntrySchema) });

/** Calls about the queue of crawls. */
export const queueCalls = {
  'queue.add': command('Queues a crawl.', {
    executor: 'write',
    path: '/api/queue',
    topics: ['queue'],
    args: strictObject({
      ...NewEntry,
      version: Type.Optional({ ...VersionRef, description: 'Default: the newest when it begins.' }),
    }),
    result: QueueEntrySchema,
    errors: ['unknown-project', 'unknown-spider', 'unknown-version', 'invalid-spider', 'bad-run-args'],
  }),
  'queue.addMany': command('Queues many crawls, all of them or none.', {
    executor: 'write',
    path: '/api/queue/batches',
    topics: ['queue'],
    args: newEntries,
    result: queued,
    errors: ['bad-entries'],
  }),
  'queue.check': query('What is wrong with crawls that are to be queued; nothing is queued.', {
    executor: 'slow',
    verb: 'POST',
    path: '/api/queue/check',
    args: newEntries,
    result: strictObject({
      problems: Type.Array(
        strictObject({
          index: Type.Integer({ minimum: 0, description: 'Its place in the list.' }),
          code: Type.String(),
          message: Type.String(),
          hint: nullable(Type.String()),
        }),
      ),
    }),
  }),
  'queue.addProject': command('Queues a crawl of each spider of a project.', {
    executor: 'write',
    path: '/api/queue/projects',
    topics: ['queue'],
    args: strictObject({ project: Name, ...EntryOptions }),
    result: queued,
    errors: ['unknown-project', 'unknown-spider'],
  }),
  'queue.list': query(
    'Entries: those that run, then pending ones in their order, then ended ones, newest first.',
    {
      executor: 'slow',
      path: '/api/queue',
      args: strictObject({
        project: Type.Optional(Name),
        spider: Type.Optional(Name),
        states: Type.Optional(Type.Array(stringEnum(queueStates), { maxItems: queueStates.length })),
        batch: Type.Optional(Batch),
        run: Type.Optional(
          Type.String({ minLength: 1, maxLength: 64, description: 'Only the entry of this run.' }),
        ),
        cleared: Type.Optional(
          Type.Boolean({ description: 'Whether to include cleared entries. Default: false.' }),
        ),
        offset: Type.Optional(Offset),
        limit: Type.Optional(Limit),
      }),
      result: strictObject({ entries: Type.Array(QueueEntrySchema), total: Count }),
    },
  ),
  'queue.get': query('One entry.', {
    executor: 'quick',
    path: '/api/queue/{entry}',
    args: EntryRef,
    result: QueueEntrySchema,
    errors: ['unknown-entry'],
  }),
  'queue.status': query('How many entries there are in each state, and what carries them out.', {
    executor: 'quick',
    path: '/api/queue/status',
    args: strictObject({}),
    result: QueueStatusSchema,
  }),
  'queue.move': command('Moves a pending entry to another place.', {
    executor: 'write',
    path: '/api/queue/{entry}/move',
    topics: ['queue'],
    args: strictObject({
      entry: Id,
      to: Type.Union([Type.Literal('first'), Type.Literal('last'), strictObject({ before: Id })], {
        description: 'The entry takes the priority that the place needs.',
      }),
    }),
    result: QueueEntrySchema,
    errors: ['unknown-entry', 'not-pending'],
  }),
  'queue.setPriority': command('Changes the priority of a pending entry.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/queue/{entry}',
    topics: ['queue'],
    args: strictObject({ entry: Id, priority: Priority }),
    result: QueueEntrySchema,
    errors: ['unknown-entry', 'not-pending'],
  }),
  'queue.retry': command(
    'Puts an entry that failed, was cancelled or is dead back into the queue, with all attempts.',
    {
      executor: 'write',
      path: '/api/queue/{entry}/retry',
      topics: ['queue'],
      args: EntryRef,
      result: QueueEntrySchema,
      errors: ['unknown-entry', 'not-ended', 'unknown-spider'],
    },
  ),
  'queue.cancel': command(
    'Cancels an entry. Its run, if it is being carried out, is stopped and keeps its data.',
    {
      executor: 'write',
      path: '/api/queue/{entry}/cancel',
      topics: ['queue', 'runs'],
      args: EntryRef,
      result: QueueEntrySchema,
      errors: ['unknown-entry', 'has-ended'],
    },
  ),
  'queue.clear': command('Hides entries that have ended. They stay counted.', {
    executor: 'write',
    path: '/api/queue/clear',
    topics: ['queue'],
    args: strictObject({ project: Type.Optional(Name) }),
    result: strictObject({ cleared: Count }),
    errors: ['unknown-project'],
  }),
  'queue.configure': command('Says how many entries run at once, and whether further ones are begun.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/queue/status',
    topics: ['queue'],
    args: strictObject({ concurrency: Type.Optional(Concurrency), held: Type.Optional(Type.Boolean()) }),
    result: QueueStatusSchema,
  }),
  'queue.wait': query('Waits until entries, or those of a batch, have ended.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/queue/wait',
    args: strictObject({
      entries: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
      batch: Type.Optional(Batch),
    }),
    result: strictObject({ entries: Type.Array(QueueEntrySchema) }),
    errors: ['unknown-entry', 'cancelled'],
  }),
} as const;
