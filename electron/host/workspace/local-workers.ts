import { databaseAddress } from '../../postgres/chosen-database.ts';
import { HostError } from '../errors.ts';

/**
 * @param workers number of processes of this computer that are to carry a run out; left out: one
 * @throws HostError `bad-run-args` where several are asked for over a database on a server, where workers carry out all runs
 */
export function requireLocal(workers: number | undefined): void {
  if (workers === undefined || workers === 1 || databaseAddress() === null) return;
  throw new HostError(
    'bad-run-args',
    'Several processes for one run are for a workspace on this computer. This one is on a server, where workers carry out all runs.',
    'Leave their number out here, and start workers of the fleet on this computer or on others.',
  );
}

/** The number of processes as options of a run have it: one is what is left out, and so is what a server has no use for. */
export const keptWorkers = (workers: number | undefined): { workers?: number } =>
  workers === undefined || workers === 1 || databaseAddress() !== null ? {} : { workers };
