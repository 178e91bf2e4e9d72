import type { Expect } from '../../../shared/spider/schema.ts';
import type { Ledger, SettledPage } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { rowId, storedFingerprint } from '../database/rows.ts';
import { createEventWriter } from '../events/event-writer.ts';
import { createCrawlFiles, type CrawlFiles } from '../files/crawl-files.ts';
import { createPartRecovery } from '../requests/recovery.ts';
import { createRequestTransitions } from '../requests/request-transitions.ts';
import { createBarrenPages } from '../runs/barren-pages.ts';
import { createRunLease, type RunLease } from '../runs/run-lease.ts';
import { createRunReader } from '../runs/run-rows.ts';
import { createLastSign, createRunTime } from '../runs/run-time.ts';
import { createAdmission } from './admission.ts';
import { OutsideVisits } from './outside-visits.ts';
import { createClaims } from './claims.ts';
import { createRowAdmission, type RowAdmission, type RowParts } from './row-admission.ts';
import { createRowDelivery, type RowDelivery } from './row-delivery.ts';
import { createRowTable } from './row-table.ts';
import { createRunHistory } from './run-history.ts';
import { createStoredKeys, type StoredKeys } from './stored-keys.ts';
import { createSettling, createVisitEnds, type Visit } from './settling.ts';

export interface LedgerOptions {
  /** Whether the run skips pages that an earlier full run has extracted, and asks whether the others have changed. */
  incremental?: boolean;
  /** Whether rows of pages lead to other pages (`iterate.follow`); a run without pays nothing for them. */
  rowsTravel?: boolean;
  /** Most items of a run whose rows travel, which is not known before they are merged. Left out or null: no limit. */
  itemLimit?: number | null;
  /** The key by which duplicates are dropped; left out or null: they are kept. */
  dropBy?: Pick<Expect, 'key'> | null;
  /** Whether items name files to download; a run without pays nothing for them. */
  downloads?: boolean;
  /** The lease of the session; the ledger makes its own if left out. */
  lease?: RunLease;
}

/**
 * Opens the ledger of an existing run. Operations of one turn of the event loop share a transaction. Each is all or nothing on
 * its own, and resolves once it is committed (see `connection.ts`).
 * @throws StoreError `not-found`
 */
export function openLedger(
  base: StoreContext,
  runId: string,
  {
    incremental = false,
    rowsTravel = false,
    itemLimit = null,
    dropBy = null,
    downloads = false,
    lease: given,
  }: LedgerOptions = {},
): Ledger {
  const { connection } = base;
  const reader = createRunReader(base);
  const run = Number(connection.reading(() => reader.require(runId))().id);
  const lastSign = createLastSign(base);
  const context = { ...base, now: createRunTime(base, connection.reading(() => lastSign(run))()) };
  const lease = given ?? createRunLease(context, run);
  const transitions = createRequestTransitions(context);
  const history = createRunHistory(context, run, incremental);
  const admission = createAdmission(context, run, (fingerprint) => history.alreadyExtracted(fingerprint));
  const claims = createClaims(context, run, { transitions, history, downloads });
  const files = downloads ? createCrawlFiles(context, run, admission) : null;
  const keys = dropBy === null ? null : createStoredKeys(context, run, dropBy);
  const rows = rowsTravel
    ? createRunRows(context, run, { admission, history, transitions, itemLimit, keys, files })
    : null;
  const admitting = rows?.admission ?? admission;
  const parts = { transitions, history, admission: admitting, rows, keys, files, incremental };
  const settle = createSettling(context, run, parts);
  const recover = createPartRecovery(context);
  const { read, leased, whileHeld } = operations(context, lease);
  const keeper = connection.reading(() => base.outside?.current() ?? null)();
  const outside = keeper === null ? null : new OutsideVisits(keeper);
  const end = (visit: Visit, patient: boolean): Promise<SettledPage | null> =>
    connection.enqueue(() => (lease.isHeld() ? settle(visit) : null), { patient });

  return {
    ...createRecords(context, run, lease),
    ...createVisitEnds(
      outside === null ? end : async (visit, patient) => end(await outside.visit(visit), patient),
    ),
    leaseMs: Infinity,
    renew: (ids) => read(() => (lease.isHeld() ? [] : [...ids])),
    admit: (requests) => leased(() => admitting.admit(requests)),
    lastSeed: () => read(() => admission.lastSeed()),
    boundDelays: (latest) => whileHeld(() => claims.boundDelays(Math.max(1, Math.ceil(latest)))),
    origins: () => read(() => claims.origins()),
    claim: (origin, limit, now, filesOnly) => leased(() => claims.claim(origin, limit, now, filesOnly)),
    suspects: () => read(() => claims.suspects()),
    claimAlone: (id) => leased(() => claims.claimAlone(rowId(id, 'request'))),
    takeRedirect: (id, fingerprint) =>
      leased(() => {
        const request = rowId(id, 'request');
        return rows === null
          ? admission.takeRedirect(request, storedFingerprint(fingerprint)) === request
          : rows.admission.takeRedirect(request, fingerprint);
      }),
    alreadyExtracted: (id, fingerprint) =>
      read(() => {
        const hashes = rows?.delivery.hashesTo(rowId(id, 'request'));
        return history.alreadyExtracted(storedFingerprint(fingerprint), hashes);
      }),
    async keepChunk(id, position, chunk) {
      const [request, bytes] = [rowId(id, 'request'), chunk.byteLength];
      const stored = outside === null ? chunk : await outside.chunk(chunk);
      return connection.enqueue(
        () => lease.isHeld() && files?.keepChunk(request, position, stored, bytes) === true,
      );
    },
    storedPage: (id) => read(() => history.storedPage(rowId(id, 'request'))),
    release: (ids, died = false) =>
      whileHeld(() => {
        const requests = ids.map((id) => rowId(id, 'request'));
        if (died) recover(run, requests);
        else for (const request of requests) transitions.release(run, request);
      }),
    counters: () => read(() => reader.counters(run)),
    async flush() {
      await outside?.settled();
      connection.drain();
    },
  };
}

/** The rows of a run that lead to pages. */
function createRunRows(
  context: StoreContext,
  run: number,
  {
    itemLimit,
    keys,
    files,
    ...parts
  }: Omit<RowParts, 'rows' | 'delivery'> & {
    itemLimit: number | null;
    keys: StoredKeys | null;
    files: CrawlFiles | null;
  },
): { admission: RowAdmission; delivery: RowDelivery } {
  const rows = createRowTable(context, run);
  const delivery = createRowDelivery(context, run, { rows, history: parts.history, itemLimit, keys, files });
  return { admission: createRowAdmission(context, run, { ...parts, rows, delivery }), delivery };
}

/** Ways to enqueue an operation: one that only reads, one that requires the lease, one that does nothing without it. */
function operations({ connection }: StoreContext, lease: RunLease) {
  return {
    read: <R>(operation: () => R): Promise<R> => connection.enqueue(operation, { readsOnly: true }),
    /** Rejects with LeaseLostError. */
    leased: <R>(operation: () => R): Promise<R> =>
      connection.enqueue(() => {
        lease.require();
        return operation();
      }),
    whileHeld: (operation: () => void): Promise<void> =>
      connection.enqueue(() => {
        if (lease.isHeld()) operation();
      }),
  };
}

/** The calls of the ledger for events and barren pages. */
function createRecords(
  context: StoreContext,
  run: number,
  lease: RunLease,
): Pick<Ledger, 'record' | 'barrenPages' | 'keepBarrenPages'> {
  const writeEvents = createEventWriter(context);
  const barren = createBarrenPages(context);
  const { read, whileHeld } = operations(context, lease);
  return {
    record: (events) => whileHeld(() => writeEvents(run, events)),
    barrenPages: () => read(() => barren.of(run)),
    keepBarrenPages: (state) => whileHeld(() => barren.keep(run, state)),
  };
}
