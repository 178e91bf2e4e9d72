import type { RunSummary } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { noteRun } from '../../state/live-runs.ts';
import { confirm } from '../../state/questions.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { navigate } from '../../navigation/router.ts';
import { reportWarnings } from './run-actions.ts';

/** Extracts the items of a run again with the newest version of its spider, and shows the run that does so. */
export async function extractAgain({ id, project, spider }: RunSummary): Promise<void> {
  const failure = `The items of run ${id} were not extracted again.`;
  const found = await act('spiders.get', { project, spider }, { failure });
  if (found === null) return;
  const { version, hasDraft } = found.summary;
  const agreed =
    !hasDraft ||
    (await confirm({
      title: `Extract with version ${version} of ${spider}?`,
      message: `The spider has edits that are not saved. Save them first to extract with them; version ${version} is without them.`,
      confirm: `Use version ${version}`,
    }));
  if (!agreed) return;
  const answer = await act('runs.reextract', { run: id }, { failure });
  if (answer === null) return;
  invalidate((name) => name === 'runs.list' || name === 'spiders.list');
  reportWarnings(answer.problems.length, answer.problems[0]?.message ?? '');
  navigate(['run', answer.run.id]);
}

/** Uses the items of a run that extracted again from now on. */
export async function acceptRun({ id }: RunSummary): Promise<void> {
  const run = await act('runs.accept', { run: id }, { failure: `Run ${id} was not accepted.` });
  if (run === null) return;
  noteRun(run);
  invalidate(() => true);
  toast.success(`Run ${run.id} takes the place of run ${run.source ?? ''}`, {
    message: 'Both are kept.',
  });
}
