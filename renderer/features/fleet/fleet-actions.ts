import type { FleetHost, FleetWorker } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { readFleet } from './use-fleet.ts';

/** Asks a worker to end, after a question. */
export async function drainWorker({ name, machine }: FleetWorker): Promise<void> {
  const agreed = await confirm({
    title: `End the worker “${name}”?`,
    message: `It takes nothing more, finishes what is in flight, and ends. Only somebody on ${machine} can start it again.`,
    confirm: 'End it',
    danger: true,
  });
  if (!agreed) return;
  const answer = await act('fleet.drain', { worker: name }, { failure: `“${name}” was not asked to end.` });
  if (answer !== null) toast.success(`“${name}” finishes what it has, and ends`);
  readFleet();
}

/** Lets a host that was set aside be taken again. */
export async function reviveHost({ host }: FleetHost): Promise<void> {
  const answer = await act('fleet.revive', { host }, { failure: `${host} is not taken again.` });
  if (answer !== null) toast.success(`${host} can be taken again`);
  readFleet();
}
