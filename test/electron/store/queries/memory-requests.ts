import { counted } from '../../../../shared/counted.ts';
import { notFound } from '../../../../electron/store/errors.ts';
import type {
  OriginCounts,
  RequestLink,
  RequestQueries,
  RequestRow,
  RequestView,
} from '../../../../electron/store/requests/request-queries.ts';
import { requireIdle } from '../../../../electron/store/runs/run-rows.ts';
import { isEnded } from '../../../../electron/store/runs/run-states.ts';
import { runChange } from './memory-outbox.ts';
import { readRun, record } from './memory-run-rows.ts';
import type { Request, Tables } from './memory-tables.ts';

export function requestsOf(tables: Tables): RequestQueries {
  const all = (run: string): Request[] => tables.requests().filter(({ row }) => row.run === run);
  const find = (id: string): Request | null => tables.requests().find(({ row }) => row.id === id) ?? null;

  return {
    async get(id) {
      const found = find(id);
      if (found === null) throw notFound(`request "${id}"`);
      return found.row;
    },
    find: async (run, wanted) => all(run).find(({ fingerprint }) => fingerprint === wanted)?.row ?? null,
    async slice(view, offset, limit) {
      const rows = all(view.run)
        .filter((request) => matches(request, view))
        .map(({ row }) => row)
        .sort((a, b) => compare(a, b, view.sort) || Number(a.id) - Number(b.id));
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    },
    async children({ id, run }, limit) {
      const links = all(run).filter(({ row }) => row.parent === id);
      return { links: links.slice(0, limit).map(toLink), total: links.length };
    },
    async link(id) {
      const found = find(id);
      return found === null ? null : toLink(found);
    },
    message: async (id) => find(id)?.message ?? null,
    hops: async (id) => [...(find(id)?.hops ?? [])],
    head: async (id) => find(id)?.head ?? null,
    async rowsTo(id, limit) {
      const request = find(id);
      const all = request === null ? [] : tables.run(request.row.run).rows;
      const found = all.filter(({ target }) => target === request?.fingerprint);
      const rows = found.slice(0, limit).flatMap(({ from, row }) => {
        const source = find(from);
        return source === null ? [] : [{ from: toLink(source), ...row }];
      });
      return { rows, total: found.length };
    },
    async rowsFrom({ id, run }, limit) {
      const found = tables.run(run).rows.filter(({ from }) => from === id);
      const rows = found.slice(0, limit).map(({ target, reason, row }) => {
        const to = all(run).find(({ fingerprint }) => fingerprint === target);
        return { to: to === undefined ? null : toLink(to), reason, ...row };
      });
      return { rows, total: found.length };
    },
    async origins(run, offset, limit) {
      const rows = originsOf(all(run));
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    },
    requeueFailed: async (run) => requeueFailed(tables, run),
  };
}

const toLink = ({ row: { id, url, state, items } }: Request): RequestLink => ({ id, url, state, items });

function matches(
  { row, origin }: Request,
  { states = [], statuses = [], url, reason, ...view }: RequestView,
): boolean {
  const has = (text: string, wanted: string | undefined): boolean =>
    wanted === undefined || text.toLowerCase().includes(wanted.toLowerCase());
  const withoutAnswer = row.state === 'failed' ? null : row.state === 'skipped' ? 'not-fetched' : undefined;
  const status = row.status ?? withoutAnswer;
  return (
    (states.length === 0 || states.includes(row.state)) &&
    (statuses.length === 0 || (status !== undefined && statuses.includes(status))) &&
    has(row.url, url) &&
    has(row.reason ?? '', reason) &&
    (view.origin ?? origin) === origin &&
    (view.callback === undefined || view.callback === row.callback) &&
    (view.files === undefined || view.files === (row.isFile === true))
  );
}

/** States are ordered as a request goes through them. */
const states = ['queued', 'active', 'done', 'failed', 'skipped'];

function compare(a: RequestRow, b: RequestRow, sort: RequestView['sort']): number {
  if (sort === undefined) return 0;
  const { column, descending } = sort;
  const valueOf = (row: RequestRow): string | number | null =>
    column === 'state' ? states.indexOf(row.state) : column === 'id' ? Number(row.id) : row[column];
  const [one, other] = [valueOf(a), valueOf(b)];
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other === descending ? 1 : -1;
}

function originsOf(requests: readonly Request[]): OriginCounts[] {
  const origins = new Map<string, OriginCounts>();
  for (const { origin, row } of requests) {
    const none = { origin, queued: 0, active: 0, done: 0, failed: 0, skipped: 0, items: 0 };
    const counts = origins.get(origin) ?? none;
    counts[row.state] += 1;
    counts.items += row.items;
    origins.set(origin, counts);
  }
  const size = ({ queued, active, done, failed, skipped }: OriginCounts): number =>
    queued + active + done + failed + skipped;
  return [...origins.values()].sort((a, b) => size(b) - size(a) || (a.origin < b.origin ? -1 : 1));
}

function requeueFailed(tables: Tables, id: string): number {
  requireIdle(readRun(tables, id), 'changed');
  const run = tables.run(id);
  const failed = run.requests.filter(({ row }) => row.state === 'failed');
  if (failed.length === 0) return 0;
  for (const { row } of failed) {
    const at = Date.parse(row.finishedAt ?? '');
    const { url, reason } = row;
    run.events.push({ id: Number(tables.newId()), at, kind: 'failed', url, message: reason ?? '' });
    Object.assign(row, { state: 'queued', tries: 0, reason: null, finishedAt: null });
  }
  const message = `${counted(failed.length, 'failed request was', 'failed requests were')} put back into the queue.`;
  record(tables, run, 'requeued', message);
  if (!isEnded(run.row.state)) return failed.length;
  Object.assign(run.row, { state: 'paused', endedAt: null, reason: message, cause: 'paused' });
  tables.tell(runChange(readRun(tables, id), 'moved'));
  return failed.length;
}
