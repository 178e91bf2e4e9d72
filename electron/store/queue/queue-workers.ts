import type { StoreContext } from '../database/context.ts';
import type { WorkerKind } from './queue-queries.ts';
import type { QueueWorkQueries } from './queue-work-queries.ts';
import type { SignOfLife } from './silence.ts';

interface StoredWorker {
  lock: string;
  pid: number;
  kind: WorkerKind;
  concurrency: number;
  started_at: number;
  beat: number;
}

/** The workers of the queue, within a transaction or query of its caller. Those that are gone count as removed. */
export interface QueueWorkers {
  register(
    lock: string,
    worker: { kind: WorkerKind; concurrency: number },
  ): Awaited<ReturnType<QueueWorkQueries['register']>>;
  remove(lock: string): void;
  removeGone(): void;
  /** Shows that a worker is alive. One that is none any more stays none. */
  beat(lock: string): void;
  /** The last signs of life of all workers but this connection, and of those with these locks, which may be none any more. */
  signsOfOthers(locks: readonly string[]): SignOfLife[];
  get(lock: string): { kind: WorkerKind; concurrency: number } | null;
  /** Whether one of this kind carries the queue out: windows and commands leave it to the daemon and to workers of a fleet. */
  mayCarryOut(kind: WorkerKind): boolean;
  /** The lock of the one that does what only one process does: the daemon, else the oldest worker of a fleet, else the oldest window. */
  leader(): string | null;
}

export function createQueueWorkers({ connection: { db }, now, owners }: StoreContext): QueueWorkers {
  const all = db.prepare<[], StoredWorker>('SELECT * FROM queue_workers ORDER BY started_at, lock');
  const one = db.prepare<[string], StoredWorker>('SELECT * FROM queue_workers WHERE lock = ?');
  const remove = db.prepare<[string]>('DELETE FROM queue_workers WHERE lock = ?');
  const insert = db.prepare<[Omit<StoredWorker, 'started_at' | 'beat'> & { now: number }]>(
    `INSERT INTO queue_workers (lock, pid, kind, concurrency, started_at) VALUES (@lock, @pid, @kind, @concurrency, @now)
      ON CONFLICT (lock) DO UPDATE SET kind = excluded.kind, concurrency = excluded.concurrency`,
  );
  const beat = db.prepare<[string]>('UPDATE queue_workers SET beat = beat + 1 WHERE lock = ?');
  const isThere = ({ lock, pid, started_at }: StoredWorker): boolean =>
    owners.isSelf({ lock, pid }) || owners.isAlive({ lock, pid }, started_at);
  const there = (kind: WorkerKind): StoredWorker | null =>
    all.all().find((worker) => worker.kind === kind && isThere(worker)) ?? null;

  return {
    register(lock, { kind, concurrency }) {
      const daemon = kind === 'daemon' ? there('daemon') : null;
      if (daemon !== null && daemon.lock !== lock) return { kind: 'refused', pid: daemon.pid };
      insert.run({ lock, pid: process.pid, kind, concurrency, now: now() });
      return { kind: 'registered', lock };
    },
    remove: (lock) => void remove.run(lock),
    removeGone() {
      for (const worker of all.all()) if (!isThere(worker)) remove.run(worker.lock);
    },
    beat: (lock) => void beat.run(lock),
    signsOfOthers(locks) {
      const known = all.all().filter(({ lock, pid }) => !owners.isSelf({ lock, pid }));
      const signs = new Map(locks.map((lock) => [lock, 'none']));
      // Who registers again counts anew.
      for (const { lock, started_at, beat: at } of known) signs.set(lock, `${started_at}.${at}`);
      return [...signs].map(([worker, sign]) => ({ worker, sign }));
    },
    get: (lock) => one.get(lock) ?? null,
    mayCarryOut: (kind) =>
      kind === 'daemon' || kind === 'worker' || (there('daemon') ?? there('worker')) === null,
    leader: () => (there('daemon') ?? there('worker') ?? there('window'))?.lock ?? null,
  };
}
