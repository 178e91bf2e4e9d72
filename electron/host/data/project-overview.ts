import { overviewDays, trendLength } from '../../../shared/contract/calls/project-overview.ts';
import type { ProjectDay, ProjectOverview } from '../../../shared/contract/types.ts';
import { median } from '../../../shared/median.ts';
import { builtInCallback } from '../../../shared/spider/schema.ts';
import { isObject, memberOf } from '../../../shared/spider/plain.ts';
import type { FilledCounts } from '../../store/items/filled-counts.ts';
import type { FullRun } from '../../store/projects/project-overview-queries.ts';
import type { ScheduleRow } from '../../store/schedules/schedule-queries.ts';
import { isEnded } from '../../store/runs/run-states.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { lenientSpider } from './lenient-spider.ts';
import { runSummary } from './rows.ts';
import { scheduleGlance } from './schedules.ts';
import { isTroubled, needOf } from './spider-needs.ts';
import { runsCompared } from './usual-items.ts';

/** Full runs that are read of a spider at most: one every 45 minutes for 30 days. */
const mostRuns = 1000;
const recentDays = 7;

/** What is known of all spiders of a project. @param now the time, in milliseconds since 1970 */
export async function projectOverview(
  workspace: Pick<Workspace, 'queries'>,
  project: string,
  now: number,
): Promise<ProjectOverview> {
  const { queries } = workspace;
  const days = lastDays(now, overviewDays);
  const since = days[0]?.from ?? now;
  const glances = await queries.projects.overview(project, {
    since,
    least: trendLength + 1,
    most: mostRuns,
  });
  const counted = countDays(
    days,
    glances.flatMap(({ runs }) => runs),
  );
  const schedules = Map.groupBy(await queries.schedules.list({ project }), ({ spider }) => spider);
  const failedExports = await queries.recipes.failed(project);
  const spiders: ProjectOverview['spiders'] = [];
  const needsPerson: ProjectOverview['needsPerson'] = [];
  for (const glance of glances) {
    const lastRun = glance.last === null ? null : runSummary(glance.last);
    const need = needOf(
      glance,
      glance.runs.length === 0 ? null : lastRun,
      failedExports.find(({ spider }) => spider === glance.spider) ?? null,
    );
    if (need !== null) needsPerson.push(need);
    spiders.push({
      spider: glance.spider,
      version: glance.version,
      lastRun,
      trend: trendOf(glance.runs),
      fill: fillShare(glance.filled, memberOf(lenientSpider(glance.lastText).value, 'callbacks')),
      medianItems: medianItems(glance.runs),
      needs: need?.message ?? null,
      schedule: nextSchedule(schedules.get(glance.spider) ?? [], now),
      queued: glance.queued,
    });
  }
  const known = await queries.projects.get(project);
  return {
    project,
    spiders,
    totals: {
      spiders: spiders.length,
      runs: known?.runs ?? 0,
      items: glances.reduce((sum, { runs }) => sum + (runs[0]?.items ?? 0), 0),
      failedLast7Days: counted.slice(-recentDays).reduce((sum, { failed }) => sum + failed, 0),
    },
    days: counted,
    needsPerson,
  };
}

/** The enabled schedule that is due next, if any. */
function nextSchedule(
  rows: readonly ScheduleRow[],
  now: number,
): ProjectOverview['spiders'][number]['schedule'] {
  const enabled = rows.filter((row) => row.enabled).map((row) => scheduleGlance(row, now));
  // Those that are never due come last.
  enabled.sort((a, b) => (a.next ?? '~').localeCompare(b.next ?? '~'));
  return enabled[0] ?? null;
}

/** The newest runs, oldest first. @param runs newest first */
function trendOf(runs: readonly FullRun[]): ProjectOverview['spiders'][number]['trend'] {
  return runs
    .slice(0, trendLength)
    .map(({ run, at, items, state }) => ({ run, at, items, state }))
    .reverse();
}

/** The median of the items of the ended runs before the newest run. @param runs newest first */
export function medianItems(runs: readonly FullRun[]): number | null {
  const before = runs.slice(1).filter(({ state }) => isEnded(state));
  return median(before.slice(0, runsCompared).map(({ items }) => items));
}

/** A day of the machine's time zone: when it begins and ends, in milliseconds since 1970. */
interface Day {
  day: string;
  from: number;
  until: number;
}

/** The last days in the time zone of the machine, today last. A day with a change of summer time has 23 or 25 hours. */
export function lastDays(now: number, count: number): Day[] {
  const today = new Date(now);
  const start = (back: number): Date =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - back);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return Array.from({ length: count }, (_, place) => {
    const from = start(count - 1 - place);
    const day = `${from.getFullYear()}-${twoDigits(from.getMonth() + 1)}-${twoDigits(from.getDate())}`;
    return { day, from: from.getTime(), until: start(count - 2 - place).getTime() };
  });
}

/** What full runs gave on each day, by the beginning of their crawls. */
export function countDays(days: readonly Day[], runs: readonly FullRun[]): ProjectDay[] {
  const counted = days.map(({ day }): ProjectDay => ({ day, items: 0, runs: 0, failed: 0 }));
  for (const run of runs) {
    const at = Date.parse(run.at);
    const day = counted[days.findIndex(({ from, until }) => at >= from && at < until)];
    if (day === undefined) continue;
    day.items += run.items;
    day.runs += 1;
    day.failed += isTroubled(run) ? 1 : 0;
  }
  return counted;
}

/**
 * The share of cells that have a value; null: there are none. A column is a cell where the spider extracts it or an item has it.
 * @param callbacks those of the spider, of whatever shape
 */
export function fillShare(counts: readonly FilledCounts[], callbacks: unknown): number | null {
  let cells = 0;
  let filled = 0;
  for (const { callback, items, columns, metadata } of counts) {
    cells += metadata.cells;
    filled += metadata.filled;
    const extract = memberOf(memberOf(callbacks, callback), 'extract');
    for (const [column, values] of Object.entries(columns)) {
      const isAsked = isObject(extract) ? Object.hasOwn(extract, column) : callback === builtInCallback;
      if (!isAsked && values === 0) continue;
      cells += items;
      filled += values;
    }
  }
  return cells === 0 ? null : filled / cells;
}
