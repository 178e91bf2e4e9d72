import type { FleetStatus } from '../../../shared/contract/types.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';

/** Hosts of a page, where nobody says how many. */
const usualHosts = 200;

/** How the fleet of a workspace stands; null: it has none. */
export async function fleetStatus({ queries }: Workspace): Promise<FleetStatus | null> {
  const status = await queries.fleet.status();
  if (status === null) return null;
  return {
    ...status,
    readyPerSlot: perSlot(status),
    classes: status.classes.map((one) => ({ ...one, readyPerSlot: perSlot(one) })),
  };
}

const perSlot = ({ ready, slots }: { ready: number; slots: number }): number => ready / Math.max(1, slots);

/** @throws HostError `no-fleet` */
async function requireFleet({ queries }: Workspace): Promise<void> {
  if ((await queries.fleet.status()) !== null) return;
  throw new HostError(
    'no-fleet',
    'The workspace is on this computer alone, so it has no workers.',
    'Move it to a PostgreSQL server, which several computers can work with.',
  );
}

/** Handlers of the calls about the fleet. */
export const fleetHandlers: DataHandlers<'fleet'> = {
  'fleet.status': (_, { workspace }) => fleetStatus(workspace),
  'fleet.workers': async (_, { workspace }) => {
    const workers = await workspace.queries.fleet.workers();
    return workers.map(({ classes, ...worker }) => ({ ...worker, classes: [...classes] }));
  },
  'fleet.hosts': ({ offset = 0, limit = usualHosts }, { workspace }) =>
    workspace.queries.fleet.hosts({ offset, limit }),
  'fleet.revive': async ({ host }, { workspace }) => {
    await requireFleet(workspace);
    if (await workspace.queries.fleet.revive(host)) return {};
    throw new HostError(
      'not-set-aside',
      `The host "${host}" is not set aside.`,
      '"fleet hosts" tells which are.',
    );
  },
  'fleet.drain': async ({ worker }, { workspace }) => {
    await requireFleet(workspace);
    if (await workspace.queries.fleet.drain(worker)) return {};
    throw new HostError(
      'unknown-worker',
      `There is no worker "${worker}" at work.`,
      '"fleet workers" tells which there are.',
    );
  },
};
