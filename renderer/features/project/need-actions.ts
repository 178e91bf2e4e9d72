import type { Need } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { noteRun } from '../../state/live-runs.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { href, navigate } from '../../navigation/router.ts';

/** Reads again what the page of a project shows. */
export const readProjectAgain = () =>
  invalidate((name) => name === 'projects.overview' || name === 'notices.digest');

/** What can be done about a need at once (null: nothing), and what its link leads to. */
export function needWords({ action, run }: Need): { does: string | null; looks: string } {
  return {
    does: action === 'resume' ? 'Resume' : action === 'retry' ? 'Retry' : null,
    looks: action === 'export' ? 'Exports' : run === null ? 'Runs' : 'Run',
  };
}

/** Where a need is looked at: the run that it is about, the runs of the spider, or its saved exports. */
export const needTarget = (project: string, { spider, run, action }: Need): string =>
  action === 'export'
    ? href(['spider', project, spider, 'results'], { exports: 'saved' })
    : href(run === null ? ['spider', project, spider, 'runs'] : ['run', run]);

/** Does what a need asks for, and reads the page again. */
export async function answerNeed({ action, run, entry, spider }: Need): Promise<void> {
  if (action === 'resume' && run !== null) {
    const answer = await act('runs.resume', { run }, { failure: `Run ${run} was not resumed.` });
    if (answer === null) return;
    noteRun(answer.run);
    toast.success(`Run ${run} of ${spider} resumed`, {
      actions: [{ label: 'Show the run', run: () => navigate(['run', run]) }],
    });
  } else if (action === 'retry' && entry !== null) {
    const answer = await act('queue.retry', { entry }, { failure: `${spider} was not queued again.` });
    if (answer === null) return;
    toast.success(`${spider} is in the queue again`);
  }
  readProjectAgain();
}
