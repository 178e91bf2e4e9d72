import { canBeShared } from '../fleet/shared-run.ts';
import type { PlannedRun } from '../crawl/run-plan.ts';

/** Why one process carries a run out, in a sentence, though more were asked for; null: they can share it. */
export function whyAlone(planned: Pick<PlannedRun, 'spider' | 'settings' | 'login'>): string | null {
  if (planned.login !== null)
    return 'One process carries the run out, because its login changes with its pages.';
  if (canBeShared(planned)) return null;
  return (
    'One process carries the run out, because its pages depend on each other: its rows lead to pages, its items name files, ' +
    'or it leaves out what earlier pages have had.'
  );
}
