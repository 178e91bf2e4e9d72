import type { QueueState } from '../../../shared/queue-states.ts';
import type { StoreContext } from '../database/context.ts';
import type { RunRow } from '../runs/run-queries.ts';
import { createRunReader, type RunReader } from '../runs/run-rows.ts';
import { isCarriedOut, isEnded } from '../runs/run-states.ts';
import { createRunTransitions } from '../runs/run-transitions.ts';
import { afterAttempt, endOfAttempt, type AttemptEnd } from './entry-end.ts';
import type { QueueRow } from './queue-queries.ts';
import type { QueueRows, StoredEntry } from './queue-rows.ts';
import type { EntryLease } from './entry-lease.ts';
import {
  leaseTermMs,
  type EndedAttempt,
  type Looking,
  type QueueClaim,
  type QueueOutlook,
  type QueueWorkQueries,
} from './queue-work-queries.ts';
import { Silence } from './silence.ts';
import { createQueueWorkers } from './queue-workers.ts';

/** How many entries are looked at for one whose run nobody else carries out. */
const mostCandidates = 100;

/** Settles attempts within a transaction of its caller. */
interface Settling {
  /** The run of an entry; null: there is none. */
  readonly runOf: (entry: StoredEntry) => RunRow | null;
  readonly apply: (entry: StoredEntry, end: AttemptEnd, jitter: number) => QueueRow;
}

export function createQueueWork(context: StoreContext, rows: QueueRows): QueueWorkQueries {
  const { connection, now, owners } = context;
  const { db } = connection;
  const reader = createRunReader(context);
  const settling = createSettling(context, rows, reader);
  const workers = createQueueWorkers(context);
  const claim = createClaim(context, rows, settling);
  const takeBack = createTakeBack(context, rows, { reader, settling });
  const self = (): string => owners.self().lock ?? '';
  const own = db.prepare<[string], StoredEntry>(
    `${rows.select} WHERE entries.state = 'running' AND entries.owner_lock = ? ORDER BY entries.id`,
  );
  const held = db.prepare<[{ entry: number; number: number; lock: string }], StoredEntry>(
    `${rows.select} WHERE entries.id = @entry AND entries.lease = @number AND entries.state = 'running'
      AND entries.owner_lock = @lock`,
  );
  const others = db.prepare<[{ lock: string }], { pid: number | null; lock: string | null }>(
    `SELECT owner_pid AS pid, owner_lock AS lock FROM queue_entries WHERE state = 'running' AND owner_lock <> @lock
      UNION SELECT pid, lock FROM queue_workers WHERE lock <> @lock`,
  );
  const nextDue = db
    .prepare<[{ now: number; batch: string | null }], number | null>(
      `SELECT min(due_at) FROM queue_entries WHERE state = 'pending' AND due_at > @now AND (@batch IS NULL OR batch = @batch)`,
    )
    .pluck();
  const open = db.prepare<[{ batch: string | null }], { state: QueueState; count: number }>(
    `SELECT state, count(*) AS count FROM queue_entries
      WHERE state IN ('pending', 'running') AND (@batch IS NULL OR batch = @batch) GROUP BY state`,
  );

  function isDone(batch: string | null): boolean {
    const left = new Map(open.all({ batch }).map(({ state, count }) => [state, count]));
    if ((left.get('running') ?? 0) > 0) return false;
    return (left.get('pending') ?? 0) === 0 || claim.isHeld();
  }

  function presence(found: readonly { pid: number | null; lock: string | null }[]): QueueOutlook['others'] {
    if (found.length === 0) return 'none';
    const isThere = found.every(({ pid, lock }) => owners.isAlive({ pid: pid ?? 0, lock }, 0));
    return isThere ? 'there' : 'gone';
  }

  function giveBack(lock: string): void {
    for (const entry of own.all(lock)) {
      const run = settling.runOf(entry);
      const end = run === null ? null : endOfAttempt(run, entry.asked);
      // What a closing process cuts off was given back, too.
      settling.apply(entry, end === null || end.kind === 'lost' ? { kind: 'back' } : end, 0);
    }
  }

  return {
    register: connection.change((worker) => workers.register(self(), worker)),
    leave: connection.change(({ ifDone }: { ifDone: boolean }) => {
      if (ifDone && !isDone(null)) return false;
      giveBack(self());
      workers.remove(self());
      return true;
    }),
    outlook: connection.query(({ lock, batch }: Looking): QueueOutlook => ({
      isWorker: workers.get(lock) !== null,
      mayClaim: claim.mayClaim(lock, batch),
      others: presence(others.all({ lock })),
      leads: workers.leader() === lock,
      isDone: isDone(batch),
      held: claim.isHeld(),
      nextDueAt: nextDue.get({ now: now(), batch }) ?? null,
    })),
    claim: connection.change((batch: string | null) => {
      workers.removeGone();
      return claim.take(self(), batch);
    }),
    beat: connection.change(() => {
      workers.beat(self());
      return own.all(self()).map(({ id }) => String(id));
    }),
    end: connection.change(({ entry, number, lock }: EntryLease, { jitter, refused }: EndedAttempt) => {
      const row = held.get({ entry: Number(entry), number, lock });
      if (row === undefined) return null;
      const run = settling.runOf(row);
      const byRun = run === null ? null : endOfAttempt(run, row.asked);
      const end = refused === undefined ? byRun : (overBy(byRun) ?? refusal(refused));
      if (end === null && run !== null) return null;
      return settling.apply(row, end ?? { kind: 'retry', reason: 'Its run was deleted.' }, jitter);
    }),
    takeBack: connection.change(takeBack),
  };
}

/** A run that has ended says more than a refusal to go on with it. */
const overBy = (end: AttemptEnd | null): AttemptEnd | null => (end?.kind === 'over' ? end : null);

const refusal = ({ reason, retry }: { reason: string; retry: boolean }): AttemptEnd =>
  retry ? { kind: 'retry', reason } : { kind: 'over', state: 'failed', reason };

function createSettling(
  { connection: { db }, now }: StoreContext,
  rows: QueueRows,
  reader: RunReader,
): Settling {
  const update = db.prepare<
    [
      {
        id: number;
        state: QueueState;
        reason: string | null;
        attempts: number;
        losses: number;
        dueAt: number;
        run: number | null;
        endedAt: number | null;
      },
    ]
  >(
    `UPDATE queue_entries SET state = @state, reason = @reason, attempts = @attempts, losses = @losses, due_at = @dueAt, run_id = @run,
      ended_at = @endedAt, owner_pid = NULL, owner_lock = NULL, asked = NULL
    WHERE id = @id`,
  );
  const runOf = ({ there_run }: StoredEntry): RunRow | null =>
    there_run === null ? null : reader.require(String(there_run));

  return {
    runOf,
    apply(entry, end, jitter) {
      const { attempts, max_attempts: maxAttempts, losses, settled } = entry;
      const run = runOf(entry);
      const after = afterAttempt({ attempts, maxAttempts, losses, settled }, end, settledPages(run), jitter);
      const isPending = after.state === 'pending';
      update.run({
        id: entry.id,
        state: after.state,
        reason: after.reason,
        attempts: after.attempts,
        losses: after.losses,
        dueAt: now() + after.waitMs,
        // A run that has ended is not resumed: the next attempt starts another one.
        run: isPending && run !== null && isEnded(run.state) ? null : entry.there_run,
        endedAt: isPending ? null : now(),
      });
      return rows.changed(entry.id);
    },
  };
}

function settledPages(run: RunRow | null): number {
  return run === null ? 0 : run.counters.done + run.counters.failed + run.counters.skipped;
}

/** Hands out entries, within a transaction of its caller. */
interface Claim {
  isHeld(): boolean;
  /** Whether `take` may give an entry, by a quick look. */
  mayClaim(lock: string, batch: string | null): boolean;
  take(lock: string, batch: string | null): QueueClaim | null;
}

function createClaim(context: StoreContext, rows: QueueRows, { runOf, apply }: Settling): Claim {
  const { connection, now, owners } = context;
  const { db } = connection;
  const workers = createQueueWorkers(context);
  const settings = db.prepare<[], { concurrency: number; held: 0 | 1 }>(
    'SELECT concurrency, held FROM queue_settings',
  );
  const running = db.prepare<[string], { all: number; own: number }>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE owner_lock = ?) AS own FROM queue_entries WHERE state = 'running'`,
  );
  const due = db.prepare<[{ now: number; batch: string | null; limit: number }], StoredEntry>(
    `${rows.select} WHERE entries.state = 'pending' AND entries.due_at <= @now AND (@batch IS NULL OR entries.batch = @batch)
      ORDER BY entries.priority DESC, entries.position, entries.id LIMIT @limit`,
  );
  const take = db.prepare<[{ id: number; pid: number; lock: string; settled: number; now: number }]>(
    `UPDATE queue_entries SET state = 'running', owner_pid = @pid, owner_lock = @lock, lease = lease + 1,
      attempts = attempts + 1, settled = @settled, asked = NULL, reason = NULL, started_at = @now
    WHERE id = @id`,
  );
  const isHeld = (): boolean => settings.get()?.held === 1;

  /** Whether a worker may begin another entry. */
  function hasRoom(lock: string): boolean {
    const worker = workers.get(lock);
    if (worker === null || isHeld()) return false;
    if (!workers.mayCarryOut(worker.kind)) return false;
    const { all, own } = running.get(lock) ?? { all: 0, own: 0 };
    return all < (settings.get()?.concurrency ?? 1) && own < worker.concurrency;
  }

  function begin(entry: StoredEntry, run: RunRow | null, lock: string): QueueClaim {
    const { pid } = owners.self();
    take.run({ id: entry.id, pid, lock, settled: settledPages(run), now: now() });
    const { id, project, spider, options, attempts, maxAttempts } = rows.changed(entry.id);
    return {
      lease: { entry: id, number: entry.lease + 1, lock },
      project,
      spider,
      options,
      run: run?.id ?? null,
      attempt: attempts,
      maxAttempts,
    };
  }

  return {
    isHeld,
    mayClaim: (lock, batch) => hasRoom(lock) && due.get({ now: now(), batch, limit: 1 }) !== undefined,
    take(lock, batch) {
      if (!hasRoom(lock)) return null;
      for (const entry of due.all({ now: now(), batch, limit: mostCandidates })) {
        const run = runOf(entry);
        if (run === null || run.state === 'paused' || run.state === 'interrupted')
          return begin(entry, run, lock);
        if (isCarriedOut(run)) continue;
        // Somebody else has resumed it, and it has ended; or it is queued and nobody will begin it.
        const end = endOfAttempt(run, null);
        if (end !== null) apply({ ...entry, attempts: entry.attempts + 1 }, end, 0);
      }
      return null;
    },
  };
}

function createTakeBack(
  context: StoreContext,
  rows: QueueRows,
  { reader, settling: { runOf, apply } }: { reader: RunReader; settling: Settling },
): () => QueueRow[] {
  const { connection, monotonic, owners } = context;
  const transitions = createRunTransitions(context, reader);
  const workers = createQueueWorkers(context);
  const running = connection.db.prepare<[], StoredEntry>(
    `${rows.select} WHERE entries.state = 'running' ORDER BY entries.id`,
  );
  const silence = new Silence(monotonic);

  /** Ends the attempt of a worker that is gone; null: its run is being carried out all the same. */
  function fromGone(entry: StoredEntry): QueueRow | null {
    const run = runOf(entry);
    const reason = `The process that carried it out (${entry.owner_pid ?? 'unknown'}) is gone.`;
    const end = run === null ? ({ kind: 'lost', reason } as const) : endOfAttempt(run, entry.asked);
    return end === null ? null : apply(entry, end, 0);
  }

  function fromSilent(entry: StoredEntry): QueueRow {
    const run = runOf(entry);
    const reason = `The process that carried it out (${entry.owner_pid ?? 'unknown'}) has not answered for ${leaseTermMs / 1000} seconds.`;
    if (run !== null && isCarriedOut(run)) transitions.cutOff(run.id, reason);
    const end = run === null || isCarriedOut(run) ? null : endOfAttempt(run, entry.asked);
    return apply(entry, end ?? { kind: 'lost', reason }, 0);
  }

  return () => {
    const others = running.all().flatMap((entry) => {
      const owner = { pid: entry.owner_pid ?? 0, lock: entry.owner_lock };
      return owners.isSelf(owner) ? [] : [{ entry, isAlive: owners.isAlive(owner, 0) }];
    });
    workers.removeGone();
    const living = others.flatMap(({ entry, isAlive }) => (isAlive ? [entry.owner_lock ?? ''] : []));
    const silent = silence.look(workers.signsOfOthers(living));
    const isSilent = (lock: string): boolean => (silent.get(lock) ?? 0) >= leaseTermMs;
    for (const lock of silent.keys()) if (isSilent(lock)) workers.remove(lock);
    return others.flatMap(({ entry, isAlive }) => {
      if (!isAlive) return fromGone(entry) ?? [];
      return isSilent(entry.owner_lock ?? '') ? fromSilent(entry) : [];
    });
  };
}
