import { databaseAddress } from '../../postgres/chosen-database.ts';
import { requireFitness } from '../../postgres/fitness.ts';
import { HostError } from '../errors.ts';

/** Looks once whether the chosen PostgreSQL database, if there is one, can hold a workspace. @throws PostgresError */
export async function requireFitDatabase(): Promise<void> {
  const address = databaseAddress();
  if (address !== null) await requireFitness(address);
}

/**
 * Refuses what concerns the file of SQLite where the workspace is in PostgreSQL.
 * @param what the subject and verb of a sentence @param instead what to do there
 * @throws HostError `on-server`
 */
export function requireSqlite(what: string, instead: string): void {
  const address = databaseAddress();
  if (address === null) return;
  throw new HostError('on-server', `${what}, and the workspace is in ${address.shown}.`, instead);
}
