import { useCall } from '../../state/query.ts';

/** How many workers are at work, in the sidebar. */
export function WorkerCount() {
  const workers = useCall('fleet.status', {}).value?.workers;
  if (workers === undefined || workers.working === 0) return null;
  return <span aria-label={`${workers.working} at work`}>{workers.working}</span>;
}
