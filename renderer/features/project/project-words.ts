import type { ProjectOverview, SpiderOverview } from '../../../shared/contract/types.ts';
import { count, counted, shortCount } from '../../ui/format.ts';
import type { BarDay } from '../../ui/chart/day-bars.tsx';

/** The totals of a project in one line: "200 spiders · 1,240 runs · 1.2M items in the last runs". */
export function totalsWords({ spiders, runs, items }: ProjectOverview['totals']): string {
  const parts = [
    counted(spiders, 'spider'),
    counted(runs, 'run'),
    `${items < 100_000 ? count(items) : shortCount(items)} ${items === 1 ? 'item' : 'items'} in the last runs`,
  ];
  return parts.join(' · ');
}

/** The failed runs of a week in words; null: there is none. */
export const failedWords = ({ failedLast7Days }: ProjectOverview['totals']): string | null =>
  failedLast7Days === 0 ? null : `${counted(failedLast7Days, 'failed run')} in 7 days`;

/** The days of a project as bars. */
export const barDays = (days: ProjectOverview['days']): BarDay[] =>
  days.map(({ day, items, runs, failed }) => ({
    day,
    value: items,
    failed,
    words:
      runs === 0
        ? 'no run'
        : `${counted(items, 'item')} from ${counted(runs, 'run')}${failed === 0 ? '' : `, ${count(failed)} failed`}`,
  }));

/** What the last runs of a spider brought, for those who do not see the drawing. */
export function trendWords({ trend, medianItems }: SpiderOverview): string {
  const failed = trend.filter(({ state }) => state === 'failed').length;
  const parts = [
    `Items of the last ${counted(trend.length, 'full run')}: ${trend.map(({ items }) => count(items)).join(', ')}`,
    failed === 0 ? null : `${count(failed)} failed`,
    medianItems === null ? null : `the median is ${count(medianItems)}`,
  ];
  return parts.filter((part) => part !== null).join('; ');
}

/** "Queue 3 spiders", "Queue shop". @param names not empty */
export function namesWords(names: readonly string[]): string {
  const [only = ''] = names;
  return names.length === 1 ? only : counted(names.length, 'spider');
}
