import { databaseAddress } from '../../postgres/chosen-database.ts';
import { sharedWatch, type WatchWrites } from '../../store/outbox/write-watch.ts';
import { watchChanges } from '../../store/postgres/watch-changes.ts';

/** How a process is told of changes, by one connection however many want to know; null: the workspace is on this computer. */
export function watchServer(): WatchWrites | null {
  const address = databaseAddress();
  return address === null ? null : sharedWatch((onWrite) => watchChanges(address, onWrite));
}
