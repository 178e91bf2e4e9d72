import { Type } from 'typebox';
import { maxCronLength, missedPolicies } from '../../schedules/policies.ts';
import { command, query } from '../define.ts';
import {
  emptyObject,
  Id,
  Json,
  Limit,
  Name,
  SpiderRef,
  Time,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { RunArgs, RunOptionsSchema, Workers } from './common.ts';
import { Priority } from './queue.ts';

const Outcome = stringEnum(['queued', 'skipped']);

/** Schema of `ScheduleTick`. */
export const ScheduleTickSchema = strictObject(
  {
    dueAt: Time,
    decidedAt: Time,
    outcome: Outcome,
    reason: nullable(Type.String(), {
      description: 'Why it was skipped, or that it is late; null: it was queued on time.',
    }),
    entry: nullable(Id, { description: 'The queue entry.' }),
    run: nullable(Id, { description: 'The last run of the queue entry.' }),
  },
  { description: 'What was decided about a moment of a schedule.' },
);

const { dueAt, outcome, reason, entry, run } = ScheduleTickSchema.properties;

/** Schema of `Schedule`. */
export const ScheduleSchema = strictObject({
  id: Id,
  project: Type.String(),
  spider: Type.String(),
  cron: Type.String({ description: 'A cron expression of five fields.' }),
  words: Type.String({
    description: 'The expression in words, such as "Every day at 02:30"; itself if there are no short words.',
  }),
  zone: Type.String({ description: 'Its time zone, by the name of the IANA database.' }),
  missed: stringEnum(missedPolicies, {
    description:
      'What is done about moments at which nothing carried out schedules: nothing, or one crawl later for the newest of them.',
  }),
  enabled: Type.Boolean(),
  priority: Type.Integer({ description: 'Of its queue entries.' }),
  options: RunOptionsSchema,
  createdAt: Time,
  next: Type.Array(Time, { description: 'Its next five moments; none of a schedule that is disabled.' }),
  last: nullable(strictObject({ dueAt, outcome, reason, entry, run }), {
    description: 'What was decided last; null: nothing yet.',
  }),
});

/** Schema of `ScheduleMoment`. */
export const ScheduleMomentSchema = strictObject({
  at: Time,
  local: Type.String({ description: 'What clocks of its time zone show: "2026-03-29 03:00".' }),
  note: nullable(Type.String(), { description: 'What a change of the clocks has to do with it.' }),
});

const Cron = Type.String({ minLength: 1, maxLength: maxCronLength });
const Zone = Type.String({ minLength: 1, maxLength: 64 });
const ScheduleRef = { schedule: Id };

/** What can be chosen for a schedule, and changed later. */
const Choices = {
  zone: Type.Optional(Type.String({ ...Zone, description: 'Default: the time zone of this machine.' })),
  missed: Type.Optional(stringEnum(missedPolicies, { description: 'Default: once.' })),
  enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
  priority: Type.Optional(Priority),
  limit: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      description: 'The most items of each run; null, the default: full runs.',
    }),
  ),
  overrides: Type.Optional(
    record(Json, { maxProperties: 200, description: 'Settings for its runs only. Default: none.' }),
  ),
  args: Type.Optional(RunArgs),
  allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
  workers: Type.Optional(Workers),
};

/** Calls about what is crawled by the clock. */
export const scheduleCalls = {
  'schedules.list': query('The schedules, by project and spider.', {
    executor: 'quick',
    path: '/api/schedules',
    args: strictObject({ project: Type.Optional(Name), spider: Type.Optional(Name) }),
    result: Type.Array(ScheduleSchema),
    errors: ['unknown-project', 'unknown-spider'],
  }),
  'schedules.get': query('One schedule, as in the list.', {
    executor: 'quick',
    path: '/api/schedules/{schedule}',
    args: strictObject(ScheduleRef),
    result: ScheduleSchema,
    errors: ['unknown-schedule'],
  }),
  'schedules.ticks': query('What was decided about the moments of a schedule, newest first.', {
    executor: 'quick',
    path: '/api/schedules/{schedule}/ticks',
    args: strictObject({
      ...ScheduleRef,
      before: Type.Optional(Type.String({ maxLength: 40, description: 'Only moments before this time.' })),
      limit: Type.Optional(Limit),
    }),
    result: Type.Array(ScheduleTickSchema),
    errors: ['unknown-schedule', 'bad-arguments'],
  }),
  'schedules.preview': query('A cron expression in words, and its next moments.', {
    executor: 'quick',
    path: '/api/schedules/preview',
    verb: 'POST',
    args: strictObject({ cron: Cron, zone: Type.Optional(Zone) }),
    result: strictObject({
      words: Type.String(),
      zone: Type.String(),
      next: Type.Array(ScheduleMomentSchema),
    }),
    errors: ['bad-cron', 'unknown-zone'],
  }),
  'schedules.add': command('Adds a schedule, which queues a crawl at each of its moments from now on.', {
    executor: 'write',
    path: '/api/schedules',
    topics: ['schedules', 'queue'],
    args: strictObject({ ...SpiderRef, cron: Cron, ...Choices }),
    result: ScheduleSchema,
    errors: [
      'unknown-project',
      'unknown-spider',
      'invalid-spider',
      'bad-run-args',
      'bad-cron',
      'unknown-zone',
    ],
  }),
  'schedules.update': command(
    'Changes a schedule. With another expression or zone, or enabled again, it begins anew: what was missed before is not caught up.',
    {
      executor: 'write',
      verb: 'PATCH',
      path: '/api/schedules/{schedule}',
      topics: ['schedules'],
      args: strictObject({ ...ScheduleRef, cron: Type.Optional(Cron), ...Choices }),
      result: ScheduleSchema,
      errors: ['unknown-schedule', 'invalid-spider', 'bad-run-args', 'bad-cron', 'unknown-zone'],
    },
  ),
  'schedules.remove': command('Removes a schedule. What it has queued stays in the queue.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/schedules/{schedule}',
    topics: ['schedules'],
    args: strictObject(ScheduleRef),
    result: emptyObject,
    errors: ['unknown-schedule'],
  }),
} as const;
