import type { StoreContext } from '../database/context.ts';

/** Makes the function that says when something was last written down of a run, in milliseconds since 1970; 0: never. */
export function createLastSign({ connection }: Pick<StoreContext, 'connection'>): (run: number) => number {
  const last = connection.db
    .prepare<[{ run: number }], number>(
      `SELECT max(coalesce((SELECT max(finished_at) FROM requests WHERE run_id = @run AND finished_at IS NOT NULL), 0),
        coalesce((SELECT max(at) FROM events WHERE run_id = @run), 0))`,
    )
    .pluck();
  return (run) => last.get({ run }) ?? 0;
}

/** Makes the function that gives the time for something that is written down of a run by who does not carry it out; see `createRunTime`. */
export function createTimeIn(context: StoreContext): (run: number) => number {
  const lastSign = createLastSign(context);
  return (run) => {
    const [now, last] = [context.now(), lastSign(run)];
    return now < last ? last + 1 : now;
  };
}

/**
 * The time of what is written down of a run: the clock of the machine, except that it never goes back. The log of a run, its
 * charts and those who follow it go by that order; where the clock was set back, the run is ahead of it from there on
 * (decision 0235).
 * @param lastSign when something was last written down of the run
 */
export function createRunTime(
  { now, monotonic }: Pick<StoreContext, 'now' | 'monotonic'>,
  lastSign: number,
): () => number {
  let ahead = lastSign - monotonic();
  return () => {
    const steady = monotonic();
    ahead = Math.max(ahead, now() - steady);
    return Math.round(ahead + steady);
  };
}
