import type {
  CompletedPage,
  CompressedPage,
  Ledger,
  SettledPage,
  UnfinishedPage,
} from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { StoreError } from '../errors.ts';
import { createEventWriter } from '../events/event-writer.ts';
import type { CrawlFiles } from '../files/crawl-files.ts';
import { createItemWriter } from '../items/item-writer.ts';
import { createPageWriter } from '../pages/pages.ts';
import { createHeadWriter, type HeadPlace } from '../requests/response-heads.ts';
import { stateCode } from '../requests/request-states.ts';
import type { RequestTransitions, VisitRow } from '../requests/request-transitions.ts';
import { answerCode, freshnessCode } from '../runs/answered-by.ts';
import type { Admission } from './admission.ts';
import type { RowAdmission } from './row-admission.ts';
import type { RowDelivery } from './row-delivery.ts';
import type { RunHistory } from './run-history.ts';
import type { StoredKeys } from './stored-keys.ts';

/** The end of a visit, whatever its result. */
export interface Visit extends Omit<UnfinishedPage, 'reason'> {
  state: 'queued' | 'done' | 'failed' | 'skipped';
  reason: string | null;
  /** Earliest time of the next try in milliseconds since 1970; 0 if there is none. */
  notBefore: number;
  items: CompletedPage['items'];
  rows?: CompletedPage['rows'];
  file?: CompletedPage['file'];
}

/** The rows of a run that lead to pages. */
export interface RunRows {
  admission: Pick<RowAdmission, 'follow'>;
  delivery: Pick<RowDelivery, 'itemsOf' | 'tellLost'>;
}

/** The parts of a ledger that a visit is written to. */
export interface VisitParts {
  transitions: Pick<RequestTransitions, 'settle'>;
  history: Pick<RunHistory, 'freshness' | 'add'>;
  admission: Pick<Admission, 'admit'>;
  /** null: no rows of the run lead to pages. */
  rows: RunRows | null;
  /** null: duplicates are kept. */
  keys: Pick<StoredKeys, 'take'> | null;
  /** null: the run downloads no files. */
  files: CrawlFiles | null;
  incremental: boolean;
}

/**
 * Returns a function that writes the end of a visit: the request's state, items, links, events and stored page. Call it within a
 * transaction. It throws StoreError `conflict` if the request is not active.
 */
export function createSettling(
  context: StoreContext,
  run: number,
  { transitions, history, admission, rows, keys, files, incremental }: VisitParts,
): (visit: Visit) => SettledPage {
  const writeItems = createItemWriter(context, files);
  const writePage = createPageWriter(context);
  const writeEvents = createEventWriter(context);
  const writeHead = createHeadWriter(context, run);
  return (visit) => {
    const { facts, page, state } = visit;
    const request = rowId(visit.id, 'request');
    const { items: given, hashes } =
      rows === null || state !== 'done'
        ? { items: visit.items, hashes: null }
        : rows.delivery.itemsOf(request, visit.items);
    const items = keys === null ? given : keys.take(given, facts?.finalUrl ?? null);
    // One time for everything, so that events of the visit come before its end in the log.
    const at = context.now();
    const freshness = page === null ? null : history.freshness(request, page.sha256);
    const row = rowOf(visit, items.length, {
      id: request,
      run,
      at,
      freshness,
      page: page === null ? null : writePage(page),
      ...writeHead(facts?.head, facts?.finalUrl ?? ''),
    });
    // As the request ends, what it has received and does not keep is removed.
    if (visit.file !== undefined) files?.keep(request, visit.file);
    if (!transitions.settle(row)) throw notActive(visit.id, run);
    if (visit.file === undefined && state === 'done' && facts !== null) {
      const { sha256 = null, encoding = null } = page ?? {};
      history.add({ request, facts, items: given, rowHashes: hashes, sha256, encoding, kind: kindOf(page) });
    }
    const written = writeItems(run, request, items);
    writeEvents(run, visit.events, at);
    const unchanged = incremental && freshness === freshnessCode.unchanged;
    const admitted = admission.admit(visit.links);
    const dropped = given.length - items.length;
    const stored = {
      ...(written === visit.items ? {} : { stored: written }),
      ...(dropped === 0 ? {} : { dropped }),
    };
    if (state !== 'queued') files?.deliver(request);
    if (rows === null) return { admitted, unchanged, items: items.length, ...stored, ...filesOf(files) };
    const led = rows.admission.follow(request, visit.rows ?? []);
    if (state !== 'done' || visit.reason !== null) rows.delivery.tellLost(request);
    return {
      admitted: admitted + led.admitted,
      unchanged,
      items: items.length + led.items,
      ...stored,
      ...filesOf(files),
      ...(led.changed ? { changedOthers: true } : {}),
    };
  };
}

/** The requests for files that were added. */
function filesOf(files: CrawlFiles | null): Pick<SettledPage, 'files'> {
  const added = files?.takeAdded() ?? [];
  return added.length === 0 ? {} : { files: added };
}

function rowOf(
  { state, notBefore, reason, facts, page }: Visit,
  items: number,
  { at, ...rest }: Pick<VisitRow, 'id' | 'run' | 'freshness' | 'page'> & HeadPlace & { at: number },
): VisitRow {
  return {
    ...rest,
    state: stateCode[state],
    notBefore,
    reason,
    status: facts?.status ?? null,
    finalUrl: facts?.finalUrl ?? null,
    bytes: facts?.bytes ?? null,
    durationMs: facts?.durationMs ?? null,
    contentType: facts?.contentType ?? null,
    items,
    encoding: page?.encoding ?? null,
    kind: kindOf(page),
    finishedAt: state === 'queued' ? null : at,
    fetchedAt: facts?.fetchedAt ?? null,
    hops: facts?.hops === undefined ? null : JSON.stringify(facts.hops),
    rendered: facts?.rendered === true ? 1 : null,
    answeredBy: facts === null ? null : answerCode[facts.answeredBy ?? 'site'],
  };
}

/** The kind of a stored page as it is written; null for HTML, as for no page. */
const kindOf = (page: CompressedPage | null): 'xml' | 'json' | null =>
  page === null || page.kind === 'html' ? null : page.kind;

function notActive(request: string, run: number): StoreError {
  return new StoreError(
    'conflict',
    `Request ${request} of run ${run} was already settled, or never handed out.`,
    'The run may be carried out twice; stop one of the processes.',
  );
}

/**
 * The calls of the ledger that end a visit.
 * @param write writes a visit in a transaction and resolves once it is committed; to null if the lease is lost
 */
export function createVisitEnds(
  write: (visit: Visit, patient: boolean) => Promise<SettledPage | null>,
): Pick<Ledger, 'complete' | 'fail' | 'skip' | 'retry'> {
  const unfinished = (page: UnfinishedPage, state: Visit['state'], notBefore = 0) =>
    write({ ...page, state, notBefore, items: [] }, false);
  return {
    complete: (page, patient = false) =>
      write({ ...page, state: 'done', reason: page.reason ?? null, notBefore: 0 }, patient),
    fail: (page) => unfinished(page, 'failed'),
    skip: async (page) => (await unfinished(page, 'skipped')) !== null,
    // 0 means "at once", and the request would not wait with the others.
    retry: async (page, notBefore) =>
      (await unfinished(page, 'queued', Math.max(1, Math.ceil(notBefore)))) !== null,
  };
}
