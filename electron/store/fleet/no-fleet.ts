import type { FleetQueries } from './fleet-queries.ts';

/** Implements `FleetQueries` where the workspace is on one machine. */
export const noFleet: FleetQueries = {
  status: async () => null,
  workers: async () => [],
  hosts: async () => ({ hosts: [], total: 0 }),
  register: async () => null,
  beat: async () => null,
  leave: async () => undefined,
  drain: async () => false,
  revive: async () => false,
};
