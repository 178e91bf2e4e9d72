import type { FleetStatus } from '../../../shared/contract/types.ts';
import type { Metric, Sample } from './metric.ts';

type OfClass = FleetStatus['classes'][number];

/** Metrics of the workers, for what starts and ends them; none where the workspace has no fleet. */
export function fleetMetrics(status: FleetStatus | null): Metric[] {
  if (status === null) return [];
  const { workers, classes } = status;
  const byClass = (valueOf: (one: OfClass) => number): Sample[] =>
    classes.map((one) => ({ labels: { class: one.class }, value: valueOf(one) }));
  return [
    {
      name: 'spider_studio_fleet_workers',
      type: 'gauge',
      help: 'Workers that take part in the runs of the workspace.',
      samples: Object.entries(workers).map(([state, value]) => ({ labels: { state }, value })),
    },
    {
      name: 'spider_studio_fleet_slots',
      type: 'gauge',
      help: 'Requests that the workers may have in flight at once.',
      samples: byClass(({ slots }) => slots),
    },
    {
      name: 'spider_studio_fleet_hosts',
      type: 'gauge',
      help: 'Hosts that workers have or are to take.',
      samples: classes.flatMap(({ class: name, active, ready, waiting, setAside }) =>
        Object.entries({ active, ready, waiting, set_aside: setAside }).map(([state, value]) => ({
          labels: { class: name, state },
          value,
        })),
      ),
    },
    {
      name: 'spider_studio_fleet_ready_hosts_per_slot',
      type: 'gauge',
      help: 'Hosts that are ready, for each slot; without slots, as if there were one.',
      samples: byClass(({ readyPerSlot }) => readyPerSlot),
    },
    {
      name: 'spider_studio_fleet_oldest_ready_host_seconds',
      type: 'gauge',
      help: 'How long the first of the hosts that are ready has waited; 0: none is.',
      samples: byClass(({ oldestReadyMs }) => (oldestReadyMs ?? 0) / 1000),
    },
  ];
}
