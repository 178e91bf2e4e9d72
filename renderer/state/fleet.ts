import { knownValue, useCall } from './query.ts';

/** Whether the workspace is on a server, which workers can share. */
export const useHasFleet = (): boolean => useCall('fleet.status', {}).value !== null;

/** The same, as far as it is known by now. */
export const isFleetKnown = (): boolean => knownValue('fleet.status', {}) !== null;
