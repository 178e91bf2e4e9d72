import type { StoreContext } from '../database/context.ts';

/**
 * Writes down how long a run is at work and how long it waits for the network. Only the process that carries it out calls
 * these functions, within a transaction.
 */
export interface RunClock {
  /** A sign of life: what the run has worked since the last one is added. */
  beat(run: number): void;
  /** The run waits for the network, which is no work; `reason` is a sentence. Nothing happens where it is not under way. */
  wait(run: number, reason: string): void;
  /** It waits no longer. */
  goOn(run: number): void;
}

export function createRunClock(context: StoreContext): RunClock {
  const { now, activeTime } = context;
  const { db } = context.connection;
  const activeSince = db
    .prepare<[number], number | null>('SELECT active_since FROM runs WHERE id = ?')
    .pluck();
  const beginWait = db.prepare<[{ id: number; spent: number; now: number; reason: string }]>(
    `UPDATE all_runs SET active_ms = active_ms + @spent, active_since = NULL, waiting_since = @now, reason = @reason
    WHERE id = @id AND waiting_since IS NULL AND state = 'running'`,
  );
  const workAgain = db.prepare<[{ id: number; now: number }]>(
    `UPDATE all_runs SET active_since = @now, reason = CASE state WHEN 'pausing' THEN reason END
    WHERE id = @id AND active_since IS NULL AND state IN ('running', 'pausing')`,
  );
  const addTime = db.prepare<[number, number, number]>(
    'UPDATE all_runs SET active_ms = active_ms + ?, active_since = ? WHERE id = ? AND active_since IS NOT NULL',
  );
  const endWait = createEndWait(context);

  return {
    beat(run) {
      addTime.run(activeTime.sinceWritten(run, activeSince.get(run) ?? null), now(), run);
      activeTime.count(run);
    },
    wait(run, reason) {
      const spent = activeTime.sinceWritten(run, activeSince.get(run) ?? null);
      beginWait.run({ id: run, spent, now: now(), reason });
    },
    goOn(run) {
      endWait(run, now());
      workAgain.run({ id: run, now: now() });
      activeTime.count(run);
    },
  };
}

/** Returns a function that ends the wait of a run at a time in milliseconds since 1970. Call it within a transaction. */
export function createEndWait({ connection }: StoreContext): (run: number, until: number) => void {
  const end = connection.db.prepare<[{ id: number; until: number }]>(
    `UPDATE all_runs SET waited_ms = waited_ms + max(0, @until - waiting_since), waiting_since = NULL
    WHERE id = @id AND waiting_since IS NOT NULL`,
  );
  return (id, until) => void end.run({ id, until });
}
