import type { StoreContext } from '../database/context.ts';
import { createOutboxWriter } from '../outbox/outbox-writer.ts';
import type { RunChange } from '../outbox/change.ts';
import type { RunRow } from './run-queries.ts';

/** A run as far as its changes say. */
type ChangedRun = Pick<
  RunRow,
  'id' | 'project' | 'spider' | 'state' | 'cause' | 'reason' | 'kind' | 'breaches'
>;

/** Writes changes of runs to the outbox. */
export interface RunChanges {
  /** Records a change within its transaction. @param run the run after it, or as it was before it was deleted */
  write(run: ChangedRun, what: RunChange['what']): void;
}

export function createRunChanges(context: StoreContext): RunChanges {
  const outbox = createOutboxWriter(context);
  return {
    write: ({ id, project, spider, state, cause, reason, kind, breaches }, what) =>
      outbox.write({
        kind: 'run',
        subject: id,
        project,
        spider,
        what,
        state: what === 'deleted' ? 'deleted' : state,
        cause,
        reason,
        runKind: kind,
        ...(breaches === 0 ? {} : { breaches }),
      }),
  };
}
