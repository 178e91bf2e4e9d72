import { hasEnded, queueStates } from '../../../../shared/queue-states.ts';
import { notFound } from '../../../../electron/store/errors.ts';
import type {
  QueueChange,
  QueueList,
  QueuePlace,
  QueueQueries,
  QueueRow,
  QueueStatus,
} from '../../../../electron/store/queue/queue-queries.ts';
import { optionsText } from '../../../../electron/store/queue/queue-rows.ts';
import { move } from './memory-run-rows.ts';
import { ask } from './memory-runs.ts';
import { isEnded, isUnderway } from '../../../../electron/store/runs/run-states.ts';
import { isoTime, type Entry, type Tables } from './memory-tables.ts';

export function queueOf(tables: Tables): QueueQueries {
  const { queue } = tables;
  const find = (id: string): Entry => {
    const entry = queue.entries.find((each) => each.row.id === id);
    if (entry === undefined) throw notFound(`queue entry "${id}"`);
    return entry;
  };

  function change(
    id: string,
    isAllowed: (row: QueueRow) => boolean,
    work: (entry: Entry) => void,
  ): QueueChange {
    const entry = find(id);
    if (!isAllowed(rowOf(tables, entry))) return { kind: 'refused', entry: rowOf(tables, entry) };
    work(entry);
    recordEntry(tables, entry);
    return { kind: 'changed', entry: rowOf(tables, entry) };
  }

  return {
    async add(given, batch) {
      for (const of of given)
        if (tables.spider(of) === null)
          throw notFound(`spider "${of.spider}" in the project "${of.project}"`);
      return given.map(({ project, spider, options, priority, duplicates }) => {
        const same = queue.entries.filter(
          ({ row }) =>
            row.project === project &&
            row.spider === spider &&
            !hasEnded(row.state) &&
            optionsText(row.options) === optionsText(options),
        );
        const newest = same.at(-1);
        if (duplicates === 'skip' && newest !== undefined) return rowOf(tables, newest);
        for (const { row } of duplicates === 'replace' ? same : [])
          if (row.state === 'pending') {
            end(tables, row, 'A newer entry took its place.');
            recordEntry(tables, find(row.id));
          }
        const row: QueueRow = {
          ...{ id: tables.newId(), project, spider, spiderExists: true, state: 'pending', priority },
          ...{ attempts: 0, maxAttempts: 3, reason: null, run: null, source: 'person', schedule: null },
          ...{ scheduledFor: null, batch, options: structuredClone(options), dueAt: null },
          ...{ addedAt: isoTime(tables.now), startedAt: null, endedAt: null, worker: null },
        };
        const entry = { row, position: endOf(tables), dueAt: tables.now, cleared: false, ...unbegun };
        queue.entries.push(entry);
        recordEntry(tables, entry);
        return rowOf(tables, entry);
      });
    },
    list: async (query = {}) => list(tables, query),
    get: async (id) => rowOf(tables, find(id)),
    status: async () => statusOf(tables),
    move: async (id, to) => change(id, isPending, (entry) => moveTo(tables, entry, to)),
    setPriority: async (id, priority) =>
      change(id, isPending, (entry) => {
        entry.row.priority = priority;
        entry.position = endOf(tables);
      }),
    retry: async (id) =>
      change(
        id,
        ({ state, spiderExists }) => hasEnded(state) && state !== 'completed' && spiderExists,
        (entry) => {
          const { row } = entry;
          const run = tables.runs().find((each) => each.row.id === row.run);
          if (run === undefined || isEnded(run.row.state)) row.run = null;
          Object.assign(row, { state: 'pending', attempts: 0, reason: null, endedAt: null });
          Object.assign(entry, { position: endOf(tables), dueAt: tables.now, cleared: false, losses: 0 });
        },
      ),
    cancel: async (id, reason) =>
      change(
        id,
        ({ state }) => !hasEnded(state),
        (entry) => {
          const { row } = entry;
          entry.lock = null;
          const run = row.state === 'running' && row.run !== null ? tables.run(row.run) : null;
          if (run?.row.state === 'queued') move(tables, run.row.id, 'stopped', { reason, cause: 'stopped' });
          else if (run !== null && isUnderway(run.row.state) && run.row.requested !== 'stop')
            ask(tables, run.row.id, 'stop');
          end(tables, row, reason);
        },
      ),
    async clear(project) {
      const shown = queue.entries.filter(
        ({ row, cleared }) => !cleared && hasEnded(row.state) && (project ?? row.project) === row.project,
      );
      for (const entry of shown) entry.cleared = true;
      return shown.length;
    },
    async configure({ concurrency = queue.concurrency, held = queue.held }) {
      Object.assign(queue, { concurrency, held });
    },
  };
}

export const unbegun = { lock: null, lease: 0, settled: 0, losses: 0, asked: null };
const isPending = ({ state }: QueueRow): boolean => state === 'pending';

/** Records an entry as it stands after a change. */
export function recordEntry(tables: Tables, { row }: Entry): void {
  const { id: subject, project, spider, state, reason, run, attempts } = row;
  tables.tell({ kind: 'queue', subject, project, spider, state, reason, run, attempts });
}

export function rowOf({ now }: Tables, { row, dueAt }: Entry): QueueRow {
  return { ...row, dueAt: row.state === 'pending' && dueAt > now ? isoTime(dueAt) : null };
}

function end({ now }: Tables, row: QueueRow, reason: string): void {
  Object.assign(row, { state: 'cancelled', reason, endedAt: isoTime(now), worker: null });
}

/** The position behind all entries. */
export const endOf = ({ queue }: Tables): number =>
  Math.max(0, ...queue.entries.map(({ position }) => position)) + 1;

/** Pending entries in their order. */
export const inOrder = ({ queue }: Tables): Entry[] =>
  queue.entries
    .filter(({ row }) => row.state === 'pending')
    .toSorted((a, b) => b.row.priority - a.row.priority || a.position - b.position);

function moveTo(tables: Tables, entry: Entry, to: QueuePlace): void {
  const others = inOrder(tables).filter((each) => each !== entry);
  const at = typeof to === 'object' ? others.findIndex(({ row }) => row.id === to.before) : -1;
  if (typeof to === 'object' && to.before === entry.row.id) return;
  if (typeof to === 'object' && at < 0) throw notFound(`pending queue entry "${to.before}"`);
  const next = to === 'last' ? others.length : Math.max(0, at);
  const neighbour = others[to === 'last' ? others.length - 1 : next];
  if (neighbour === undefined) return;
  entry.row.priority = neighbour.row.priority;
  const from = endOf(tables);
  for (const [index, each] of others.toSpliced(next, 0, entry).entries()) each.position = from + index;
}

function list(tables: Tables, query: QueueList): { entries: QueueRow[]; total: number } {
  const { queue } = tables;
  const { offset = 0, limit, cleared: all = false, project, spider, states, batch, run, entries } = query;
  const running = queue.entries
    .filter(({ row }) => row.state === 'running')
    .toSorted((a, b) => String(a.row.startedAt).localeCompare(String(b.row.startedAt)));
  const ended = queue.entries
    .filter(({ row, cleared }) => hasEnded(row.state) && (all || !cleared))
    .toSorted(
      (a, b) =>
        String(b.row.endedAt).localeCompare(String(a.row.endedAt)) || Number(b.row.id) - Number(a.row.id),
    );
  const found = [...running, ...inOrder(tables), ...ended]
    .map((entry) => rowOf(tables, entry))
    .filter((row) => (project ?? row.project) === row.project && (spider ?? row.spider) === row.spider)
    .filter((row) => (batch ?? row.batch) === row.batch && (run ?? row.run) === row.run)
    .filter((row) => states?.includes(row.state) ?? true)
    .filter((row) => entries?.includes(row.id) ?? true);
  return {
    entries: found.slice(offset, limit === undefined ? undefined : offset + limit),
    total: found.length,
  };
}

function statusOf({ queue, now }: Tables): QueueStatus {
  const count = (state: string): number => queue.entries.filter(({ row }) => row.state === state).length;
  const [pending = 0, running = 0, completed = 0, failed = 0, cancelled = 0, dead = 0] =
    queueStates.map(count);
  const waiting = queue.entries.filter(({ row, dueAt }) => row.state === 'pending' && dueAt > now);
  return {
    counts: { pending, running, completed, failed, cancelled, dead, all: queue.entries.length },
    concurrency: queue.concurrency,
    held: queue.held,
    workers: queue.workers.map(({ lock: _lock, beat: _beat, ...worker }) => ({ ...worker, here: true })),
    nextDueAt: waiting.length === 0 ? null : isoTime(Math.min(...waiting.map(({ dueAt }) => dueAt))),
  };
}
