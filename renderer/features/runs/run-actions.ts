import type { RunSummary } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { forgetRun, noteRun, useLiveRuns } from '../../state/live-runs.ts';
import { invalidate } from '../../state/query.ts';
import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { toldDeleted } from '../../state/deleted.ts';
import { toast } from '../../state/toasts.ts';
import { confirm } from '../../state/questions.ts';
import { count, counted } from '../../ui/format.ts';
import { getLocation, href, navigate } from '../../navigation/router.ts';
import { queryText, type RequestQuery } from './request-filter.ts';

/** Records the state of a run at once; the topic of the runs reports it a moment later. */
function note(run: RunSummary): void {
  noteRun(run);
  invalidate((name) => name === 'runs.list' || name === 'runs.show' || name === 'app.status');
}

/** Pauses a run: requests in flight are finished. A failure is shown. */
export async function pauseRun({ id }: RunSummary): Promise<void> {
  const run = await act('runs.pause', { run: id }, { failure: `Run ${id} was not paused.` });
  if (run !== null) note(run);
}

/** Resumes a paused or interrupted run. @returns whether it was resumed */
export async function resumeRun({ id, spider }: RunSummary): Promise<boolean> {
  const answer = await act('runs.resume', { run: id }, { failure: `Run ${id} was not resumed.` });
  if (answer === null) return false;
  note(answer.run);
  reportWarnings(answer.problems.length, answer.problems[0]?.message ?? '');
  if (getLocation().segments[1] !== id) {
    untilOver(id, toast.success(`Run ${id} of ${spider} resumed`, { actions: [showAction(id)] }));
  }
  return true;
}

/** Removes a notice once the run has ended or paused. */
function untilOver(id: string, notice: string): void {
  const end = useLiveRuns.subscribe(({ runs }) => {
    const run = runs.get(id);
    if (run !== undefined && isUnderWay(run)) return;
    end();
    toast.dismiss(notice);
  });
}

const showAction = (id: string) => ({ label: 'Show the run', run: () => navigate(['run', id]) });

/** Shows how many warnings the spider of a run has, with the first. */
export function reportWarnings(times: number, first: string): void {
  if (times === 0) return;
  const more = times === 1 ? '' : ` and ${count(times - 1)} more`;
  toast.warning(`The spider has ${counted(times, 'warning')}`, { message: `${first}${more}` });
}

/** Stops a run after a confirmation. */
export async function stopRun({ id, counters, spider }: RunSummary): Promise<void> {
  const left = counters.queued + counters.active;
  const agreed = await confirm({
    title: `Stop run ${id} of ${spider}?`,
    message: `Requests in flight are dropped, and ${counted(left, 'known page')} will not be fetched. What was stored stays: ${counted(counters.items, 'item')}. To continue later, pause it instead.`,
    confirm: 'Stop the run',
    danger: true,
    remember: 'run.stop',
  });
  if (!agreed) return;
  const run = await act('runs.stop', { run: id }, { failure: `Run ${id} was not stopped.` });
  if (run !== null) note(run);
}

/** Puts the failed requests back into the queue and offers to resume the run. */
export async function requeueRun(run: RunSummary): Promise<void> {
  const { id } = run;
  const answer = await act('runs.requeue', { run: id }, { failure: `No request of run ${id} was requeued.` });
  if (answer === null) return;
  note(answer.run);
  invalidate((name) => name === 'runs.request');
  toast.success(`${counted(answer.requeued, 'request')} of run ${id} requeued`, {
    message: 'They are fetched when the run resumes.',
    actions: [{ label: 'Resume the run', run: () => void resumeRun(answer.run) }],
  });
}

/** Moves a run to the trash with its data, after a confirmation. */
export async function deleteRun({ id, spider, project, counters, state }: RunSummary): Promise<void> {
  const agreed = await confirm({
    title: `Move run ${id} of ${spider} to the trash?`,
    message: `Its ${counted(counters.items, 'item')}, ${counted(counters.seen, 'request')}, stored pages and log go along, and can be restored for ${daysInTrash} days.${state === 'paused' || state === 'interrupted' ? ' It can be resumed once it is restored.' : ''}`,
    confirm: 'Move to the trash',
    danger: true,
    remember: 'run.delete',
  });
  if (!agreed) return;
  const answer = await act('runs.delete', { run: id }, { failure: `Run ${id} was not deleted.` });
  if (answer === null) return;
  forgetRun(id);
  // Leaves the screen of the run first, because reading the run again would fail.
  if (getLocation().segments[0] === 'run' && getLocation().segments[1] === id) {
    navigate(['spider', project, spider, 'runs'], { replace: true });
  }
  invalidate((name) => name === 'runs.list' || name === 'spiders.list' || name === 'app.status');
  toldDeleted(`Run ${id} was moved to the trash`, answer.trash);
}

/** Resumes all interrupted runs. */
export async function resumeAll(runs: readonly RunSummary[]): Promise<void> {
  for (const run of runs) await resumeRun(run);
}

/** The requests of a run that fit. */
export const requestsHref = (run: string, query: RequestQuery = {}) =>
  href(['run', run, 'requests'], queryText(query));

/** The log of a run, only of these kinds. */
export const logHref = (run: string, kinds: readonly string[] = []) =>
  href(['run', run, 'log'], kinds.length === 0 ? {} : { kinds: kinds.join(',') });

/** The spider at its tester, with a page of the run where one is kept. */
export const testerHref = ({ project, spider }: RunSummary, request: string | null) =>
  href(['spider', project, spider, 'author'], request === null ? {} : { page: `request:${request}` });

/** Pins a run, so that no rule of retention touches it, or takes the pin away. */
export async function pinRun({ id }: RunSummary, pinned: boolean): Promise<void> {
  const done = await act('runs.pin', { run: id, pinned }, { failure: `Run ${id} was not changed.` });
  if (done === null) return;
  invalidate((name) => name === 'runs.retention');
  toast.success(pinned ? `Run ${id} is pinned: no rule removes it` : `Run ${id} is not pinned any more`);
}
