import type {
  ClaimedRequest,
  CompletedPage,
  Counters,
  FetchFacts,
  CompressedPage,
  Ledger,
  NewEvent,
  NewRequest,
  OriginQueue,
  SettledPage,
  Suspect,
  UnfinishedPage,
} from '../../engine/ports/ledger.ts';
import { createAdmission, storedFingerprint } from './admission.ts';
import type { StoreContext } from '../database/context.ts';
import { StoreError } from '../errors.ts';
import { createEventWriter } from '../events/event-writer.ts';
import { createItemWriter } from '../items/item-writer.ts';
import { createPageWriter } from '../pages/pages.ts';
import { createRecovery } from '../database/recovery.ts';
import { createRunReader, requireIdle } from '../runs/run-rows.ts';
import { answerCode, freshnessCode } from '../runs/answered-by.ts';
import { createBarrenPages } from '../runs/barren-pages.ts';
import { createRunLease, type RunLease } from '../runs/run-lease.ts';
import { createRunMemory } from './run-memory.ts';
import { rowId } from '../database/rows.ts';
import { stateCode } from '../requests/request-states.ts';
import { createLastSign, createRunTime } from '../runs/run-time.ts';

export interface LedgerOptions {
  /** Skips links whose page an earlier full run has extracted, and says with what to ask whether others have changed. */
  incremental?: boolean;
  /** Of the session that it belongs to; its own unless given. */
  lease?: RunLease;
}

/** The ledger of one run. */
export interface RunLedger extends Ledger {
  /**
   * Puts requests that were in flight back into the queue, before anything is claimed. `runs.start` does it already.
   * @returns how many; rejects with StoreError `conflict` while another process carries the run out
   */
  recover(): Promise<number>;
}

/**
 * Opens the ledger of a run that exists. Operations of one turn of the event loop share a transaction; each is all or
 * nothing on its own, and is answered once it is committed (see `connection.ts`).
 * @throws StoreError `not-found`
 */
export function openLedger(
  base: StoreContext,
  runId: string,
  { incremental = false, lease: given }: LedgerOptions = {},
): RunLedger {
  const { connection } = base;
  const { db } = connection;
  const reader = createRunReader(base);
  const run = Number(connection.reading(() => reader.require(runId))().id);
  const lastSign = createLastSign(base);
  const now = createRunTime(base, connection.reading(() => lastSign(run))());
  const context = { ...base, now };
  const memory = createRunMemory(context, run, incremental);
  const admission = createAdmission(context, run, (fingerprint) => memory.alreadyExtracted(fingerprint));
  const lease = given ?? createRunLease(context, run);
  const recoverActive = createRecovery(context);
  const writeItems = createItemWriter(context);
  const writePage = createPageWriter(context);
  const writeEvents = createEventWriter(context);
  const barren = createBarrenPages(context);

  const origins = db.prepare<[number], OriginQueue>(originsSql);
  const originId = db.prepare<[number, string], { id: number }>(
    'SELECT id FROM origins WHERE run_id = ? AND origin = ?',
  );
  const makeDue = db.prepare<[number, number]>(
    `UPDATE requests SET not_before = 0
      WHERE origin_id = ? AND state = 0 AND not_before > 0 AND not_before <= ?`,
  );
  // A value that is bound beside the condition of a partial index, or as a limit, may change the plan, so SQLite prepares
  // the statement anew for each. Not where something is added to it.
  const nextReady = db.prepare<[string, number, number], StoredRequest>(
    `SELECT ${handedOut}, ? AS origin
    FROM requests INDEXED BY requests_ready WHERE origin_id = ? + 0 AND state = 0 AND not_before = 0 AND deaths < 3
    ORDER BY priority DESC, depth, id LIMIT ? + 0`,
  );
  const bound = db.prepare<[{ run: number; latest: number }]>(
    `UPDATE requests SET not_before = @latest
      WHERE origin_id IN (SELECT id FROM origins WHERE run_id = @run) AND state = 0 AND not_before > 0
        AND not_before > @latest`,
  );
  const suspects = db.prepare<[number], Omit<Suspect, 'id'> & { id: number }>(
    `SELECT requests.id, origin, priority, depth, not_before AS notBefore FROM requests
      JOIN origins ON origins.id = origin_id
    WHERE requests.run_id = ? AND deaths > 2 AND state = 0 ORDER BY priority DESC, depth, requests.id`,
  );
  const oneOfThem = db.prepare<[number, number], StoredRequest>(
    `SELECT ${handedOut}, (SELECT origin FROM origins WHERE origins.id = origin_id) AS origin
    FROM requests WHERE id = ? AND run_id = ? AND state = 0`,
  );
  const activate = db.prepare<[number]>(
    'UPDATE requests SET state = 1, fetched_again = fetched_again + (recovered > fetched_again) WHERE id = ?',
  );
  const finish = db.prepare<[Finish]>(
    `UPDATE requests SET state = @state, tries = tries + @tried, not_before = @notBefore, reason = @reason,
      status = @status, final_url = @finalUrl, bytes = @bytes, duration_ms = @durationMs, content_type = @contentType,
      items = @items, page_id = @page, page_encoding = @encoding, finished_at = @finishedAt,
      freshness = @freshness, answered_by = @answeredBy, deaths = iif(@state = 0, deaths, 0)
    WHERE id = @id AND run_id = @run AND state = 1`,
  );
  // What is dropped in flight is fetched again by the next session; the receipt of that one counts it.
  const backToQueue = db.prepare<[number, number]>(
    `UPDATE requests SET state = 0, recovered = recovered + 1,
      requeued_in = 1 + (SELECT sessions FROM runs WHERE runs.id = requests.run_id)
    WHERE id = ? AND run_id = ? AND state = 1`,
  );

  function claim(origin: string, limit: number, due: number): ClaimedRequest[] {
    lease.require();
    const row = originId.get(run, origin);
    if (row === undefined) return [];
    makeDue.run(row.id, due);
    return nextReady.all(origin, row.id, limit).map((found) => handOut(found));
  }

  function handOut({ id, parent, follow, ...rest }: StoredRequest): ClaimedRequest {
    activate.run(id);
    const remembered = memory.remembered(id);
    return {
      ...rest,
      id: String(id),
      follow: follow === 1,
      parent: parent === null ? null : String(parent),
      ...(remembered === null ? {} : { remembered }),
    };
  }

  /** Everything that is known of a page at its end, written together; null: the lease was lost, and nothing was. */
  function settle(page: Settled): SettledPage | null {
    if (!lease.isHeld()) return null;
    const id = rowId(page.id, 'request');
    const { facts } = page;
    // One time for all that is written here, so that what happened on the way stands before the end in the log.
    const at = now();
    const freshness = page.page === null ? null : memory.freshness(id, page.page.sha256);
    const { changes } = finish.run({
      id,
      run,
      state: stateCode[page.state],
      tried: page.state === 'queued' ? 1 : 0,
      notBefore: page.notBefore,
      reason: page.reason,
      status: facts?.status ?? null,
      finalUrl: facts?.finalUrl ?? null,
      bytes: facts?.bytes ?? null,
      durationMs: facts?.durationMs ?? null,
      contentType: facts?.contentType ?? null,
      items: page.items.length,
      page: page.page === null ? null : writePage(page.page),
      encoding: page.page?.encoding ?? null,
      finishedAt: page.state === 'queued' ? null : at,
      freshness,
      answeredBy: facts === null ? null : answerCode[facts.answeredBy ?? 'site'],
    });
    if (changes !== 1) {
      throw new StoreError(
        'conflict',
        `Request ${page.id} of run ${runId} was already settled, or never handed out.`,
        'The run may be carried out twice; stop one of the processes.',
      );
    }
    if (page.state === 'done' && facts !== null) {
      const { items, page: html } = page;
      const encoding = html?.encoding ?? null;
      memory.remember({ request: id, facts, items, sha256: page.page?.sha256 ?? null, encoding });
    }
    writeItems(run, id, page.items);
    writeEvents(run, page.events, at);
    const unchanged = incremental && freshness === freshnessCode.unchanged;
    return { admitted: admission.admit(page.links), unchanged };
  }

  const enqueueSettled = (page: Settled, patient = false): Promise<SettledPage | null> =>
    connection.enqueue(() => settle(page), { readsOnly: false, patient });

  const unfinished = (
    page: UnfinishedPage,
    state: Settled['state'],
    notBefore = 0,
  ): Promise<SettledPage | null> => enqueueSettled({ ...page, state, notBefore, items: [] });

  return {
    leaseMs: Infinity,
    renew: (ids) => connection.enqueue(() => (lease.isHeld() ? [] : [...ids]), { readsOnly: true }),
    admit: (requests) =>
      connection.enqueue(() => {
        lease.require();
        return admission.admit(requests);
      }),
    boundDelays: (latest) =>
      connection.enqueue(() => void bound.run({ run, latest: Math.max(1, Math.ceil(latest)) })),
    origins: () => connection.enqueue(() => origins.all(run), { readsOnly: true }),
    claim: (origin, limit, due) => connection.enqueue(() => claim(origin, limit, due)),
    suspects: () =>
      connection.enqueue(() => suspects.all(run).map(({ id, ...rest }) => ({ ...rest, id: String(id) })), {
        readsOnly: true,
      }),
    claimAlone: (id) =>
      connection.enqueue(() => {
        lease.require();
        const found = oneOfThem.get(rowId(id, 'request'), run);
        return found === undefined ? null : handOut(found);
      }),
    takeRedirect: (id, fingerprint) =>
      connection.enqueue(() => {
        lease.require();
        return admission.takeRedirect(rowId(id, 'request'), storedFingerprint(fingerprint));
      }),
    alreadyExtracted: (fingerprint) =>
      connection.enqueue(() => memory.alreadyExtracted(storedFingerprint(fingerprint)), { readsOnly: true }),
    recall: (id) => connection.enqueue(() => memory.recall(rowId(id, 'request')), { readsOnly: true }),
    complete: (page: CompletedPage, patient = false) =>
      enqueueSettled({ ...page, state: 'done', reason: null, notBefore: 0 }, patient),
    fail: (page) => unfinished(page, 'failed'),
    skip: async (page) => (await unfinished(page, 'skipped')) !== null,
    // 0 would read as "at once" and lose the request its place among those that wait.
    retry: async (page, notBefore) =>
      (await unfinished(page, 'queued', Math.max(1, Math.ceil(notBefore)))) !== null,
    release: (ids) =>
      connection.enqueue(() => {
        if (!lease.isHeld()) return;
        for (const id of ids) backToQueue.run(rowId(id, 'request'), run);
      }),
    record: (events: readonly NewEvent[]) =>
      connection.enqueue(() => {
        if (lease.isHeld()) writeEvents(run, events);
      }),
    barrenPages: () => connection.enqueue(() => barren.of(run), { readsOnly: true }),
    keepBarrenPages: (state) =>
      connection.enqueue(() => {
        if (lease.isHeld()) barren.keep(run, state);
      }),
    counters: () => connection.enqueue((): Counters => reader.counters(run), { readsOnly: true }),
    flush: () => Promise.resolve(connection.drain()),
    recover: () =>
      connection.enqueue(() => {
        const row = reader.require(runId);
        if (row.owner === null || !context.owners.isSelf(row.owner)) requireIdle(row, 'taken over');
        return recoverActive(run, { died: true, session: 'present' });
      }),
  };
}

/** Of a request that is handed out. */
const handedOut = `id, url, printf('%016x', fingerprint) AS fingerprint, priority, depth, rule, callback, follow,
  parent_id AS parent, tries`;

/** What a visit came to, whichever way it ended. */
interface Settled {
  id: string;
  state: 'queued' | 'done' | 'failed' | 'skipped';
  facts: FetchFacts | null;
  reason: string | null;
  notBefore: number;
  items: CompletedPage['items'];
  links: readonly NewRequest[];
  page: CompressedPage | null;
  events: readonly NewEvent[];
}

interface StoredRequest {
  id: number;
  url: string;
  fingerprint: string;
  origin: string;
  priority: number;
  depth: number;
  rule: number | null;
  callback: string | null;
  follow: number;
  parent: number | null;
  tries: number;
}

interface Finish {
  id: number;
  run: number;
  state: number;
  tried: number;
  notBefore: number;
  reason: string | null;
  status: number | null;
  finalUrl: string | null;
  bytes: number | null;
  durationMs: number | null;
  contentType: string | null;
  items: number;
  page: number | null;
  encoding: string | null;
  finishedAt: number | null;
  freshness: number | null;
  answeredBy: number | null;
}

/** The first request of each origin that waits: from those that may be fetched at once, else the one due first. */
const originsSql = `
  SELECT origin, queued, coalesce(ready.priority, waiting.priority) AS priority,
    coalesce(ready.depth, waiting.depth) AS depth, iif(ready.id IS NULL, waiting.not_before, 0) AS notBefore
  FROM origins
  LEFT JOIN requests AS ready ON ready.id = (
    SELECT id FROM requests INDEXED BY requests_ready
    WHERE origin_id = origins.id AND state = 0 AND not_before = 0 ORDER BY priority DESC, depth, id LIMIT 1)
  LEFT JOIN requests AS waiting ON ready.id IS NULL AND waiting.id = (
    SELECT id FROM requests INDEXED BY requests_waiting
    WHERE origin_id = origins.id AND state = 0 AND not_before > 0 ORDER BY not_before LIMIT 1)
  WHERE origins.run_id = ? AND queued > 0 ORDER BY origins.id`;
