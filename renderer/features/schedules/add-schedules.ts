import type { CallError } from '../../../shared/contract/errors.ts';
import type { Schedule } from '../../../shared/contract/types.ts';
import { callOptions } from '../../run-options/call-options.ts';
import type { ManySchedules } from '../../state/many-schedules.ts';
import { rememberedChoice } from '../../run-options/start-memory.ts';
import { navigate } from '../../navigation/router.ts';
import { getClient } from '../../state/client.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { clockTime, counted } from '../../ui/format.ts';
import { schedulesChanged } from './schedules-store.ts';
import type { TimeFieldsState } from './use-time-fields.ts';

/**
 * Adds a schedule for each spider: all of them or, where one cannot be added, none. Each runs in full, with what it was last started
 * with.
 * @param onRefused hears why it was not done @returns whether it was
 */
export async function addSchedules(
  { project, spiders }: ManySchedules,
  time: NonNullable<TimeFieldsState['given']>,
  onRefused: (error: CallError) => void,
): Promise<boolean> {
  const added: Schedule[] = [];
  for (const spider of spiders) {
    const options = callOptions({ ...rememberedChoice(project, spider), kind: 'full' });
    const answer = await getClient().call('schedules.add', { project, spider, ...time, ...options });
    if (answer.ok) {
      added.push(answer.value);
      continue;
    }
    for (const { id } of added) await getClient().call('schedules.remove', { schedule: id });
    schedulesChanged();
    onRefused({ ...answer.error, message: `${spider}: ${answer.error.message}` });
    return false;
  }
  schedulesChanged();
  invalidate((name) => name === 'projects.overview');
  const [first] = added;
  const next = first?.next[0];
  toast.success(`${counted(added.length, 'schedule')} added`, {
    message: first === undefined || next === undefined ? '' : `${first.words}, next at ${clockTime(next)}.`,
    actions: [{ label: 'Show the schedules', run: () => navigate(['schedules']) }],
  });
  return true;
}
