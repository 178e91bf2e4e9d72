import type { RunningWorker } from '../../host/serving/worker.ts';
import { single, type Metric } from './metric.ts';

/** What a worker tells of itself and of what waits in its fleet. */
export async function workerMetrics({
  slots,
  metrics,
}: Pick<RunningWorker, 'slots' | 'metrics'>): Promise<Metric[]> {
  const { sessions, hosts, jobs } = await metrics();
  const oldest = Math.max(0, ...jobs.hosts.map(({ oldestReadyMs }) => oldestReadyMs ?? 0));
  const by = (name: 'ready' | 'active' | 'waiting' | 'setAside') =>
    jobs.hosts.map((one) => ({
      labels: { class: one.class, state: name === 'setAside' ? 'set_aside' : name },
      value: one[name],
    }));
  return [
    single('gauge', 'spider_studio_worker_slots', 'Requests that this worker may have in flight.', slots),
    single('gauge', 'spider_studio_worker_hosts', 'Hosts that this worker has now.', hosts),
    single('gauge', 'spider_studio_worker_runs', 'Runs in which this worker takes part.', sessions),
    {
      name: 'spider_studio_fleet_hosts',
      type: 'gauge',
      help: 'Hosts of all runs, by what they need and whether a worker has them.',
      samples: [...by('ready'), ...by('active'), ...by('waiting'), ...by('setAside')],
    },
    single(
      'gauge',
      'spider_studio_fleet_oldest_ready_host_seconds',
      'How long the first of the hosts that are ready has waited.',
      oldest / 1000,
    ),
  ];
}
