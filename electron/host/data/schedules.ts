import type { CallArgs } from '../../../shared/contract/index.ts';
import type { Schedule, ScheduleMoment } from '../../../shared/contract/types.ts';
import { clockText, wallText } from '../../../shared/schedules/civil.ts';
import { CronError, readCron, type Cron } from '../../../shared/schedules/cron.ts';
import { nextMoments, type Moment } from '../../../shared/schedules/moments.ts';
import { cronWords } from '../../../shared/schedules/words.ts';
import { openZone, ownZone, ZoneError, type Zone } from '../../../shared/schedules/zone.ts';
import { StoreError } from '../../store/errors.ts';
import type { RunOptions } from '../../store/runs/run-queries.ts';
import type { ScheduleRow, TickRow } from '../../store/schedules/schedule-queries.ts';
import { HostError } from '../errors.ts';
import { keptWorkers, requireLocal } from '../workspace/local-workers.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Publish } from './call-context.ts';
import type { DataHandlers } from './data-context.ts';
import { EntryCheck } from './queue.ts';
import { requireProject } from './require-project.ts';
import { jsonRecord } from './rows.ts';
import { requireSpider } from './stored-spiders.ts';

/** How many of the next moments are told. */
const toldMoments = 5;
/** Ticks in one answer, unless more are asked for. */
const usualTicks = 100;

/** A schedule as the contract defines it. */
function scheduleView({ decidedUntil, options, last, ...row }: ScheduleRow): Schedule {
  const { limit, overrides, args = {}, allowPrivate, workers } = options;
  const time = readable(row);
  const from = Math.max(Date.now(), decidedUntil);
  const next =
    time === null || !row.enabled
      ? []
      : nextMoments(time.cron, time.zone, from, toldMoments).map(({ at }) => at);
  return {
    ...row,
    words: time === null ? row.cron : cronWords(time.cron),
    options: { limit, overrides: jsonRecord(overrides), args, allowPrivate, ...keptWorkers(workers) },
    next: next.map((at) => new Date(at).toISOString()),
    last: last === null ? null : lastTick(last),
  };
}

/** A schedule in words, and when it is due next; null: never. @param now in milliseconds since 1970 */
export function scheduleGlance(
  row: Pick<ScheduleRow, 'cron' | 'zone' | 'enabled' | 'decidedUntil'>,
  now: number,
): { words: string; next: string | null } {
  const time = readable(row);
  if (time === null) return { words: row.cron, next: null };
  const [next] = row.enabled ? nextMoments(time.cron, time.zone, Math.max(now, row.decidedUntil), 1) : [];
  return { words: cronWords(time.cron), next: next === undefined ? null : new Date(next.at).toISOString() };
}

const lastTick = ({ dueAt, outcome, reason, entry, run }: TickRow): NonNullable<Schedule['last']> => ({
  dueAt,
  outcome,
  reason,
  entry,
  run,
});

/** The expression and zone of a schedule; null: this system cannot read them any more. */
function readable({ cron, zone }: Pick<ScheduleRow, 'cron' | 'zone'>): { cron: Cron; zone: Zone } | null {
  try {
    return { cron: readCron(cron), zone: openZone(zone) };
  } catch (error) {
    if (error instanceof CronError || error instanceof ZoneError) return null;
    throw error;
  }
}

/** @throws HostError `bad-cron`, `unknown-zone` */
function readTime(cron: string, zone: string): { cron: Cron; zone: Zone } {
  try {
    return { cron: readCron(cron), zone: openZone(zone) };
  } catch (error) {
    if (error instanceof CronError) throw new HostError('bad-cron', error.message, error.hint);
    if (error instanceof ZoneError) throw new HostError('unknown-zone', error.message, error.hint);
    throw error;
  }
}

/** A moment, with what a change of the clocks has to do with it. */
function momentView({ at, change, wall }: Moment, zone: Zone): ScheduleMoment {
  const time = clockText(new Date(wall).getUTCHours(), new Date(wall).getUTCMinutes());
  const notes = {
    moved: `Clocks skip ${time} on this day.`,
    first: `Clocks show ${time} twice on this day; this is the first time.`,
    second: `Clocks show ${time} twice on this day; this is the second time.`,
  };
  const note = change === null ? null : notes[change];
  return { at: new Date(at).toISOString(), local: wallText(zone.wallAt(at)), note };
}

/** @throws HostError `unknown-schedule`, with ids of the project's schedules as hint */
async function found<T>({ queries }: Workspace, id: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
    const known = (await queries.schedules.list()).slice(0, 5).map((schedule) => schedule.id);
    throw new HostError(
      'unknown-schedule',
      `There is no schedule "${id}".`,
      known.length === 0 ? 'There are no schedules yet.' : `The first schedules are ${known.join(', ')}.`,
    );
  }
}

type Asked = Omit<CallArgs<'schedules.update'>, 'schedule'>;

/** The options of its runs, as far as they were given. */
function optionsOf({ limit, overrides, args, allowPrivate, workers }: Asked, before: RunOptions): RunOptions {
  return {
    limit: limit === undefined ? before.limit : limit,
    overrides: overrides ?? before.overrides,
    args: args ?? before.args ?? {},
    allowPrivate: allowPrivate ?? before.allowPrivate,
    ...keptWorkers(workers ?? before.workers),
  };
}

const noOptions: RunOptions = { limit: null, overrides: {}, args: {}, allowPrivate: false };

/** Says that a schedule has changed. */
function publishChange(publish: Publish, { id, project }: Pick<ScheduleRow, 'id' | 'project'>): void {
  publish('schedules', { schedule: id, project });
}

/** Reads a time of a caller. @throws HostError `bad-arguments` */
function readMoment(text: string): number {
  const time = Date.parse(text);
  if (Number.isFinite(time)) return time;
  throw new HostError('bad-arguments', `"${text}" is no time.`, 'Times are written as 2026-03-29T01:00:00Z.');
}

/** Handlers of the calls about schedules. */
export const scheduleHandlers: DataHandlers<'schedules'> = {
  'schedules.list': async ({ project, spider }, { workspace }) => {
    if (project !== undefined && spider !== undefined) await requireSpider(workspace, project, spider);
    else if (project !== undefined) await requireProject(workspace, project);
    const of = { ...(project === undefined ? {} : { project }), ...(spider === undefined ? {} : { spider }) };
    return (await workspace.queries.schedules.list(of)).map(scheduleView);
  },
  'schedules.get': async ({ schedule }, { workspace }) =>
    scheduleView(await found(workspace, schedule, workspace.queries.schedules.get(schedule))),
  'schedules.ticks': async ({ schedule, before, limit = usualTicks }, { workspace }) => {
    const query = { before: before === undefined ? null : readMoment(before), limit };
    return found(workspace, schedule, workspace.queries.schedules.ticks(schedule, query));
  },
  'schedules.preview': ({ cron: text, zone: name = ownZone() }) => {
    const { cron, zone } = readTime(text, name);
    const next = nextMoments(cron, zone, Date.now(), toldMoments);
    return { words: cronWords(cron), zone: zone.name, next: next.map((moment) => momentView(moment, zone)) };
  },
  'schedules.add': async (asked, { workspace, publish }) => {
    const { project, spider, missed = 'once', enabled = true, priority = 0 } = asked;
    const of = { project, spider };
    requireLocal(asked.workers);
    await requireSpider(workspace, project, spider);
    const { cron, zone } = readTime(asked.cron, asked.zone ?? ownZone());
    const options = optionsOf(asked, noOptions);
    await new EntryCheck(workspace).check({ ...of, priority, options, duplicates: 'allow' });
    const choices = { cron: cron.text, zone: zone.name, missed, enabled, priority, options };
    const row = await workspace.queries.schedules.add(of, choices);
    publishChange(publish, row);
    return scheduleView(row);
  },
  'schedules.update': async ({ schedule, ...asked }, { workspace, publish }) => {
    const { schedules } = workspace.queries;
    requireLocal(asked.workers);
    const before = await found(workspace, schedule, schedules.get(schedule));
    const { missed = before.missed, enabled = before.enabled, priority = before.priority } = asked;
    const { cron, zone } = readTime(asked.cron ?? before.cron, asked.zone ?? before.zone);
    const options = optionsOf(asked, before.options);
    if (asked.args !== undefined || asked.overrides !== undefined)
      await new EntryCheck(workspace).check({ ...before, priority, options, duplicates: 'allow' });
    const choices = { cron: cron.text, zone: zone.name, missed, enabled, priority, options };
    const row = await found(workspace, schedule, schedules.update(schedule, choices));
    publishChange(publish, row);
    return scheduleView(row);
  },
  'schedules.remove': async ({ schedule }, { workspace, publish }) => {
    const row = await found(workspace, schedule, workspace.queries.schedules.remove(schedule));
    publishChange(publish, row);
    return {};
  },
};
