import { afterAttempt, endOfAttempt, type AttemptEnd } from '../../../../electron/store/queue/entry-end.ts';
import type { QueueRow, WorkerKind } from '../../../../electron/store/queue/queue-queries.ts';
import type { EntryLease } from '../../../../electron/store/queue/entry-lease.ts';
import {
  leaseTermMs,
  type QueueClaim,
  type QueueWorkQueries,
} from '../../../../electron/store/queue/queue-work-queries.ts';
import { Silence } from '../../../../electron/store/queue/silence.ts';
import type { RunRow } from '../../../../electron/store/runs/run-queries.ts';
import { isCarriedOut, isEnded } from '../../../../electron/store/runs/run-states.ts';
import { inOrder, recordEntry, rowOf } from './memory-queue.ts';
import { readRun } from './memory-run-rows.ts';
import { runsOf } from './memory-runs.ts';
import { isoTime, type Entry, type Tables } from './memory-tables.ts';

/** The work on a queue of maps, of the worker that has this lock. */
export function queueWorkOf(tables: Tables, lock: string): QueueWorkQueries {
  const { queue } = tables;
  const silence = new Silence(() => tables.now);
  const isThere = (of: string): boolean => of === lock || tables.ownersAlive;
  const worker = (kind: WorkerKind) => queue.workers.find((each) => each.kind === kind && isThere(each.lock));
  const own = () => queue.workers.find((each) => each.lock === lock);
  const running = (): Entry[] => queue.entries.filter(({ row }) => row.state === 'running');
  const due = (batch: string | null): Entry[] =>
    inOrder(tables).filter(({ row, dueAt }) => dueAt <= tables.now && (batch ?? row.batch) === row.batch);

  function hasRoom(): boolean {
    const self = own();
    if (
      self === undefined ||
      queue.held ||
      (self.kind !== 'daemon' &&
        self.kind !== 'worker' &&
        (worker('daemon') ?? worker('worker')) !== undefined)
    )
      return false;
    const mine = running().filter((entry) => entry.lock === lock);
    return running().length < queue.concurrency && mine.length < self.concurrency;
  }

  function isDone(batch: string | null): boolean {
    const open = queue.entries.filter(({ row }) => (batch ?? row.batch) === row.batch);
    if (open.some(({ row }) => row.state === 'running')) return false;
    return queue.held || !open.some(({ row }) => row.state === 'pending');
  }

  function presence(): 'none' | 'there' | 'gone' {
    const locks = [...running().map((entry) => entry.lock ?? ''), ...queue.workers.map((each) => each.lock)];
    const others = locks.filter((each) => each !== lock);
    if (others.length === 0) return 'none';
    return others.every(isThere) ? 'there' : 'gone';
  }

  function begin(entry: Entry, run: RunRow | null): QueueClaim {
    const { row } = entry;
    Object.assign(entry, { lock, lease: entry.lease + 1, settled: settledPages(run), asked: null });
    Object.assign(row, { state: 'running', reason: null, attempts: row.attempts + 1 });
    Object.assign(row, { startedAt: isoTime(tables.now), worker: { pid: process.pid, kind: own()?.kind } });
    recordEntry(tables, entry);
    return {
      lease: { entry: row.id, number: entry.lease, lock },
      ...{ project: row.project, spider: row.spider, options: row.options, run: run?.id ?? null },
      ...{ attempt: row.attempts, maxAttempts: row.maxAttempts },
    };
  }

  function held({ entry, number, lock: of }: EntryLease): Entry | undefined {
    return running().find((each) => each.row.id === entry && each.lease === number && each.lock === of);
  }

  return {
    async register({ kind, concurrency }) {
      const daemon = kind === 'daemon' ? worker('daemon') : undefined;
      if (daemon !== undefined && daemon.lock !== lock) return { kind: 'refused', pid: daemon.pid };
      queue.workers = queue.workers.filter((each) => each.lock !== lock);
      queue.workers.push({
        kind,
        concurrency,
        pid: process.pid,
        startedAt: isoTime(tables.now),
        lock,
        beat: 0,
      });
      return { kind: 'registered', lock };
    },
    async leave({ ifDone }) {
      if (ifDone && !isDone(null)) return false;
      for (const entry of running().filter((each) => each.lock === lock)) {
        const run = runOf(tables, entry);
        const end = run === null ? null : endOfAttempt(run, entry.asked);
        apply(tables, entry, end === null || end.kind === 'lost' ? { kind: 'back' } : end, 0);
      }
      queue.workers = queue.workers.filter((each) => each.lock !== lock);
      return true;
    },
    async outlook({ batch, lock: looking }) {
      const waiting = inOrder(tables).filter(
        ({ row, dueAt }) => dueAt > tables.now && (batch ?? row.batch) === row.batch,
      );
      return {
        isWorker: queue.workers.some((each) => each.lock === looking),
        mayClaim: hasRoom() && due(batch).length > 0,
        others: presence(),
        leads: (worker('daemon') ?? worker('worker') ?? worker('window'))?.lock === looking,
        isDone: isDone(batch),
        held: queue.held,
        nextDueAt: waiting.length === 0 ? null : Math.min(...waiting.map(({ dueAt }) => dueAt)),
      };
    },
    async claim(batch) {
      queue.workers = queue.workers.filter((each) => isThere(each.lock));
      if (!hasRoom()) return null;
      for (const entry of due(batch)) {
        const run = runOf(tables, entry);
        if (run === null || run.state === 'paused' || run.state === 'interrupted') return begin(entry, run);
        if (isCarriedOut(run)) continue;
        const end = endOfAttempt(run, null);
        entry.row.attempts += 1;
        if (end !== null) apply(tables, entry, end, 0);
      }
      return null;
    },
    async beat() {
      const mine = running().filter((entry) => entry.lock === lock);
      for (const each of queue.workers) if (each.lock === lock) each.beat += 1;
      return mine.map(({ row }) => row.id);
    },
    async end(lease, { jitter, refused }) {
      const entry = held(lease);
      if (entry === undefined) return null;
      const run = runOf(tables, entry);
      const byRun = run === null ? null : endOfAttempt(run, entry.asked);
      if (refused === undefined && byRun === null && run !== null) return null;
      const gone: AttemptEnd = { kind: 'retry', reason: 'Its run was deleted.' };
      if (refused === undefined) return apply(tables, entry, byRun ?? gone, jitter);
      if (byRun?.kind === 'over') return apply(tables, entry, byRun, jitter);
      const { reason, retry } = refused;
      return apply(
        tables,
        entry,
        retry ? { kind: 'retry', reason } : { kind: 'over', state: 'failed', reason },
        jitter,
      );
    },
    async takeBack() {
      const others = running().filter((entry) => entry.lock !== lock);
      const living = others.filter((entry) => isThere(entry.lock ?? ''));
      queue.workers = queue.workers.filter((each) => isThere(each.lock));
      const signs = new Map(living.map((entry) => [entry.lock ?? '', 'none']));
      for (const each of queue.workers)
        if (each.lock !== lock) signs.set(each.lock, `${each.startedAt} ${each.beat}`);
      const silent = silence.look([...signs].map(([of, sign]) => ({ worker: of, sign })));
      const isSilent = (of: string): boolean => (silent.get(of) ?? 0) >= leaseTermMs;
      queue.workers = queue.workers.filter((each) => !isSilent(each.lock));
      const back: QueueRow[] = [];
      for (const entry of others) {
        const run = runOf(tables, entry);
        const isLiving = living.includes(entry);
        if (isLiving && !isSilent(entry.lock ?? '')) continue;
        const what = isLiving ? `has not answered for ${leaseTermMs / 1000} seconds` : 'is gone';
        const reason = `The process that carried it out (${process.pid}) ${what}.`;
        const isCutOff = isLiving && run !== null && isCarriedOut(run);
        if (isCutOff) await runsOf(tables).cutOff(run.id, reason);
        const lost: AttemptEnd = { kind: 'lost', reason };
        const end = run === null || isCutOff ? lost : endOfAttempt(run, entry.asked);
        if (end !== null) back.push(apply(tables, entry, end, 0));
      }
      return back;
    },
  };
}

function runOf(tables: Tables, { row: { run } }: Entry): RunRow | null {
  return run === null ? null : readRun(tables, run);
}

function settledPages(run: RunRow | null): number {
  return run === null ? 0 : run.counters.done + run.counters.failed + run.counters.skipped;
}

function apply(tables: Tables, entry: Entry, end: AttemptEnd, jitter: number): QueueRow {
  const { row, losses, settled } = entry;
  const { attempts, maxAttempts } = row;
  const run = runOf(tables, entry);
  const after = afterAttempt({ attempts, maxAttempts, losses, settled }, end, settledPages(run), jitter);
  const isPending = after.state === 'pending';
  if (isPending && run !== null && isEnded(run.state)) row.run = null;
  const { state, reason } = after;
  Object.assign(row, { state, reason, attempts: after.attempts, worker: null });
  row.endedAt = isPending ? null : isoTime(tables.now);
  Object.assign(entry, { losses: after.losses, dueAt: tables.now + after.waitMs, lock: null, asked: null });
  recordEntry(tables, entry);
  return rowOf(tables, entry);
}
