import { counted } from '../counted.ts';
import type { FleetHost, FleetStatus, FleetWorker } from './types.ts';

/** What is said of a workspace without a fleet. */
export const noFleetSentence =
  'The workspace is on this computer alone, so it has no workers; a PostgreSQL database can have them on several.';

/** What is said of a worker. */
export const workerStateWords: Readonly<Record<FleetWorker['state'], string>> = {
  working: 'Working',
  draining: 'Ending',
  gone: 'Gone',
};

/** What is said of a host. */
export const hostStateWords: Readonly<Record<FleetHost['state'], string>> = {
  'set-aside': 'Set aside',
  active: 'At work',
  ready: 'Ready',
  waiting: 'Waits',
};

/** Why a host is set aside. */
export const lossWords = (losses: number): string => `${counted(losses, 'worker')} in a row died of it`;

/** A time in its largest unit: "3 s", "12 min", "5 h". */
export function shortTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** How a fleet stands, in one line. */
export function fleetSentence({ workers, slots, ready, oldestReadyMs }: FleetStatus): string {
  const { working, draining, gone } = workers;
  return [
    counted(working, 'worker'),
    ...(draining === 0 ? [] : [`${draining} ending`]),
    ...(gone === 0 ? [] : [`${gone} gone`]),
    counted(slots, 'slot'),
    `${counted(ready, 'host')} ready`,
    ...(oldestReadyMs === null ? [] : [`oldest ${shortTime(oldestReadyMs)}`]),
  ].join(', ');
}
