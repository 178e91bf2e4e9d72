import { createHost } from './host.ts';
import { serveFleet, type ServedFleet, type ServeFleetOptions } from '../work/fleet/serve-fleet.ts';

/** How a worker is started. */
export interface WorkerOptions extends ServeFleetOptions {
  /** Whether it carries out the queue and schedules as well. */
  takesQueue: boolean;
  onFault: (what: string, error: unknown) => void;
}

/** A worker of the fleet of a workspace. */
export type RunningWorker = Pick<
  ServedFleet,
  'name' | 'slots' | 'classes' | 'isWell' | 'metrics' | 'whenIdle' | 'close'
>;

/**
 * Starts a worker of the fleet of the workspace in the chosen database.
 * @throws HostError `usage` where the workspace is on this computer, `conflict` where a living worker has the name; StoreError
 */
export async function startWorker({
  takesQueue,
  onFault,
  ...options
}: WorkerOptions): Promise<RunningWorker> {
  const fleet = await serveFleet(options);
  if (!takesQueue) return fleet;
  try {
    const { workspace, work } = fleet;
    const operations = { kind: 'worker' } as const;
    const host = await createHost({
      dataDir: options.dataDir,
      warm: false,
      onFault,
      operations,
      fleet: { workspace, work },
    });
    return {
      ...fleet,
      async close() {
        await host.close();
        await fleet.close();
      },
    };
  } catch (error) {
    await fleet.close();
    throw error;
  }
}
