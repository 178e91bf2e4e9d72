import { counted } from '../../../shared/counted.ts';
import type { StoreContext } from '../database/context.ts';
import { createEventWriter } from '../events/event-writer.ts';
import { createRunChanges } from '../runs/run-changes.ts';
import { createRunReader, requireIdle } from '../runs/run-rows.ts';
import { isEnded } from '../runs/run-states.ts';
import { createTimeIn } from '../runs/run-time.ts';
import { createRequestTransitions } from './request-transitions.ts';

/** Returns a function that does what `RequestQueries.requeueFailed` says. Call it within a transaction. */
export function createRequeue(context: StoreContext): (run: string) => number {
  const { db } = context.connection;
  const transitions = createRequestTransitions(context);
  // Events of failures are read off the requests, which are about to lose them.
  const keepFailures = db.prepare<[number]>(
    `INSERT INTO events (run_id, at, kind, url, message)
      SELECT run_id, coalesce(finished_at, 0), 'failed', url, coalesce(reason, 'No reason was recorded.')
      FROM requests WHERE run_id = ? AND state = 3 AND state > 2 ORDER BY finished_at, id`,
  );
  const reopen = db.prepare<[string, number]>(
    `UPDATE all_runs SET state = 'paused', ended_at = NULL, reason = ?, cause = 'paused' WHERE id = ?`,
  );
  const runs = createRunReader(context);
  const changes = createRunChanges(context);
  const writeEvents = createEventWriter(context);
  const timeIn = createTimeIn(context);

  return (id) => {
    const run = runs.require(id);
    requireIdle(run, 'changed');
    const row = Number(run.id);
    keepFailures.run(row);
    const requeued = transitions.requeueFailed(row);
    if (requeued === 0) return 0;
    const what = counted(requeued, 'failed request was', 'failed requests were');
    const message = `${what} put back into the queue.`;
    writeEvents(row, [{ kind: 'requeued', url: null, message }], timeIn(row));
    if (isEnded(run.state)) {
      reopen.run(message, row);
      changes.write(runs.require(id), 'moved');
    }
    return requeued;
  };
}
