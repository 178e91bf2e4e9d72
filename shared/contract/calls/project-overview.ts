import { Type } from 'typebox';
import { query } from '../define.ts';
import { Count, Id, Name, Time, nullable, strictObject, stringEnum } from '../shapes.ts';
import { runStates, RunSummarySchema } from './common.ts';

/** Full runs of a spider that its trend has. */
export const trendLength = 14;
/** Days of an overview. */
export const overviewDays = 30;

/** What a person can do about a spider: see `NeedSchema`. */
export const needActions = ['resume', 'login', 'look', 'retry', 'export'] as const;

/** Schema of `TrendPoint`. */
export const TrendPointSchema = strictObject({
  run: Id,
  at: Time,
  items: Count,
  state: stringEnum(runStates),
});

/** Schema of `SpiderOverview`. */
export const SpiderOverviewSchema = strictObject({
  spider: Name,
  version: Type.Integer({ minimum: 1, description: 'Number of its newest version.' }),
  lastRun: nullable(RunSummarySchema, {
    description:
      'The newest full run, or the accepted run that took its place; without one, the newest test run. null: there is none.',
  }),
  trend: Type.Array(TrendPointSchema, {
    description: `The newest ${trendLength} full runs, oldest first. \`at\`: when the crawl began.`,
  }),
  fill: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
    description:
      'Share of the cells of the last run that have a value, in an even sample of its items; null: it has none.',
  }),
  medianItems: nullable(Type.Number({ minimum: 0 }), {
    description: 'Median of the items of the last seven ended full runs before `lastRun`; null: none.',
  }),
  needs: nullable(Type.String(), {
    description: 'What a person is needed for, in a sentence; null: nothing.',
  }),
  schedule: nullable(strictObject({ words: Type.String(), next: nullable(Time) }), {
    description: 'Its schedule that is due next; null: none is enabled.',
  }),
  queued: Type.Integer({ minimum: 0, description: 'Its entries in the queue that wait or are carried out.' }),
});

/** Schema of `ProjectDay`. */
export const ProjectDaySchema = strictObject({
  day: Type.String({ description: 'A date such as 2026-11-22, in the time zone of the machine.' }),
  items: Count,
  runs: Type.Integer({ minimum: 0, description: 'Full runs whose crawl began on that day.' }),
  failed: Type.Integer({
    minimum: 0,
    description: 'How many of them failed, paused themselves or were interrupted.',
  }),
});

/** Schema of `Need`. */
export const NeedSchema = strictObject({
  spider: Name,
  run: nullable(Id),
  entry: nullable(Id, { description: 'Of `retry`: the entry of the queue; else null.' }),
  message: Type.String(),
  action: nullable(stringEnum(needActions), {
    description:
      '`resume` the run; the site asks for a `login`; `look` at the run; `retry` the entry of the queue; carry out the `export` that was given up. null: none of them.',
  }),
});

/** Schema of `ProjectOverview`. */
export const ProjectOverviewSchema = strictObject({
  project: Name,
  spiders: Type.Array(SpiderOverviewSchema, { description: 'By name.' }),
  totals: strictObject({
    spiders: Count,
    runs: Type.Integer({ minimum: 0, description: 'All runs, of every kind.' }),
    items: Type.Integer({ minimum: 0, description: 'Items of the newest full run of each spider.' }),
    failedLast7Days: Type.Integer({ minimum: 0, description: '`failed` of the last seven days.' }),
  }),
  days: Type.Array(ProjectDaySchema, {
    description: `The last ${overviewDays} days, today last.`,
  }),
  needsPerson: Type.Array(NeedSchema, {
    description: 'Spiders that need a person, one entry for each, by name.',
  }),
});

/** Calls that look at a whole project. */
export const projectOverviewCalls = {
  'projects.overview': query('What is known of all spiders of a project at a glance.', {
    executor: 'count',
    path: '/api/projects/{project}/overview',
    args: strictObject({ project: Name }),
    result: ProjectOverviewSchema,
    errors: ['unknown-project'],
  }),
} as const;
