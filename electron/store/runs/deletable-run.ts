import type { StoreContext } from '../database/context.ts';
import { StoreError } from '../errors.ts';
import type { RunRow } from './run-queries.ts';
import { requireIdle, type RunReader } from './run-rows.ts';
import { isEnded } from './run-states.ts';

/**
 * Returns a function that reads a run that is to be deleted. It throws StoreError `conflict` while a living process carries the run
 * out, and while another one that is not deleted `along` with it has not finished extracting from its pages.
 */
export function requireDeletable(
  { connection: { db } }: StoreContext,
  reader: RunReader,
): (id: number, along?: ReadonlySet<number>) => RunRow {
  const madeFrom = db.prepare<[number], number>('SELECT id FROM runs WHERE source_id = ?').pluck();
  return (id, along = new Set()) => {
    const run = reader.require(String(id));
    requireIdle(run, 'deleted');
    const unfinished = madeFrom
      .all(id)
      .find((each) => !along.has(each) && !isEnded(reader.require(String(each)).state));
    if (unfinished !== undefined) throw stillNeeded(run.id, unfinished);
    return run;
  };
}

const stillNeeded = (id: string, generation: number): StoreError =>
  new StoreError(
    'conflict',
    `Run ${generation} has not finished extracting again from the pages of run ${id}, so that cannot be deleted now.`,
    `Resume run ${generation} first, or delete it.`,
  );
