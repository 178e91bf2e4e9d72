import { connectPostgres } from '../../../postgres/connection.ts';
import { databaseAddress } from '../../../postgres/chosen-database.ts';
import { cleanPlace } from '../../../store/objects/clean.ts';
import { placesOf } from '../../../store/objects/choose.ts';

/**
 * Removes the objects outside of the database that no row has named for a day, after rows have gone. Rows go first, so a cut leaves
 * objects that the next time finds. Several processes may be at it at once. On SQLite there are none.
 */
export async function removeObjects(signal: AbortSignal): Promise<void> {
  const address = databaseAddress();
  if (address === null) return;
  const client = await connectPostgres(address);
  try {
    for (const place of await placesOf(client)) await cleanPlace(client, place, { apply: true, signal });
  } finally {
    await client.end();
  }
}
