import type { StoreContext } from '../database/context.ts';

/** Pages that one step of `Upkeep.compactStep` moves: some 30 ms. */
const usualPages = 500;

/** How the free room of a database can be given back. */
export interface Compaction {
  /** `steps`: the file knows which page belongs where. `whole`: it has to be written anew once. */
  way: 'steps' | 'whole';
  freeBytes: number;
  bytes: number;
}

/** SQLite's number for a file that gives free pages back when it is asked. */
const incremental = 2;

/** Reads how the free room of a database can be given back. */
export function compactionOf({ connection: { file: db } }: StoreContext): Compaction {
  const number = (pragma: string): number => Number(db.pragma(pragma, { simple: true }));
  const pageBytes = number('page_size');
  return {
    way: number('auto_vacuum') === incremental ? 'steps' : 'whole',
    freeBytes: number('freelist_count') * pageBytes,
    bytes: number('page_count') * pageBytes,
  };
}

/** Moves some pages into free room at the front and cuts the end off, as one transaction. @returns the bytes that are still free */
export function compactStep(context: StoreContext, pages = usualPages): number {
  const { connection } = context;
  connection.writing(() => connection.file.pragma(`incremental_vacuum(${pages})`))();
  const { freeBytes } = compactionOf(context);
  if (freeBytes === 0) connection.checkpoint();
  return freeBytes;
}

/** Writes the whole database anew, from then on in the way `steps`. Whoever writes waits. A process that is killed changes nothing. */
export function compactWhole({ connection }: StoreContext): void {
  connection.drain();
  connection.file.pragma(`auto_vacuum = ${incremental}`);
  connection.file.exec('VACUUM');
  connection.file.pragma('wal_checkpoint(TRUNCATE)');
}
