import type { StoreContext } from '../database/context.ts';

/** Returns a function that tells whether a run is there: neither gone nor in the trash. */
export function createRunPresence({
  connection: { db },
}: Pick<StoreContext, 'connection'>): (run: number) => boolean {
  const one = db.prepare<[number], number>('SELECT 1 FROM runs WHERE id = ?').pluck();
  return (run) => one.get(run) !== undefined;
}
