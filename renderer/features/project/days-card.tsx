import { useMemo } from 'react';
import type { ProjectOverview } from '../../../shared/contract/types.ts';
import { DayBars } from '../../ui/chart/day-bars.tsx';

import { barDays, failedWords } from './project-words.ts';

/** The items that a project brought on each of the last days; days on which a run failed are marked. */
export function DaysCard({ days, totals }: Pick<ProjectOverview, 'days' | 'totals'>) {
  const bars = useMemo(() => barDays(days), [days]);
  const failed = failedWords(totals);
  return (
    <section className="project-card" aria-label="Items per day">
      <div className="project-card-head">
        <h2>Items per day</h2>
        <span className={failed === null ? 'subtle small' : 'project-bad small'}>
          {failed ?? 'no failed run in 7 days'}
        </span>
      </div>
      <DayBars label={`Items of the last ${days.length} days`} heads={['Items', 'Failed runs']} days={bars} />
    </section>
  );
}
