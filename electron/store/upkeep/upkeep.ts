import type { StoreContext } from '../database/context.ts';
import { createRunReader } from '../runs/run-rows.ts';
import { isCarriedOut } from '../runs/run-states.ts';
import { compactionOf, compactStep, compactWhole, type Compaction } from './compact.ts';
import { measure, type Measurement, type OnShare } from './measure.ts';

export type { Compaction } from './compact.ts';
export type { Measurement, OnShare, StoredPart } from './measure.ts';

/** Looks after the file of a database, whatever is in it. Methods throw StoreError. */
export interface Upkeep {
  /** What takes the room of the file. Takes seconds for some gigabytes. */
  measure(onShare: OnShare): Measurement;
  compaction(): Compaction;
  /** Ids of the runs that are carried out, by any process. */
  runsUnderWay(): string[];
  /** Gives some of the free room back. @returns the bytes that are still free */
  compactStep(): number;
  /** Gives all free room back at once. Nothing else may write meanwhile. */
  compactWhole(): void;
  /** Deletes some of the responses that are stored to be replayed. @returns how many; 0: none is left */
  clearCacheStep(): number;
}

/** Responses that one step deletes: some milliseconds. */
const answersAtOnce = 200;

/** Implements `Upkeep` on SQLite. */
export function createUpkeep(context: StoreContext): Upkeep {
  const { connection } = context;
  const clear = connection.db.prepare<[number]>(
    'DELETE FROM answers WHERE id IN (SELECT id FROM answers LIMIT ?)',
  );
  const reader = createRunReader(context);
  const maybeUnderWay = connection.db
    .prepare<[], number>("SELECT id FROM runs WHERE state IN ('queued', 'running', 'pausing') ORDER BY id")
    .pluck();
  return {
    measure: connection.reading((onShare: OnShare) => measure(context, onShare)),
    compaction: connection.reading(() => compactionOf(context)),
    runsUnderWay: connection.reading(() =>
      maybeUnderWay
        .all()
        .map((id) => reader.require(String(id)))
        .filter(isCarriedOut)
        .map(({ id }) => id),
    ),
    compactStep: connection.reading(() => compactStep(context)),
    compactWhole: connection.reading(() => compactWhole(context)),
    clearCacheStep: connection.writing(() => clear.run(answersAtOnce).changes),
  };
}
