import type { Schedule } from '../../../shared/contract/types.ts';
import { href, navigate } from '../../navigation/router.ts';
import { act } from '../../state/act.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { schedulesChanged } from './schedules-store.ts';

/** Turns a schedule on or off. */
export async function toggleSchedule({ id, enabled }: Schedule): Promise<void> {
  const args = { schedule: id, enabled: !enabled };
  const answer = await act('schedules.update', args, { failure: 'The schedule was not changed.' });
  if (answer !== null) schedulesChanged();
}

/** Queues what a schedule would, now. */
export async function runNow({ project, spider, priority, options }: Schedule): Promise<void> {
  const entry = await act(
    'queue.add',
    { project, spider, priority, ...options },
    { failure: `No run of ${spider} was queued.` },
  );
  if (entry === null) return;
  toast.success(`A run of ${spider} is in the queue`, {
    actions: [{ label: 'Show the queue', run: () => navigate(href(['queue'], { entry: entry.id })) }],
  });
}

/** Removes a schedule after a confirmation. */
export async function removeSchedule({ id, spider, words }: Schedule): Promise<void> {
  const agreed = await confirm({
    title: `Remove the schedule of ${spider}?`,
    message: `“${words}” no longer queues crawls, and its history is deleted. Runs, items and what is in the queue stay.`,
    confirm: 'Remove the schedule',
    danger: true,
  });
  if (!agreed) return;
  const answer = await act(
    'schedules.remove',
    { schedule: id },
    { failure: 'The schedule was not removed.' },
  );
  if (answer === null) return;
  schedulesChanged();
  toast.success(`The schedule of ${spider} was removed`);
}
