import type { StoreContext } from '../database/context.ts';
import { createEventWriter } from '../events/event-writer.ts';
import { createTimeIn } from '../runs/run-time.ts';
import { createRequestTransitions, type CutOff } from './request-transitions.ts';

/** The reason of a request that the run did not survive. One text for all, so that they are counted together. */
export const givenUpReason =
  'This page ends the program: the run was cut off four times while it was in flight, the last time with nothing ' +
  'beside it. Put it back into the queue to try it again.';

/**
 * Returns a function that puts the active requests of a run back into the queue, because the process that claimed them is gone,
 * and returns how many there were. It counts the cut-offs of each request and writes an event. A request that was alone in
 * flight, after three such ends, fails instead.
 * The run's new owner calls it within a transaction, before anything is claimed.
 */
export function createRecovery(context: StoreContext): (run: number, cutOff: CutOff) => number {
  const { db } = context.connection;
  const timeIn = createTimeIn(context);
  const transitions = createRequestTransitions(context);
  const writeEvents = createEventWriter(context);
  const active = db.prepare<[number], { id: number; deaths: number }>(
    'SELECT id, deaths FROM requests WHERE run_id = ? AND state = 1 LIMIT 2',
  );
  const suspects = db
    .prepare<[number], number>('SELECT count(*) FROM requests WHERE run_id = ? AND deaths > 2 AND state = 0')
    .pluck();
  return (run, cutOff) => {
    const [first, second] = active.all(run);
    if (cutOff.died && first !== undefined && second === undefined && first.deaths > 2) {
      transitions.giveUp(first.id, givenUpReason, timeIn(run));
      return 0;
    }
    const requeued = transitions.requeueActive(run, cutOff);
    if (requeued > 0) {
      const message = recoveredWords(requeued, suspects.get(run) ?? 0);
      writeEvents(run, [{ kind: 'recovered', url: null, message }], timeIn(run));
    }
    return requeued;
  };
}

/**
 * Returns a function that puts some active requests of a run back into the queue, because one of the processes that carry it out has
 * died with them. A request that was alone in its hands, after three such ends, fails instead. Called within a transaction.
 */
export function createPartRecovery(
  context: StoreContext,
): (run: number, requests: readonly number[]) => void {
  const { db } = context.connection;
  const timeIn = createTimeIn(context);
  const transitions = createRequestTransitions(context);
  const deathsOf = db
    .prepare<[number, number], number>(
      'SELECT deaths FROM requests WHERE id = ? AND run_id = ? AND state = 1',
    )
    .pluck();
  return (run, requests) => {
    const [first] = requests;
    const deaths = first === undefined ? undefined : deathsOf.get(first, run);
    if (first !== undefined && requests.length === 1 && deaths !== undefined && deaths > 2)
      transitions.giveUp(first, givenUpReason, timeIn(run));
    else for (const request of requests) transitions.cutOff(run, request);
  };
}

export function recoveredWords(requests: number, suspects: number): string {
  const what = requests === 1 ? 'One request that was' : `${requests} requests that were`;
  const again = `${what} in flight when the run was cut off will be fetched again.`;
  if (suspects === 0) return again;
  const one = 'One was in flight at three such ends: it is fetched with nothing beside it.';
  const many = `${suspects} were in flight at three such ends: each is fetched with nothing beside it.`;
  return `${again} ${suspects === 1 ? one : many}`;
}
