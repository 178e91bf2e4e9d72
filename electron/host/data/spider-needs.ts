import type { Need, RunSummary } from '../../../shared/contract/types.ts';
import type { RunCause } from '../../../shared/run-cause.ts';
import type { FailedRecipe } from '../../store/recipes/recipe-queries.ts';
import type { SpiderGlance } from '../../store/projects/project-overview-queries.ts';

/** What a run that paused itself asks for. Runs that somebody has paused ask for nothing. */
const afterPause: Readonly<Partial<Record<RunCause, NonNullable<Need['action']>>>> = {
  blocked: 'resume',
  offline: 'resume',
  error: 'resume',
  'no-pages': 'resume',
  trapped: 'look',
  breached: 'look',
};

/** Whether a run did not end as runs should: it failed, was interrupted, or paused itself. */
export function isTroubled({ state, cause }: Pick<RunSummary, 'state' | 'cause'>): boolean {
  if (state === 'failed' || state === 'interrupted') return true;
  return state === 'paused' && cause !== null && Object.hasOwn(afterPause, cause);
}

/**
 * What a person is needed for; null: nothing. While the queue has an entry of the spider, it sees itself to what can be resumed.
 * @param last the newest full run; null: there is none
 * @param failedExport a saved export that was given up; null: there is none
 */
export function needOf(
  { spider, queued, dead }: Pick<SpiderGlance, 'spider' | 'queued' | 'dead'>,
  last: RunSummary | null,
  failedExport: Pick<FailedRecipe, 'recipe' | 'run' | 'reason'> | null = null,
): Need | null {
  const need = (message: string, action: Need['action']): Need => ({
    spider,
    run: last?.id ?? null,
    entry: null,
    message,
    action,
  });
  if (last !== null && isTroubled(last)) {
    const reason = last.reason ?? 'No reason was recorded.';
    if (last.state === 'failed')
      return need(`The last run failed. ${reason}`, last.cause === 'login' ? 'login' : 'look');
    if (last.state === 'interrupted')
      return queued > 0 ? null : need(`The last run was interrupted. ${reason}`, 'resume');
    const action = (last.cause === null ? null : afterPause[last.cause]) ?? 'look';
    if (queued === 0 || action !== 'resume') return need(reason, action);
  }
  const began = last?.startedAt ?? last?.createdAt ?? '';
  if (dead !== null && queued === 0 && dead.endedAt > began) {
    const times = dead.attempts === 1 ? 'one attempt' : `${dead.attempts} attempts`;
    const because = dead.reason === null ? '' : ` ${dead.reason}`;
    const message = `The queue has given it up after ${times}.${because}`;
    return { ...need(message, 'retry'), entry: dead.entry };
  }
  if (last !== null && last.breaches > 0) {
    const what = last.breaches === 1 ? 'one expectation does' : `${last.breaches} expectations do`;
    return need(`The data of the last run is not as expected: ${what} not hold.`, 'look');
  }
  if (failedExport !== null) {
    const { recipe, run, reason } = failedExport;
    return { ...need(`The export "${recipe}" of run ${run} failed. ${reason}`, 'export'), run };
  }
  return null;
}
