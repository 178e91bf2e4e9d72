import type { StoreContext } from '../database/context.ts';
import { messageOf, readRequestHops, readRowProblems, readRowValues } from '../database/json-columns.ts';
import { rowId, storedFingerprint } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import { createRequestOrder } from './request-order.ts';
import type {
  OriginCounts,
  RequestLink,
  RequestQueries,
  RequestRow,
  RequestView,
} from './request-queries.ts';
import { createHeadReader } from './response-heads.ts';
import { createRequestRows } from './request-rows.ts';
import { requestStates } from './request-states.ts';
import { createRunPresence } from '../runs/run-presence.ts';
import { createRequeue } from './requeue.ts';

interface LinkRow {
  id: number;
  url: string;
  state: number;
  items: number;
}

export function createRequests(context: StoreContext): RequestQueries {
  const { connection } = context;
  const row = createRequestRows(context);
  const order = createRequestOrder(context);
  const head = createHeadReader(context);
  const isThere = createRunPresence(context);
  const hops = connection.db
    .prepare<[number], string | null>('SELECT hops_json FROM requests WHERE id = ?')
    .pluck();
  const messages = connection.db
    .prepare<[number], string | null>('SELECT message_json FROM requests WHERE id = ?')
    .pluck();
  const byFingerprint = connection.db
    .prepare<[number, bigint], number>('SELECT id FROM requests WHERE run_id = ? AND fingerprint = ?')
    .pluck();
  return {
    get: connection.query((id: string) => {
      const found = row(rowId(id, 'request'));
      if (found === null) throw notFound(`request "${id}"`);
      return found;
    }),
    find: connection.query((run: string, fingerprint: string) => {
      const id = byFingerprint.get(rowId(run, 'run'), storedFingerprint(fingerprint));
      return id === undefined ? null : row(id);
    }),
    slice: connection.query((view: RequestView, offset: number, limit: number) => {
      if (!isThere(rowId(view.run, 'run'))) return { rows: [], total: 0 };
      const { ids, total } = order(view, offset, limit);
      const rows: RequestRow[] = [];
      for (const id of ids) {
        const found = row(id);
        if (found !== null) rows.push(found);
      }
      return { rows, total };
    }),
    ...links(context),
    hops: connection.query((id: string) => {
      const json = hops.get(rowId(id, 'request')) ?? null;
      return json === null ? [] : readRequestHops(json, Number(id));
    }),
    message: connection.query((id: string) => {
      const request = rowId(id, 'request');
      return messageOf({ id: request, message: messages.get(request) ?? null }).message ?? null;
    }),
    head: connection.query((id: string) => head(rowId(id, 'request'))),
    rowsTo: rowsTo(context),
    rowsFrom: rowsFrom(context),
    requeueFailed: connection.change(createRequeue(context)),
  };
}

interface RowColumns {
  row: number;
  position: number;
  values_json: string;
  problems_json: string;
}
interface TravellingColumns extends RowColumns, LinkRow {}
interface LeadingColumns extends RowColumns, Omit<LinkRow, 'id'> {
  id: number | null;
  reason: string | null;
}

const readRow = ({ row, position, values_json, problems_json }: RowColumns) => ({
  position,
  values: readRowValues(values_json, row),
  problems: readRowProblems(problems_json, row),
});

function rowsTo({ connection }: StoreContext): RequestQueries['rowsTo'] {
  const { db } = connection;
  const rows = db.prepare<[number, number], TravellingColumns>(
    `SELECT requests.id, url, state, items, rows.id AS row, position, values_json, problems_json
      FROM rows JOIN requests ON requests.id = source_id WHERE target_id = ? ORDER BY rows.id LIMIT ?`,
  );
  const count = db.prepare<[number], number>('SELECT count(*) FROM rows WHERE target_id = ?').pluck();
  return connection.query((id: string, limit: number) => {
    const request = rowId(id, 'request');
    const found = rows.all(request, limit).map((row) => ({ from: toLink(row), ...readRow(row) }));
    return { rows: found, total: count.get(request) ?? 0 };
  });
}

function rowsFrom({ connection }: StoreContext): RequestQueries['rowsFrom'] {
  const { db } = connection;
  const rows = db.prepare<[number, number, number], LeadingColumns>(
    `SELECT requests.id, url, state, items, rows.id AS row, position, values_json, problems_json, rows.reason
      FROM rows LEFT JOIN requests ON requests.id = target_id
      WHERE rows.run_id = ? AND source_id = ? ORDER BY position LIMIT ?`,
  );
  const count = db
    .prepare<[number, number], number>('SELECT count(*) FROM rows WHERE run_id = ? AND source_id = ?')
    .pluck();
  return connection.query(({ id, run }: Pick<RequestRow, 'id' | 'run'>, limit: number) => {
    const [runId, request] = [rowId(run, 'run'), rowId(id, 'request')];
    const found = rows.all(runId, request, limit).map(({ id: target, reason, ...row }) => ({
      to: target === null ? null : toLink({ ...row, id: target }),
      reason,
      ...readRow(row),
    }));
    return { rows: found, total: count.get(runId, request) ?? 0 };
  });
}

/** How requests led to one another, and to which origins. */
function links({ connection }: StoreContext): Pick<RequestQueries, 'children' | 'link' | 'origins'> {
  const { db } = connection;
  const one = db.prepare<[number], LinkRow>('SELECT id, url, state, items FROM requests WHERE id = ?');
  // Links of a page are admitted after it; in the order of the table, because an index would lead all over it.
  const children = db.prepare<[{ run: number; parent: number }], LinkRow>(
    `SELECT id, url, state, items FROM requests NOT INDEXED
      WHERE id > @parent AND run_id = @run AND parent_id = @parent ORDER BY id`,
  );
  const origins = db.prepare<[number, number, number], OriginCounts>(
    `SELECT origin, queued, active, done, failed, skipped, items FROM origins WHERE run_id = ?
      ORDER BY queued + active + done + failed + skipped DESC, origin LIMIT ? OFFSET ?`,
  );
  const originCount = db.prepare<[number], number>('SELECT count(*) FROM origins WHERE run_id = ?').pluck();
  return {
    children: connection.query(({ id, run }: Pick<RequestRow, 'id' | 'run'>, limit: number) => {
      const all: RequestLink[] = [];
      let total = 0;
      for (const row of children.iterate({ run: rowId(run, 'run'), parent: rowId(id, 'request') })) {
        total += 1;
        if (all.length < limit) all.push(toLink(row));
      }
      return { links: all, total };
    }),
    link: connection.query((id: string) => {
      const row = one.get(rowId(id, 'request'));
      return row === undefined ? null : toLink(row);
    }),
    origins: connection.query((run: string, offset: number, limit: number) => {
      const id = rowId(run, 'run');
      return { rows: origins.all(id, limit, offset), total: originCount.get(id) ?? 0 };
    }),
  };
}

const toLink = ({ id, url, state, items }: LinkRow): RequestLink => ({
  id: String(id),
  url,
  state: requestStates[state] ?? 'failed',
  items,
});
