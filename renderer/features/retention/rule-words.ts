import type { RetentionRule } from '../../../shared/retention.ts';
import { counted } from '../../ui/format.ts';
import type { ScopedRule } from './retention-store.ts';

/** For what a rule holds: "All spiders", "Project press", "press/news". */
export function scopeWords({ project, spider }: Pick<ScopedRule, 'project' | 'spider'>): string {
  if (project === null) return 'All spiders';
  return spider === null ? `Project ${project}` : `${project}/${spider}`;
}

/** What a rule keeps, in a sentence. */
export function ruleWords({ runs, days, pages, detail, dataset }: RetentionRule): string {
  const full = (count: number) => counted(count, 'full run');
  const kept =
    runs === null && days === null
      ? ['all runs']
      : [
          runs === null ? null : `the newest ${full(runs)}`,
          days === null ? null : `the runs of ${counted(days, 'day')}`,
        ].filter((part) => part !== null);
  const parts = [
    pages === null ? null : `stored pages of the newest ${full(pages)}`,
    detail === null ? null : `logs of the newest ${full(detail)}`,
  ].filter((part) => part !== null);
  const forgets = dataset === 'forget' && (runs !== null || days !== null) ? ' The dataset forgets.' : '';
  return `Keeps ${[kept.join(' and '), ...parts].join(', ')}.${forgets}`;
}
