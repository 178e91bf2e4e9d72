import { messageOf } from '../database/json-columns.ts';
import type { Expect } from '../../../shared/spider/schema.ts';
import type { PageKind } from '../../../shared/page-kind.ts';
import type { CompressedText } from '../../engine/ports/ledger.ts';
import type { Extracted, GenerationLedger, QueuedPage, QueuedPages } from '../../engine/ports/generation.ts';
import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { StoreError } from '../errors.ts';
import { createEventWriter } from '../events/event-writer.ts';
import { createSourceFiles } from '../files/source-files.ts';
import { createItemWriter } from '../items/item-writer.ts';
import { stateCode } from '../requests/request-states.ts';
import { createRequestTransitions } from '../requests/request-transitions.ts';
import type { RunLease } from '../runs/run-lease.ts';
import { createLastSign, createRunTime } from '../runs/run-time.ts';
import { createAdmission } from './admission.ts';
import { createRowAdmission } from './row-admission.ts';
import { createRowDelivery } from './row-delivery.ts';
import { createRowTable } from './row-table.ts';
import { createRunHistory } from './run-history.ts';
import { createStoredKeys } from './stored-keys.ts';
import { createTakingOver, type TakingOver } from './taking-over.ts';
import type { SqlDatabase } from '../database/sql.ts';

export interface GenerationOptions {
  /** See `LedgerOptions`. */
  rowsTravel: boolean;
  itemLimit: number | null;
  dropBy: Pick<Expect, 'key'> | null;
  downloads: boolean;
  lease: RunLease;
}

/**
 * Opens the ledger of a generation.
 * @param source row of the run from whose pages it is made
 */
export function openGenerationLedger(
  base: StoreContext,
  run: number,
  source: number,
  { lease, ...options }: GenerationOptions,
): GenerationLedger {
  const { connection } = base;
  const lastSign = createLastSign(base);
  const context = { ...base, now: createRunTime(base, connection.reading(() => lastSign(run))()) };
  const taking = createTakingOver(context, run, source, options);
  const pages = createSettling(context, run, taking, { source, ...options });
  const queued = createQueue(connection.db, run);
  const writeEvents = createEventWriter(context);
  const endWaiting = connection.db.prepare<[{ run: number; reason: string; now: number }]>(
    `UPDATE requests SET state = ${stateCode.done}, reason = @reason, finished_at = @now
      WHERE run_id = @run AND state = ${stateCode.queued}`,
  );
  const read = <R>(operation: () => R): Promise<R> => connection.enqueue(operation, { readsOnly: true });
  const leased = <R>(operation: () => R): Promise<R> =>
    connection.enqueue(() => {
      lease.require();
      return operation();
    });
  return {
    source: (from, limit) => read(() => taking.source(from, limit)),
    take: (requests) =>
      leased(() => {
        for (const request of requests) taking.take(request, context.now());
      }),
    queued: (after, most, passing) => read(() => queued(after, most, passing)),
    settle: (extracted) => leased(() => extracted.forEach((page) => pages.settle(page))),
    redirect: (id) => leased(() => pages.redirect(rowId(id, 'request'))),
    endWaiting: (reason) => leased(() => void endWaiting.run({ run, reason, now: context.now() })),
    record: (events) => leased(() => writeEvents(run, events)),
    flush: () => Promise.resolve(connection.drain()),
  };
}

/** Ends requests: writes what was taken from their pages, or leads their rows on. */
interface Settling {
  settle(extracted: Extracted): void;
  /** See `GenerationLedger.redirect`. */
  redirect(request: number): void;
}

function createSettling(
  context: StoreContext,
  run: number,
  taking: TakingOver,
  { source, rowsTravel, itemLimit, dropBy, downloads }: Omit<GenerationOptions, 'lease'> & { source: number },
): Settling {
  const transitions = createRequestTransitions(context);
  const files = downloads ? createSourceFiles(context, run, source) : null;
  const writeItems = createItemWriter(context, files);
  const writeEvents = createEventWriter(context);
  const rows = createRowTable(context, run);
  const history = createRunHistory(context, run, false);
  const keys = dropBy === null ? null : createStoredKeys(context, run, dropBy);
  const delivery = createRowDelivery(context, run, { rows, history, itemLimit, keys, files });
  const urlOf = context.connection.db
    .prepare<[number], string | null>('SELECT final_url FROM requests WHERE id = ?')
    .pluck();
  const admission = {
    ...createAdmission(context, run, () => null),
    add: (request: Parameters<TakingOver['add']>[0]) => taking.add(request, context.now()),
  };
  const parts = { admission, rows, delivery, history, transitions };
  const leading = rowsTravel ? createRowAdmission(context, run, parts) : null;
  return {
    settle({ id, items: own, rows: leads, failure, empty, events }) {
      const request = rowId(id, 'request');
      const state = failure === null ? stateCode.done : stateCode.failed;
      const at = context.now();
      const isMerged = rowsTravel || itemLimit !== null;
      const written = isMerged && failure === null ? delivery.itemsOf(request, own).items : own;
      const found = failure === null ? written : [];
      const items = keys === null ? found : keys.take(found, urlOf.get(request) ?? null);
      const row = { id: request, run, state, reason: failure ?? empty, items: items.length, at };
      if (!transitions.extract(row)) throw notQueued(request, run);
      writeItems(run, request, items);
      writeEvents(run, events, at);
      if (leading === null) return;
      leading.follow(request, leads);
      if (failure !== null || empty !== null) delivery.tellLost(request);
    },
    redirect(request) {
      const target = taking.redirectOf(request);
      if (leading !== null && target !== null) leading.takeRedirect(request, target);
      const reason = 'It was redirected to a page that another request has.';
      transitions.extract({
        id: request,
        run,
        state: stateCode.skipped,
        reason,
        items: 0,
        at: context.now(),
      });
      delivery.tellLost(request);
    },
  };
}

const notQueued = (request: number, run: number): StoreError =>
  new StoreError(
    'conflict',
    `Request ${request} of run ${run} was already settled.`,
    'The run may be carried out twice; stop one of the processes.',
  );

interface QueuedRow {
  id: number;
  url: string;
  callback: string | null;
  depth: number;
  priority: number;
  contentType: string | null;
  fetchedAt: number;
  rendered: number | null;
  encoding: string | null;
  kind: PageKind | null;
  waits: number;
  page: number | null;
  message: string | null;
}

/** Reads queued requests in the order of their ids, which is that in which they were taken over. */
function createQueue(
  db: SqlDatabase,
  run: number,
): (after: string | null, most: { pages: number; bytes: number }, passing: boolean) => QueuedPages {
  const left = db
    .prepare<[number], number>('SELECT coalesce(sum(queued), 0) FROM origins WHERE run_id = ?')
    .pluck();
  const first = db.prepare<[number], number | null>('SELECT min(id) FROM requests WHERE run_id = ?').pluck();
  // In the order of the table: no index has it.
  const next = db.prepare<[{ run: number; after: number; passing: number; limit: number }], QueuedRow>(
    `SELECT * FROM (
      SELECT id, coalesce(final_url, url) AS url, callback, depth, priority, content_type AS contentType,
        coalesce(fetched_at, 0) AS fetchedAt, rendered, page_encoding AS encoding, page_kind AS kind, page_id AS page,
        message_json AS message,
        rule IS NULL AND parent_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM rows WHERE target_id = requests.id) AS waits
      FROM requests NOT INDEXED WHERE id > @after AND run_id = @run AND state = 0) AS queued
    WHERE NOT (waits AND @passing = 1) ORDER BY id LIMIT @limit`,
  );
  const text = db.prepare<[number], CompressedText>(
    'SELECT sha256, codec, length, body FROM pages WHERE id = ?',
  );
  return (after, most, passing) => {
    const result: QueuedPages = { pages: [], next: null };
    if ((left.get(run) ?? 0) === 0) return result;
    const from = after === null ? (first.get(run) ?? 1) - 1 : rowId(after, 'request');
    let bytes = 0;
    for (const row of next.iterate({ run, after: from, passing: passing ? 1 : 0, limit: most.pages + 1 })) {
      if (result.pages.length === most.pages) break;
      if (row.waits === 1) return { ...result, next: { kind: 'row' } };
      const stored = row.page === null ? undefined : text.get(row.page);
      if (stored === undefined) return { ...result, next: { kind: 'redirect', id: String(row.id) } };
      bytes += stored.length;
      if (result.pages.length > 0 && bytes > most.bytes) break;
      result.pages.push(toPage(row, stored));
    }
    return result;
  };
}

function toPage(
  { id, encoding, kind, rendered, message, waits: _waits, page: _page, ...row }: QueuedRow,
  text: CompressedText,
): QueuedPage {
  return {
    ...row,
    id: String(id),
    follow: false,
    rendered: rendered === 1,
    ...messageOf({ id, message }),
    page: { ...text, encoding: encoding ?? 'utf-8', kind: kind ?? 'html' },
  };
}
